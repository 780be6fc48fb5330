import { setImmediate as nextTurn } from 'node:timers/promises'
import { picked } from '../../store/imports/merge.ts'
import type { ImportRange } from '../../store/imports/ranges.ts'
import { createReader } from '../../files/csv/reader.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import type { OpenFile } from '../../files/storage.ts'
import { isRepeat } from '../keys/repeats.ts'
import { textColumns, type TextColumn } from './columns.ts'
import { PackedRows } from './packed.ts'
import { Texts } from './texts.ts'
import type { Row, RowReader } from '../../contract/imports/row-reader.ts'

/** A place is a row's position in the range, from 0. */
export type ParsedRange = {
  range: ImportRange
  /** Rows that are neither failed nor repeated, as indexes of `packed`, in the order of their keys; each key once. */
  rows: Uint32Array
  packed: PackedRows
  repeated: { places: number[]; addresses: Texts }
  /** JSON of a failed row's cells, the last its error: as slices they would keep the text of the file. */
  failed: { place: number; cells: string }[]
  unfit: UnfitRow[]
  /** By column. */
  canBeEmpty: readonly boolean[]
}

/** A row with cells that do not fit, whether or not it failed. */
export type UnfitRow = {
  place: number
  columns: readonly number[]
  /** Whether none of its problems is another one. */
  canBeImported: boolean
  /** Shortened, as `columns`; '' for a cell with an address. */
  examples: string[]
  /** JSON as of a failed row; null: it failed. */
  cells: string | null
}

const chunkBytes = 1_048_576
/** Between them the thread answers the database, which would otherwise wait for it for a whole chunk. */
const pieceBytes = 131_072

export function rowsAt({ rows }: ParsedRange, positions: Uint32Array): Uint32Array {
  return picked(rows, positions)
}

/** Of all rows, as the look-up takes them. */
export function keysOf({ packed, rows }: ParsedRange): string {
  return packed.joined('key', rows) ?? ''
}

/** One at a time. @throws if the file is not as it was split. */
export type RangeParser = (range: ImportRange) => Promise<ParsedRange>

/**
 * Made once for a run: what is made for each range is collected with its compiled code, which then has to be compiled again
 * (docs/decisions/028-speed-of-the-import.md).
 */
export function createRangeParser(
  handle: Pick<OpenFile, 'read'>,
  format: CsvFormat,
  reader: RowReader,
): RangeParser {
  const columns = textColumns(reader.plan)
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let parsed: ParsedRange | null = null
  let place = 0
  const records = createReader(format, (cells, problem) => {
    const row = problem ?? reader.read(cells)
    if (parsed !== null) {
      addRow(parsed, place, cells, row)
      if (problem === null && reader.unfit().columns.length > 0)
        parsed.unfit.push(unfitRow({ place, cells, row }, reader))
    }
    place += 1
  })
  return async (range) => {
    const here = { ...emptyRange(columns, range), canBeEmpty: reader.canBeEmpty }
    parsed = here
    place = 0
    const { byte_start: start, byte_end: end } = range
    for (let at = start; at < end;) {
      const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, end - at), at)
      if (bytesRead === 0) throw new Error('the file became shorter while it was imported')
      for (let from = 0; from < bytesRead; from += pieceBytes) {
        records.push(chunk.subarray(from, Math.min(from + pieceBytes, bytesRead)))
        await nextTurn()
      }
      at += bytesRead
    }
    if (records.end() !== null || place !== range.records) {
      throw new Error('the file changed while it was imported')
    }
    parsed = null
    return { ...here, rows: here.packed.sortedByKey() }
  }
}

const roomMax = 8_388_608

function emptyRange(columns: TextColumn[], range: ImportRange): Omit<ParsedRange, 'canBeEmpty'> {
  // Of a record that is longer than a record may be, nothing is kept.
  const bytes = Math.min(range.byte_end - range.byte_start, roomMax)
  return {
    range,
    rows: new Uint32Array(),
    packed: new PackedRows(columns, range.records, bytes),
    repeated: { places: [], addresses: new Texts(1, range.records, 0) },
    failed: [],
    unfit: [],
  }
}

function addRow(parsed: ParsedRange, place: number, cells: string[], row: Row | string): void {
  if (typeof row === 'string') {
    parsed.failed.push({ place, cells: JSON.stringify([...cells, row]) })
  } else if (isRepeat(parsed.range.repeats, place)) {
    parsed.repeated.places.push(place)
    parsed.repeated.addresses.add(row.address)
  } else {
    parsed.packed.add(row, place)
  }
}

const exampleMax = 40

function unfitRow(
  { place, cells, row }: { place: number; cells: string[]; row: Row | string },
  reader: RowReader,
): UnfitRow {
  const { columns, sentence } = reader.unfit()
  return {
    place,
    columns: [...columns],
    canBeImported: columns.every((column) => reader.canBeEmpty[column]),
    examples: columns.map((column) => exampleOf(cells[column] ?? '')),
    cells: typeof row === 'string' ? null : JSON.stringify([...cells, sentence]),
  }
}

/** As PostgreSQL can store it. A copy: as a slice it would keep the text of the file. */
function exampleOf(cell: string): string {
  const text = cell.trim().replaceAll('\0', '\ufffd')
  if (text.includes('@')) return ''
  return Buffer.from(text.length > exampleMax ? `${text.slice(0, exampleMax)}…` : text).toString()
}
