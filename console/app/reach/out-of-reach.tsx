import { Group, Text } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ApiFailure, type Client } from '../../../src/client/api.ts'
import { showCurrentSession } from '../../../src/contract/users/sessions.ts'
import { words } from '../../words/app.ts'
import { useSession } from '../session.tsx'

const againMs = 2_000

/**
 * Once the stream has broken off, asks every two seconds whether the server answers. A refusal is an answer.
 * @returns whether the server is out of reach.
 */
export function useReach(isBroken: boolean, back: () => void): boolean {
  const { client } = useSession()
  const [isLost, setLost] = useState(false)
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    if (!isBroken) return
    let timer: ReturnType<typeof setTimeout>
    let wasLost = false
    let isOver = false
    const ask = async () => {
      const isThere = await answers(client)
      if (isOver) return
      setLost(!isThere)
      wasLost ||= !isThere
      if (!isThere) timer = setTimeout(() => void ask(), againMs)
      else if (wasLost) latest.current()
    }
    void ask()
    return () => {
      isOver = true
      clearTimeout(timer)
      setLost(false)
    }
  }, [isBroken, client])
  return isLost
}

async function answers(client: Client): Promise<boolean> {
  try {
    await client.call(showCurrentSession)
    return true
  } catch (failure) {
    return failure instanceof ApiFailure && failure.status < 500
  }
}

/** On every page while the server is out of reach: what was typed stays, and nothing has to be done. */
export function OutOfReach({ isLost }: { isLost: boolean }) {
  return (
    <div role="status" style={{ position: 'sticky', top: 52, zIndex: 10 }}>
      {isLost && (
        <Group
          gap="xs"
          wrap="nowrap"
          px={{ base: 'md', sm: 'xl' }}
          py="xs"
          c="var(--quiver-warning)"
          bg="var(--mantine-color-body)"
          style={{ borderBottom: '1px solid var(--quiver-warning)' }}
        >
          <IconPlugConnectedX size={18} stroke={1.75} aria-hidden style={{ flexShrink: 0 }} />
          <Text size="sm" c="var(--quiver-warning)">
            {words.outOfReach}
          </Text>
        </Group>
      )}
    </div>
  )
}
