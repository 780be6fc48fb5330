import { Button, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { cellProblem } from '../../design/failures.ts'
import { comma } from '../../design/figures.ts'
import { Panel } from '../../design/page.tsx'
import { failedWords as words } from '../../words/failed-rows.ts'
import type { Edits } from './edits.ts'
import type { FailedRow } from './load.ts'
import './grid.css'

type GridProps = {
  rows: readonly FailedRow[]
  titles: readonly string[]
  edits: Edits
  isBusy: boolean
  /** null: nothing to fetch now. */
  more: (() => void) | null
  /** How many rows are there. */
  loaded: string
}

/** So many rows before the end the next page is fetched. */
const ahead = 40

/** Only the rows in sight exist, however many there are. On a narrow screen only the cells that are wrong are shown. */
export function Grid({ rows, titles, edits, isBusy, more, loaded }: GridProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)') ?? false
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isNarrow ? 150 : 62),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more !== null && last + ahead >= rows.length) more()
  }, [last, rows.length, more])
  const columns = titles.map((title, column) => ({ title, column }))
  return (
    <Panel flush>
      <div
        ref={frame}
        className="failed"
        tabIndex={0}
        role="region"
        aria-label={words.table}
        aria-busy={isBusy}
      >
        <div
          role="table"
          aria-label={words.table}
          aria-rowcount={rows.length + 1}
          style={{ '--columns': titles.length } as React.CSSProperties}
        >
          <Head columns={columns} />
          <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
            {items.map(({ index, start, key }) => {
              const row = rows[index]
              if (row === undefined) return null
              return (
                <div
                  role="row"
                  key={key}
                  ref={virtual.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className="failed-row"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Cells row={row} columns={columns} edits={edits} isNarrow={isNarrow} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
      <Text size="sm" c="dimmed" p="sm" role="status" className="figures">
        {loaded}
      </Text>
    </Panel>
  )
}

function Head({ columns }: Pick<CellsProps, 'columns'>) {
  return (
    <div role="row" aria-rowindex={1} className="failed-head">
      <div role="columnheader">{words.error}</div>
      {columns.map(({ title, column }) => (
        <div role="columnheader" key={column}>
          {title}
        </div>
      ))}
    </div>
  )
}

type CellsProps = {
  row: FailedRow
  columns: readonly { title: string; column: number }[]
  edits: Edits
  isNarrow: boolean
}

function Cells({ row, columns, edits, isNarrow }: CellsProps) {
  const cells = edits.cellsOf(row)
  const problems = (row.problems ?? []).map((one) => {
    const column = (one.column ?? 0) - 1
    return { column, said: cellProblem(columns[column]?.title ?? '', one) }
  })
  const wrong = new Map(problems.map(({ column, said }) => [column, said]))
  const error = problems.map(({ said }) => said).join(comma)
  const extra = cells.slice(columns.length).map((_, index) => ({
    title: words.columnTitle('', '', columns.length + index + 1),
    column: columns.length + index,
  }))
  const all = [...columns, ...extra]
  const some = all.filter(({ column }) => wrong.has(column))
  return (
    <>
      <div role="cell" className="failed-error">
        <Text size="sm" c="var(--quiver-danger)" lineClamp={isNarrow ? 4 : 2} title={error}>
          {words.errorOf(row.row_number, error)}
        </Text>
        {edits.isChanged(row) && (
          <Button variant="subtle" size="compact-xs" onClick={() => edits.reset(row)}>
            {words.reset}
          </Button>
        )}
      </div>
      {(isNarrow && some.length > 0 ? some : all).map(({ title, column }) => (
        <div role="cell" key={column}>
          <TextInput
            aria-label={words.cell(title, row.row_number)}
            label={isNarrow ? title : undefined}
            size="xs"
            value={cells[column] ?? ''}
            title={wrong.get(column) ?? cells[column] ?? ''}
            error={wrong.has(column) && (cells[column] ?? '') === (row.cells[column] ?? '')}
            onChange={(event) => edits.edit(row, column, event.currentTarget.value)}
          />
        </div>
      ))}
    </>
  )
}
