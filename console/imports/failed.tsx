import { Anchor, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { createSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import type { ImportRecord } from '../../src/contract/imports/endpoints.ts'
import { listSubscriberImportRows } from '../../src/contract/imports/rows.ts'
import type { ImportRowRecord } from '../../src/contract/imports/rows.ts'
import { useCall, useChange } from '../app/api.ts'
import { useInOrganization } from '../app/places.ts'
import { Page, Panel } from '../design/page.tsx'
import { Answered, Empty, Failure } from '../design/states.tsx'
import { columnWords, failedWords as words, importWords } from '../words/imports.ts'
import { useImport } from './data.ts'
import { fileName } from './steps.tsx'
import { paramsOf } from './wizard/source.ts'

const perPage = 500

/** The rows that failed, as a grid to correct and to import again by the same rules. */
export default function FailedRows() {
  const at = useInOrganization()
  const found = useImport()
  const record = found.data?.data
  return (
    <Page
      title={words.title}
      aside={record === undefined ? undefined : fileName(record)}
      lead={words.lead}
      parent={{ title: importWords.title, to: at('/imports') }}
    >
      <Answered of={found}>{({ data }) => <FoundRows of={data} />}</Answered>
    </Page>
  )
}

function FoundRows({ of }: { of: ImportRecord }) {
  const rows = useCall(listSubscriberImportRows, {
    params: { id: of.id },
    query: { classification: 'failed', per_page: perPage },
  })
  return (
    <Answered of={rows}>
      {({ data, paging }) =>
        data.length === 0 ? (
          <Panel flush>
            <Empty {...words.none} />
          </Panel>
        ) : (
          <Grid of={of} rows={data} all={paging?.num_records ?? data.length} />
        )
      }
    </Answered>
  )
}

type GridProps = { of: ImportRecord; rows: readonly ImportRowRecord[]; all: number }

function Grid({ of, rows, all }: GridProps) {
  const [, go] = useLocation()
  const at = useInOrganization()
  const [cells, setCells] = useState(() => rows.map((row) => row.cells ?? []))
  const [isOut, setOut] = useState<Record<number, boolean>>({})
  const create = useChange(createSubscriberImport, { done: ({ id }) => go(at(`/imports/${id}`)) })
  const kept = cells.filter((_, index) => isOut[index] !== true)
  const send = (fileSource: object) =>
    create.mutate({
      params: { mailing_list_id: of.mailing_list_id },
      body: { ...rulesOf(of), file_source: fileSource } as never,
    })
  const edit = (row: number, column: number, text: string) =>
    setCells((now) => now.map((line, index) => (index === row ? line.with(column, text) : line)))
  return (
    <Stack gap="md">
      <Panel flush>
        <Table.ScrollContainer
          minWidth={of.column_mapping.length * 180 + 320}
          tabIndex={0}
          aria-label={words.table}
        >
          <Table>
            <Head of={of} />
            <Table.Tbody>
              {rows.map((row, index) => (
                <Line
                  key={row.row_number ?? index}
                  of={of}
                  row={row}
                  cells={cells[index] ?? []}
                  isOut={isOut[index] === true}
                  edit={(column, text) => edit(index, column, text)}
                  leaveOut={(is) => setOut({ ...isOut, [index]: is })}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Panel>
      {all > rows.length && <Text c="dimmed">{words.more(rows.length, all)}</Text>}
      {create.isError && <Failure error={create.error} />}
      <Ways
        of={of}
        kept={kept}
        all={all > rows.length ? all : null}
        isPending={create.isPending}
        send={send}
      />
    </Stack>
  )
}

type WaysProps = {
  of: ImportRecord
  kept: readonly (readonly string[])[]
  /** How many rows failed, if they are more than the grid shows. */
  all: number | null
  isPending: boolean
  send: (fileSource: object) => void
}

function Ways({ of, kept, all, isPending, send }: WaysProps) {
  const at = useInOrganization()
  const source = { type: 'failed_rows' as const, import_id: of.id }
  const anew = paramsOf({ listId: of.mailing_list_id, source })
  return (
    <Group>
      <Button
        loading={isPending}
        disabled={kept.length === 0}
        onClick={() => send({ type: 'json', content: csvOf(kept), filename: `${fileName(of)}, corrected` })}
      >
        {words.submit(kept.length)}
      </Button>
      <Anchor component={Link} href={`${at('/imports/new')}?${anew}`}>
        {words.anew}
      </Anchor>
      {all !== null && (
        <Button variant="default" onClick={() => send(source)}>
          {words.unchanged(all)}
        </Button>
      )}
    </Group>
  )
}

function Head({ of }: { of: ImportRecord }) {
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{words.error}</Table.Th>
        {of.column_mapping.map((name, index) => (
          <Table.Th key={`${index} ${name}`}>{nameOf(name, index)}</Table.Th>
        ))}
        <Table.Td />
      </Table.Tr>
    </Table.Thead>
  )
}

type LineProps = {
  of: ImportRecord
  row: ImportRowRecord
  cells: readonly string[]
  isOut: boolean
  edit: (column: number, text: string) => void
  leaveOut: (is: boolean) => void
}

function Line({ of, row, cells, isOut, edit, leaveOut }: LineProps) {
  const columns = Math.max(of.column_mapping.length, cells.length)
  return (
    <Table.Tr style={{ opacity: isOut ? 0.45 : 1 }}>
      <Table.Td c="var(--quiver-danger)" miw={220}>
        {row.error}
      </Table.Td>
      {Array.from({ length: columns }, (_, column) => (
        <Table.Td key={column} miw={160}>
          <TextInput
            aria-label={words.cell(nameOf(of.column_mapping[column] ?? '', column), row.row_number)}
            value={cells[column] ?? ''}
            disabled={isOut}
            onChange={(event) => edit(column, event.currentTarget.value)}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <Button variant="subtle" size="compact-sm" onClick={() => leaveOut(!isOut)}>
          {isOut ? words.takeBack : words.leaveOut}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}

function nameOf(name: string, index: number): string {
  return name === '' ? columnWords.column(index + 1) : (columnWords.names[name.toLowerCase()] ?? name)
}

/** All cells in quotes, so that spaces and line ends stay as they are. */
function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join('')
}

function rulesOf(of: ImportRecord) {
  return {
    column_mapping: of.column_mapping,
    overwrite: of.overwrite,
    overwrite_what: of.overwrite_what,
    overwrite_when_status: of.overwrite_when_status,
    subscriber_defaults: of.subscriber_defaults,
    default_custom_fields: of.default_custom_fields,
    autoresponders: { subscription: of.autoresponders.subscription },
    file_format: {
      csv_has_headers: false,
      date_format: of.file_format.date_format,
      status_columns: of.file_format.status_columns,
    },
  }
}
