import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import {
  suppressedAddressEndpoints,
  type suppressedAddressSchema,
} from '../../../src/contract/resources/suppressed-addresses.ts'
import { suppressionListEndpoints } from '../../../src/contract/resources/suppression-lists.ts'
import { useCall, useChange, type Answer } from '../../app/api.ts'
import { useMay } from '../../app/may.ts'
import { useAskBeforeClosing } from '../../app/reach/unsaved.ts'
import { useIdParam, useInOrganization, usePageParam, useQueryParam, useZone } from '../../app/places.ts'
import { instantWithoutZone } from '../../design/figures.ts'
import { Page, Panel } from '../../design/page.tsx'
import { Answered, Empty, Failure } from '../../design/states.tsx'
import { Pages, Rows, type Column } from '../../design/table.tsx'
import { suppressionWords } from '../../words/audience/suppression.ts'
import type { NamedList } from './named-lists.tsx'

const words = suppressionWords.list
const { list, create, remove } = suppressedAddressEndpoints.own

export default function SuppressionList() {
  const id = useIdParam('suppression')
  return <KnownList id={id} />
}

function KnownList({ id }: { id: number }) {
  const may = useMay()
  const at = useInOrganization()
  const found = useCall(suppressionListEndpoints.own.show, { params: { id } }) as UseQueryResult<
    Answer<NamedList>
  >
  const zone = useZone()
  return (
    <Page
      title={found.data?.data.name ?? suppressionWords.title}
      lead={words.zone(zone)}
      parent={{ title: suppressionWords.title, to: at('/suppression') }}
    >
      <Entries listId={id} zone={zone} />
      {may(create) && <AddEntries listId={id} />}
    </Page>
  )
}

type Entry = z.output<typeof suppressedAddressSchema>

const removal: Column<Entry> = {
  key: 'remove',
  word: words.removeShort,
  isNumber: true,
  show: (row) => <RemoveEntry entry={row} />,
}

function Entries({ listId, zone }: { listId: number; zone: string }) {
  const may = useMay()
  const [q, setQ] = useQueryParam('q')
  const [typed, setTyped] = useState(q)
  const send = useDebouncedCallback(setQ, 150)
  const [page, turn] = usePageParam()
  const params = { suppression_list_id: listId }
  const query = { page, per_page: 50, ...(q === '' ? {} : { q }) }
  const entries = useCall(list, { params, query }, { keep: true })
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        label={words.search}
        placeholder={words.searchHint}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          send(value)
        }}
        maw="24rem"
      />
      <Panel flush>
        <Answered of={entries}>
          {({ data, paging }) =>
            data.length === 0 ? (
              <Empty {...(q === '' ? words.empty : words.none)} />
            ) : (
              <>
                <Rows
                  caption={suppressionWords.title}
                  rows={data}
                  keyOf={({ id }) => id}
                  isOld={entries.isPlaceholderData}
                  columns={[
                    { key: 'entry', word: words.entry, show: ({ email }: Entry) => email },
                    { key: 'kind', word: words.kind, show: ({ address_type: type }) => words.kinds[type] },
                    {
                      key: 'added',
                      word: words.added,
                      show: (row) => instantWithoutZone(row.created_at, zone),
                    },
                    ...(may(remove) ? [removal] : []),
                  ]}
                />
                <Pages paging={paging} turn={turn} />
              </>
            )
          }
        </Answered>
      </Panel>
    </Stack>
  )
}

/** It can be added again, so nothing asks. */
function RemoveEntry({ entry: { id, email, suppression_list_id: listId } }: { entry: Entry }) {
  const change = useChange(remove)
  return (
    <>
      {change.isError && <Failure error={change.error} />}
      <Button
        variant="subtle"
        size="compact-sm"
        color="gray"
        aria-label={words.remove(email)}
        loading={change.isPending}
        onClick={() => change.mutate({ params: { suppression_list_id: listId, id_or_address: String(id) } })}
      >
        {words.removeShort}
      </Button>
    </>
  )
}

function AddEntries({ listId }: { listId: number }) {
  const [text, setText] = useState('')
  const add = useChange(create, { done: () => setText('') })
  useAskBeforeClosing(text !== '')
  const data = text.split(/[\n,;]/).map((line) => line.trim()).filter((line) => line !== '') // oxfmt-ignore
  return (
    <Panel title={words.add}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (data.length > 0) add.mutate({ params: { suppression_list_id: listId }, body: { data } })
        }}
      >
        <Stack gap="sm" maw="32rem">
          <Textarea
            label={words.entries}
            description={words.addHint}
            rows={5}
            value={text}
            onChange={({ currentTarget: { value } }) => setText(value)}
          />
          {add.isError && <Failure error={add.error} />}
          <Group>
            <Button type="submit" loading={add.isPending}>
              {words.submit(data.length)}
            </Button>
            {add.isSuccess && text === '' && (
              <Text size="sm" role="status">
                {words.result(add.data.data.added, add.data.data.already_suppressed, add.data.data.invalid)}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}
