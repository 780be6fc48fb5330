import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import {
  createOrganizationDeleteCode,
  deleteOrganization,
} from '../../src/contract/organizations/endpoints.ts'
import { useChange } from '../app/api.ts'
import { Danger, Dialog } from '../design/confirm.tsx'
import { Failure } from '../design/states.tsx'
import { words as shared } from '../words/app.ts'
import { organizationWords } from '../words/organizations.ts'
import type { Organization } from './quota.ts'

const words = organizationWords.remove

/** In two steps, as the API does it: a code that lives for two minutes, then the name, typed. */
export function Deletion({ of: { id, name }, people }: { of: Organization; people: number }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <Group>
      <Danger onClick={open}>{words.open(name)}</Danger>
      <Dialog isOpen={isOpen} close={close} title={words.title(name)}>
        <Steps id={id} name={name} people={people} close={close} />
      </Dialog>
    </Group>
  )
}

type StepProps = { id: number; name: string; people: number; close: () => void }

function Steps({ id, name, people, close }: StepProps) {
  const [, go] = useLocation()
  const code = useChange(createOrganizationDeleteCode)
  const remove = useChange(deleteOrganization, { done: () => go('/system/organizations') })
  const [typed, setTyped] = useState('')
  const given = code.data?.data
  const secondsLeft = useSecondsUntil(given?.delete_confirmation_expires_at)
  const isOver = given !== undefined && secondsLeft === 0
  return (
    <Stack gap="md">
      <Text>{words.text(people)}</Text>
      {given !== undefined && (
        <>
          <TextInput
            label={words.type(name)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Text className="figures" role="timer" c={secondsLeft < 20 ? 'var(--quiver-danger)' : 'dimmed'}>
            {isOver ? words.over : words.left(clockOf(secondsLeft))}
          </Text>
        </>
      )}
      {code.isError && <Failure error={code.error} />}
      {remove.isError && <Failure error={remove.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close} data-autofocus>
          {shared.cancel}
        </Button>
        {given === undefined ? (
          <Button
            variant="default"
            loading={code.isPending}
            onClick={() => code.mutate({ params: { organization_id: id } })}
          >
            {words.begin}
          </Button>
        ) : (
          <Danger
            disabled={typed !== name || isOver}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate({ params: { organization_id: id, code: given.delete_confirmation_code } })
            }
          >
            {words.action(name)}
          </Danger>
        )}
      </Group>
    </Stack>
  )
}

function useSecondsUntil(time: string | undefined): number {
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return time === undefined ? 0 : Math.max(0, Math.ceil((Date.parse(time) - nowMs) / 1_000))
}

function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
