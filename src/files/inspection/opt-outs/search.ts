import { createReader } from '../../csv/reader.ts'
import type { CsvFormat } from '../../csv/records.ts'
import { meansLeft } from './words.ts'

/** What a search through the rows behind those that were read has found. */
export type LeftSearch = {
  format: CsvFormat
  /** Records that were searched. */
  records: number
  isWhole: boolean
  /** Different cells that mean "left", by column, from 1. */
  cells: ReadonlyMap<number, ReadonlySet<string>>
}

/** A header and lines before it are among them; all of these rows are read by the inspection itself. */
const headRecords = 100
const headBytes = 524_288

const cellsMax = 1000

/** Looks at every cell, because one person in thousands may have left. */
export function createLeftSearch(format: CsvFormat) {
  const cells = new Map<number, Set<string>>()
  let records = 0
  const note = (column: number, cell: string) => {
    const found = cells.get(column) ?? new Set()
    if (found.size < cellsMax) cells.set(column, found.add(cell.trim()))
  }
  const reader = createReader(format, (row, problem, byteStart) => {
    records += 1
    if (problem !== null || (records <= headRecords && byteStart < headBytes)) return
    for (const [index, cell] of row.entries()) {
      if (cell !== '' && meansLeft(cell)) note(index + 1, cell)
    }
  })
  let isRead = true
  return {
    push: (bytes: Buffer) => {
      isRead = isRead && reader.push(bytes) === null
    },
    end: (isWhole: boolean): LeftSearch => {
      if (isWhole && isRead) isRead = reader.end() === null
      return { format, records, isWhole: isWhole && isRead, cells }
    },
  }
}
