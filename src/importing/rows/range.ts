import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportRange } from '../../store/imports/ranges.ts'
import { createReader } from '../../files/csv/reader.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import type { OpenFile } from '../../files/storage.ts'
import { isRepeat } from '../keys/repeats.ts'
import { textColumns } from './columns.ts'
import { PackedRows } from './packed.ts'
import { createTexts } from './texts.ts'
import type { Texts } from './texts.ts'
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
}

const chunkBytes = 1_048_576
/** Between them the thread answers the database, which would otherwise wait for it for a whole chunk. */
const pieceBytes = 131_072

/** As the look-up takes them. @param positions null: of all rows. */
export function keysOf({ packed, rows }: ParsedRange, positions: Uint32Array | null = null): string {
  const those = positions === null ? rows : positions.map((position) => rows[position] as number)
  return packed.joined('key', those) ?? ''
}

export async function parseRange(
  handle: Pick<OpenFile, 'read'>,
  format: CsvFormat,
  reader: RowReader,
  range: ImportRange,
): Promise<ParsedRange> {
  const length = range.byte_end - range.byte_start
  const packed = new PackedRows(textColumns(reader.plan), range.records, length)
  const repeated = { places: [], addresses: createTexts(1, range.records, 0) }
  const parsed: ParsedRange = { range, rows: new Uint32Array(), packed, repeated, failed: [] }
  let place = 0
  const records = createReader(format, (cells, problem) => {
    addRow(parsed, place, cells, problem ?? reader.read(cells))
    place += 1
  })
  const chunk = Buffer.allocUnsafe(Math.min(length, chunkBytes))
  for (let read = 0; read < length;) {
    const wanted = Math.min(chunk.length, length - read)
    const { bytesRead } = await handle.read(chunk, 0, wanted, range.byte_start + read)
    if (bytesRead === 0) throw new Error('the file became shorter while it was imported')
    for (let at = 0; at < bytesRead; at += pieceBytes) {
      records.push(chunk.subarray(at, Math.min(at + pieceBytes, bytesRead)))
      await nextTurn()
    }
    read += bytesRead
  }
  if (records.end() !== null || place !== range.records) {
    throw new Error('the file changed while it was imported')
  }
  return { ...parsed, rows: packed.sortedByKey() }
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
