import { useMediaQuery } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { peopleWords as words } from '../words/subscribers.ts'
import type { PeopleColumn } from './columns.tsx'
import type { Found } from './search.ts'
import './rows.css'

type PeopleRowsProps = {
  rows: readonly Found[]
  columns: readonly PeopleColumn[]
  isOld: boolean
  /** null: nothing to fetch now. */
  more: (() => void) | null
}

/** So many rows before the end the next page is fetched. */
const ahead = 40

/** Only the rows in sight exist, however many there are. */
export function PeopleRows({ rows, columns, isOld, more }: PeopleRowsProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const frame = useRef<HTMLDivElement>(null)
  const height = isNarrow ? 28 * columns.length + 16 : 36
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
    <div ref={frame} className="people" tabIndex={0} role="region" aria-label={words.title} aria-busy={isOld}>
      <div
        role="table"
        aria-label={words.title}
        aria-rowcount={rows.length + 1}
        style={{ '--columns': columns.length } as React.CSSProperties}
      >
        <div role="row" aria-rowindex={1} className="people-head">
          {columns.map(({ key, word }) => (
            <div role="columnheader" key={key}>
              {word}
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => (
            <PersonRow key={index} {...{ index, start, height, columns }} row={rows[index]} />
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
}

function PersonRow({ index, start, height, columns, row }: PersonRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="people-row"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      {row !== undefined &&
        columns.map(({ key, word, show }, place) => (
          <div role="cell" key={key} data-word={place === 0 ? '' : word}>
            {show(row)}
          </div>
        ))}
    </div>
  )
}
