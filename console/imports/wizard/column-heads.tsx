import { Table, UnstyledButton } from '@mantine/core'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { InspectedColumn } from '../../../src/contract/imports/inspection.ts'
import { hasSingleKeys } from '../../app/palette/single-keys.ts'
import { columnWords as words } from '../../words/imports.ts'
import { meaningId } from './column-meaning.tsx'

type Props = { columns: readonly InspectedColumn[]; takeAll: () => void }

/** The headings of the file, one stop of the Tab key. The keys work only while the focus is on a heading. */
export function ColumnHeads({ columns, takeAll }: Props) {
  const [now, setNow] = useState(0)
  const buttons = useRef<(HTMLButtonElement | null)[]>([])
  const pressed = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const to = placeAfter(key, now, columns.length)
    if (to !== null) {
      event.preventDefault()
      setNow(to)
      buttons.current[to]?.focus()
    } else if (key.toLowerCase() === 'a' && hasSingleKeys()) {
      event.preventDefault()
      takeAll()
    }
  }
  return (
    <Table.Tr onKeyDown={pressed}>
      {columns.map(({ number, header }, place) => (
        <Table.Th key={number} scope="col">
          <UnstyledButton
            ref={(button) => {
              buttons.current[place] = button
            }}
            tabIndex={place === Math.min(now, columns.length - 1) ? 0 : -1}
            onFocus={() => setNow(place)}
            onClick={() => openMeaning(number)}
            fw={600}
            ta="start"
          >
            {header === '' ? words.column(number) : header}
          </UnstyledButton>
        </Table.Th>
      ))}
    </Table.Tr>
  )
}

function placeAfter(key: string, now: number, count: number): number | null {
  if (key === 'ArrowRight') return Math.min(now + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(now - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

function openMeaning(number: number): void {
  const field = document.getElementById(meaningId(number))
  field?.focus()
  field?.click()
}
