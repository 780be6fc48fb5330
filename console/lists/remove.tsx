import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import {
  createMailingListDeleteCode,
  deleteMailingList,
  type MailingList,
} from '../../src/contract/lists/endpoints.ts'
import { useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Panel } from '../design/page.tsx'
import { Failure } from '../design/states.tsx'
import { words as common } from '../words/app.ts'
import { listWords } from '../words/audience/lists.ts'

const words = listWords.remove

type RemoveProps = { list: MailingList; people: number }

/** Two steps: a code with a time limit, and the typed name. */
export function RemoveList({ list, people }: RemoveProps) {
  const ask = useChange(createMailingListDeleteCode)
  const code = ask.data?.data
  return (
    <Panel title={words.title}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed" maw="36rem">
          {words.text(people)}
        </Text>
        {ask.isError && <Failure error={ask.error} />}
        {code === undefined ? (
          <Button
            variant="outline"
            color="var(--quiver-danger)"
            loading={ask.isPending}
            onClick={() => ask.mutate({ params: { id: list.id } })}
          >
            {words.begin}
          </Button>
        ) : (
          <Confirm
            list={list}
            people={people}
            code={code.delete_confirmation_code}
            endsAt={Date.parse(code.delete_confirmation_expires_at)}
            back={() => ask.reset()}
          />
        )}
      </Stack>
    </Panel>
  )
}

type ConfirmProps = RemoveProps & { code: string; endsAt: number; back: () => void }

function Confirm({ list, people, code, endsAt, back }: ConfirmProps) {
  const [typed, setTyped] = useState('')
  const [, go] = useLocation()
  const at = useInOrganization()
  const remove = useChange(deleteMailingList, { touches: ['Subscribers'], done: () => go(at('/lists')) })
  const seconds = useSecondsUntil(endsAt)
  const isSame = typed.trim() === list.name
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isSame) remove.mutate({ params: { id: list.id, code } })
      }}
    >
      <Stack gap="sm" align="flex-start">
        <TextInput
          label={words.type}
          description={list.name}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
          autoComplete="off"
        />
        <Text size="sm" className="figures" role="timer">
          {seconds > 0 ? words.left(seconds) : words.over}
        </Text>
        {remove.isError && <Failure error={remove.error} />}
        <Group>
          <Button variant="default" onClick={back}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            color="var(--quiver-danger)"
            variant="outline"
            disabled={!isSame || seconds <= 0}
            loading={remove.isPending}
          >
            {words.submit(people)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useSecondsUntil(endsAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endsAt - now) / 1_000))
}
