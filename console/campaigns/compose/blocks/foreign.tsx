import { Alert, Button, List, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { copyAsset } from '../../../../src/contract/resources/assets.ts'
import { useMay } from '../../../app/may.ts'
import { useOrganizationId, useSession } from '../../../app/session.tsx'
import { messageOf } from '../../../design/failures.ts'
import { pictureWords } from '../../../words/pictures.ts'
import type { DraftContent, Edit } from '../saving/change.ts'
import { addressOf, foreignPictures, withPictures } from './foreign.ts'
import { comma } from '../../../design/figures.ts'

const words = pictureWords.foreign

type Failed = { url: string; message: string }

/** Offers to copy pictures of other servers, so that the message does not depend on them. Nothing if there are none. */
export function ForeignPictures({ content, edit }: { content: DraftContent; edit: Edit }) {
  const may = useMay()
  const { isCopying, failed, copy } = useCopies(content, edit)
  const found = foreignPictures(content)
  if (found.length === 0 || !may(copyAsset)) return null
  const hosts = [...new Set(found.map(hostOf))].join(comma)
  return (
    <Alert variant="outline" color="var(--quiver-warning)" title={words.title(found.length)}>
      <Stack gap="sm" align="flex-start">
        <Text style={{ overflowWrap: 'anywhere' }}>{words.text(hosts)}</Text>
        {failed.length > 0 && (
          <Stack gap={4} role="alert">
            <Text>{words.failed}</Text>
            <List style={{ overflowWrap: 'anywhere' }}>
              {failed.map(({ url, message }) => (
                <List.Item key={url}>{message}</List.Item>
              ))}
            </List>
          </Stack>
        )}
        <Button variant="default" loading={isCopying} onClick={() => void copy(found)}>
          {words.copy(found.length)}
        </Button>
      </Stack>
    </Alert>
  )
}

/** One picture after the other; the message may be written further meanwhile. */
function useCopies(content: DraftContent, edit: Edit) {
  const { client } = useSession()
  const organizationId = useOrganizationId()
  const known = useQueryClient()
  const [isCopying, setCopying] = useState(false)
  const [failed, setFailed] = useState<readonly Failed[]>([])
  const latest = useRef({ content, edit })
  useEffect(() => {
    latest.current = { content, edit }
  })
  const copy = async (written: readonly string[]) => {
    setCopying(true)
    const copies = new Map<string, string>()
    const failures: Failed[] = []
    for (const url of written) {
      try {
        const { data } = await client.call(copyAsset, { body: { url: addressOf(url) } })
        copies.set(url, data.url)
      } catch (error) {
        failures.push({ url, message: messageOf(error) })
      }
    }
    setFailed(failures)
    setCopying(false)
    if (copies.size === 0) return
    latest.current.edit(withPictures(latest.current.content, copies))
    notifications.show({ message: words.done(copies.size) })
    await known.invalidateQueries({ queryKey: [organizationId, copyAsset.tag] })
  }
  return { isCopying, failed, copy }
}

function hostOf(written: string): string {
  const url = addressOf(written)
  return URL.canParse(url) ? new URL(url).host : url
}
