import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { mounts } from '../../src/contract/api/endpoint.ts'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { listSubscriberImportRows, type ImportRowRecord } from '../../src/contract/imports/rows.ts'
import { rowLogNames, type RowLogName } from '../../src/contract/imports/states.ts'
import { useCall } from '../app/api.ts'
import { useQueryParam } from '../app/places.ts'
import { serverUrl } from '../app/root.ts'
import { cellProblem } from '../design/failures.ts'
import { becomes, comma, count } from '../design/figures.ts'
import { Panel } from '../design/page.tsx'
import { Answered } from '../design/states.tsx'
import { Rows, type Column } from '../design/table.tsx'
import { columnWords, importWords } from '../words/imports.ts'
import { Classes, wordOf } from './classes.tsx'

const words = importWords.row

/** The bar of classes, and below it the rows behind each of them; class and search are part of the address. */
export function ImportRows({ of }: { of: ImportRecord }) {
  const [given, setClass] = useQueryParam('class')
  const [q, setQ] = useQueryParam('q')
  const [search] = useDebouncedValue(q, 300)
  const chosen = rowLogNames.find((name) => name === given) ?? null
  return (
    <Stack gap="md">
      <Panel>
        <Classes of={of} chosen={chosen} choose={(name) => setClass(name ?? '')} />
      </Panel>
      <Group gap="md">
        <TextInput
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          miw={260}
        />
        {chosen === null ? (
          <Text size="sm" c="dimmed">
            {words.pick}
          </Text>
        ) : (
          <Anchor href={`${serverUrl}${mounts[0]}/subscriber_imports/${of.id}/logs/${chosen}`} download>
            {words.download}
          </Anchor>
        )}
      </Group>
      <RowPages key={`${chosen}:${search}`} of={of} chosen={chosen} search={search} />
    </Stack>
  )
}

const logDays = 7

function isPurged({ finished_at: ended }: ImportRecord): boolean {
  return ended !== null && Date.parse(ended) + logDays * 86_400_000 < Date.now()
}

type PagesProps = { of: ImportRecord; chosen: RowLogName | null; search: string }

function RowPages({ of, chosen, search }: PagesProps) {
  const [token, setToken] = useState<string | undefined>()
  const query = {
    per_page: 50,
    page_token: token,
    ...(chosen === null ? {} : { classification: chosen }),
    ...(search === '' ? {} : { q: search }),
  }
  const rows = useCall(listSubscriberImportRows, { params: { id: of.id }, query }, { keep: true })
  return (
    <Panel flush>
      <Answered of={rows}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Text p="md" c="dimmed">
              {isPurged(of) ? words.purged : words.no}
            </Text>
          ) : (
            <>
              <Rows
                caption={words.caption}
                columns={columnsFor(of)}
                rows={data}
                keyOf={(row) => `${row.row_number} ${row.address} ${row.classification}`}
                isOld={rows.isPlaceholderData}
              />
              <Group justify="space-between" p="sm">
                <Text size="sm" c="dimmed" className="figures">
                  {words.of(paging?.num_records ?? data.length, paging?.num_records_is_exact !== false)}
                </Text>
                <Group gap="xs">
                  <Button
                    variant="default"
                    size="xs"
                    disabled={token === undefined}
                    onClick={() => setToken(undefined)}
                  >
                    {words.first}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={!paging?.next_page_token}
                    onClick={() => setToken(paging?.next_page_token ?? undefined)}
                  >
                    {words.later}
                  </Button>
                </Group>
              </Group>
            </>
          )
        }
      </Answered>
    </Panel>
  )
}

function columnsFor(of: ImportRecord): Column<ImportRowRecord>[] {
  return [
    {
      key: 'address',
      word: words.address,
      show: ({ address, cells }) => (address === '' ? (cells ?? []).join(comma) : address),
    },
    {
      key: 'row',
      word: words.number,
      isNumber: true,
      show: ({ row_number: number }) => (number === null ? '' : count(number)),
    },
    {
      key: 'what',
      word: of.dry_run ? words.what : words.was,
      show: ({ classification }) => wordOf(of, classification),
    },
    { key: 'changes', word: words.changes, show: (row) => <Changes row={row} of={of} /> },
  ]
}

const changesShown = 4

function Changes({ row, of }: { row: ImportRowRecord; of: ImportRecord }) {
  const { error, changes, classification } = row
  if (error !== null) return <Text c="var(--quiver-danger)">{problemsOf(row, of)}</Text>
  if (changes === null) return null
  if (changes.length === 0) return <Text c="dimmed">{words.same}</Text>
  const isNew = classification === 'added'
  const told = isNew ? changes.filter(({ name, after }) => name !== 'status' || after !== 'active') : changes
  return (
    <Group gap="md">
      {told.slice(0, changesShown).map(({ name, before, after }) => (
        <Text key={name} span>
          <Text span c="dimmed">
            {`${columnWords.names[name] ?? name} `}
          </Text>
          {isNew ? textOf(after) : becomes(textOf(before), textOf(after))}
        </Text>
      ))}
    </Group>
  )
}

function problemsOf({ error, problems }: ImportRowRecord, { column_mapping: mapping }: ImportRecord): string {
  const said = (problems ?? []).map((one) => {
    const name = one.column === null ? '' : (mapping[one.column - 1] ?? '')
    return cellProblem(columnWords.names[name.toLowerCase()] ?? name, one)
  })
  return said.length === 0 ? (error ?? '') : said.join(comma)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  if (Array.isArray(value)) return value.join(comma)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
