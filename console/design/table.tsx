import './style/table.css'
import { Box, Button, Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Paging } from '../../src/client/api.ts'
import { count } from './figures.ts'
import { orMore } from '../words/audience/amounts.ts'
import { words } from '../words/app.ts'

export type Column<Row> = {
  key: string
  word: string
  /** The first column names the row. */
  show: (row: Row) => ReactNode
  isNumber?: boolean
  /** Buttons: on a card they need no word beside them. */
  isActions?: boolean
  /** On a compact card: lead is its first line, wide has a line of its own. Others share a line. */
  place?: 'lead' | 'wide'
  /** Present where the server can sort by the column. */
  sort?: { direction: 'ascending' | 'descending' | 'none'; change: () => void }
}

type RowsProps<Row> = {
  /** For screen readers: what the table lists. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  isOld?: boolean
  /** Where there is no room a card of few lines, without the words of the columns: for values that need no label. */
  isCompact?: boolean
}

/** A table where there is room for its columns, otherwise cards. */
export function Rows<Row>({
  caption,
  columns,
  rows,
  keyOf,
  isOld = false,
  isCompact = false,
}: RowsProps<Row>) {
  return (
    <Box className="rows-room" style={{ '--columns': columns.length }}>
      <Table
        className="rows"
        data-compact={isCompact || undefined}
        verticalSpacing={0}
        style={{ opacity: isOld ? 0.55 : 1 }}
        aria-busy={isOld}
      >
        <Table.Caption hidden>{caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(
                ({ key, word, show, isNumber = false, isActions = false, place: onCard }, place) => (
                  <Table.Td
                    key={key}
                    data-word={place === 0 || isActions ? '' : word}
                    data-actions={isActions || undefined}
                    data-first={place === 0 || undefined}
                    data-place={onCard}
                    data-number={isNumber || undefined}
                    ta={isNumber ? 'end' : undefined}
                  >
                    {show(row)}
                  </Table.Td>
                ),
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}

/** A longer head, such as the name of a campaign, wraps. */
const headMax = 30

function Head<Row>({ column: { word, isNumber = false, sort } }: { column: Column<Row> }) {
  const align = isNumber ? ('end' as const) : undefined
  if (sort === undefined) {
    return (
      <Table.Th ta={align} data-long={word.length > headMax || undefined}>
        {word}
      </Table.Th>
    )
  }
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }[sort.direction]
  return (
    <Table.Th ta={align} aria-sort={sort.direction}>
      <Button variant="subtle" size="compact-sm" color="gray" onClick={sort.change}>
        {word}
        {arrow}
      </Button>
    </Table.Th>
  )
}

type PagesProps = { paging: Paging | null; turn: (page: number) => void }

/** Below a list with page numbers. Nothing if everything fits. */
export function Pages({ paging, turn }: PagesProps) {
  if (paging === null || paging.page === null || paging.num_pages <= 1) return null
  const { page, per_page: perPage, num_records: total, num_pages: pages } = paging
  const first = page * perPage + 1
  const ofAll = orMore(count(total), paging.num_records_is_exact !== false)
  return (
    <Group justify="space-between" px="md" py="sm" component="nav" aria-label={words.pages.title}>
      <Text size="sm" c="dimmed" className="figures">
        {words.pages.range(count(first), count(Math.min(total, first + perPage - 1)), ofAll)}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page === 0} onClick={() => turn(page - 1)}>
          {words.pages.earlier}
        </Button>
        <Button variant="default" size="xs" disabled={page + 1 >= pages} onClick={() => turn(page + 1)}>
          {words.pages.later}
        </Button>
      </Group>
    </Group>
  )
}
