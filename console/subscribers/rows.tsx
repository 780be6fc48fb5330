import { Checkbox } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { bulkWords, peopleWords as words } from '../words/audience/subscribers.ts'
import type { PeopleColumn } from './columns.tsx'
import type { Found } from './search.ts'
import type { Selection } from './bulk/selection.ts'
import './rows.css'

type PeopleRowsProps = {
  rows: readonly Found[]
  columns: readonly PeopleColumn[]
  isOld: boolean
  /** null: nothing to fetch now. */
  more: (() => void) | null
  /** null: rows cannot be selected. */
  selection: Selection | null
}

/** So many rows before the end the next page is fetched. */
const ahead = 40

/** Only the rows in sight exist, however many there are. */
export function PeopleRows({ rows, columns, isOld, more, selection }: PeopleRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const frame = useRef<HTMLDivElement>(null)
  const height = isNarrow ? 46 + 24 * Math.ceil((columns.length - 1) / 2) : 36
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 12,
  })
  useEffect(() => virtual.measure(), [virtual, height])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more !== null && last + ahead >= rows.length) more()
  }, [last, rows.length, more])
  return (
    <div
      ref={frame}
      className={selection === null ? 'people' : 'people people-choosing'}
      tabIndex={0}
      role="region"
      aria-label={words.title}
      aria-busy={isOld}
    >
      <div
        role="table"
        aria-label={words.title}
        aria-rowcount={rows.length + 1}
        style={{ '--columns': columns.length } as React.CSSProperties}
      >
        <div role="row" aria-rowindex={1} className="people-head">
          {selection !== null && (
            <div role="columnheader" className="people-choice">
              <Checkbox
                size="xs"
                aria-label={bulkWords.chooseAll}
                checked={selection.isAll}
                indeterminate={!selection.isAll && selection.ids.size > 0}
                onChange={() => (selection.isAll ? selection.clear() : selection.chooseAll())}
              />
            </div>
          )}
          {columns.map(({ key, word }) => (
            <div role="columnheader" key={key}>
              {word}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <PersonRow key={index} {...{ index, start, height, columns, selection }} row={rows[index]} />
          ))}
        </div>
      </div>
    </div>
  )
}

type PersonRowProps = {
  index: number
  start: number
  height: number
  columns: readonly PeopleColumn[]
  row: Found | undefined
  selection: Selection | null
}

function PersonRow({ index, start, height, columns, row, selection }: PersonRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="people-row"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      {row !== undefined && selection !== null && (
        <div role="cell" className="people-choice" data-word="">
          <Checkbox
            size="xs"
            aria-label={bulkWords.choose(row.email)}
            checked={selection.has(row.id)}
            onChange={({ nativeEvent }) =>
              selection.toggle(index, (nativeEvent as unknown as MouseEvent).shiftKey)
            }
          />
        </div>
      )}
      {row !== undefined &&
        columns.map(({ key, word, show, needsWord = false }, place) => (
          <div role="cell" key={key} data-word={needsWord ? word : ''} data-first={place === 0 || undefined}>
            {show(row)}
          </div>
        ))}
    </div>
  )
}
