import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { z } from 'zod'
import {
  createMessageSuppression,
  deleteMessageSuppression,
  listMessageSuppressions,
  type messageSuppressionSchema,
} from '../../../src/contract/messages/suppressions.ts'
import { useCall, useChange } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { usePageParam, useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { Answered, Failure } from '../../design/states.tsx'
import { Pages, Rows, type Column } from '../../design/table.tsx'
import { AskAddress } from '../../subscribers/ask-address.tsx'
import { messageWords } from '../../words/messages.ts'

const words = messageWords.suppressed

type Entry = z.output<typeof messageSuppressionSchema>
type OfStream = { streamId: number }

/** Who gets no message of the stream: all of them, and whether one address is among them. */
export function Suppressed({ streamId }: OfStream) {
  const may = useMay()
  return (
    <Panel title={words.title} flush>
      <Stack gap="md" px="md" pb="md">
        <Text c="dimmed">{words.lead}</Text>
        <AskAddress label={words.search} submit={words.submit}>
          {(email) => <OneAddress streamId={streamId} email={email} />}
        </AskAddress>
      </Stack>
      <All streamId={streamId} />
      {may(createMessageSuppression) && <Add streamId={streamId} />}
    </Panel>
  )
}

function OneAddress({ streamId, email }: OfStream & { email: string }) {
  const found = useCall(listMessageSuppressions, { params: { id: streamId }, query: { email } })
  const columns = useColumns(streamId)
  return (
    <Answered of={found}>
      {({ data }) =>
        data.length === 0 ? (
          <Text role="status">{words.none(email)}</Text>
        ) : (
          <Rows caption={words.search} rows={data} columns={columns} keyOf={(entry) => entry.email} />
        )
      }
    </Answered>
  )
}

function All({ streamId }: OfStream) {
  const [page, turn] = usePageParam()
  const query = { page, per_page: 25 }
  const entries = useCall(listMessageSuppressions, { params: { id: streamId }, query }, { keep: true })
  const columns = useColumns(streamId)
  return (
    <Answered of={entries}>
      {({ data, paging }) =>
        data.length === 0 ? (
          <Text px="md" pb="md" c="dimmed">
            {words.empty}
          </Text>
        ) : (
          <>
            <Rows
              caption={words.title}
              rows={data}
              columns={columns}
              keyOf={(entry) => entry.email}
              isOld={entries.isPlaceholderData}
            />
            <Pages paging={paging} turn={turn} />
          </>
        )
      }
    </Answered>
  )
}

function useColumns(streamId: number): Column<Entry>[] {
  const zone = useZone()
  const may = useMay()
  const columns: Column<Entry>[] = [
    {
      key: 'email',
      word: words.entry,
      show: ({ email }) => (
        <Text component="span" inherit style={{ overflowWrap: 'anywhere' }}>
          {email.includes('@') ? email : words.erased}
        </Text>
      ),
    },
    { key: 'reason', word: words.reason, show: ({ reason }) => words.reasons[reason] },
    {
      key: 'since',
      word: words.since(zone),
      show: ({ created_at: time }) => instantWithoutZone(time, zone),
    },
  ]
  if (!may(deleteMessageSuppression)) return columns
  const remove = (entry: Entry) => <Remove streamId={streamId} email={entry.email} />
  return [...columns, { key: 'remove', word: words.remove, isActions: true, show: remove }]
}

/** It can be added again, so nothing asks. */
function Remove({ streamId, email }: OfStream & { email: string }) {
  const change = useChange(deleteMessageSuppression)
  return (
    <>
      {change.isError && <Failure error={change.error} />}
      <Button
        variant="default"
        size="xs"
        aria-label={words.removeOf(email)}
        loading={change.isPending}
        onClick={() => change.mutate({ params: { id: streamId, email } })}
      >
        {words.remove}
      </Button>
    </>
  )
}

function Add({ streamId }: OfStream) {
  const [email, setEmail] = useState('')
  const add = useChange(createMessageSuppression, { done: () => setEmail('') })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate({ params: { id: streamId }, body: { email } })
      }}
    >
      <Stack gap="sm" p="md">
        <Group gap="sm" align="flex-end">
          <TextInput
            label={words.add}
            type="email"
            w={{ base: '100%', xs: 360 }}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={add.isPending} disabled={email.trim() === ''}>
            {words.addSubmit}
          </Button>
        </Group>
        {add.isError && <Failure error={add.error} />}
      </Stack>
    </form>
  )
}
