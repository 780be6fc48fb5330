import type { ExportColumn } from '../contract/exports/columns.ts'
import type { ExportFormat } from '../contract/exports/input.ts'
import { guarded } from '../contract/values/spelling/formulas.ts'
import { memberSeparator } from '../store/exports/subscribers.ts'

/** For the disk and the hash: the server sends each record alone. */
const pieceBytes = 65_536

/** Puts the header in front of the records and joins them to larger pieces. @param progress counts the records */
export async function* filePieces(
  records: AsyncIterable<Buffer>,
  columns: readonly ExportColumn[],
  format: ExportFormat,
  progress: { done?: number },
): AsyncGenerator<Buffer> {
  const count = createRecordCount(format)
  let pieces: Buffer[] = [Buffer.from(headerOf(columns, format))]
  let bytes = 0
  for await (const piece of records) {
    progress.done = (progress.done ?? 0) + count(piece)
    pieces.push(piece)
    bytes += piece.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(pieces)
    pieces = []
    bytes = 0
  }
  yield Buffer.concat(pieces)
}

/** The names as an import takes them in its column_mapping. JSON lines have none. */
function headerOf(
  columns: readonly ExportColumn[],
  {
    type,
    csv_field_separator: separator,
    csv_field_enclosure: quote,
    guard_formulas: isGuarded,
  }: ExportFormat,
): string {
  if (type !== 'csv') return ''
  const cell = (name: string) =>
    isGuarded || /^\s|\s$|[\r\n]/.test(name) || name.includes(separator) || name.includes(quote)
      ? quote + name.replaceAll(quote, quote + quote) + quote
      : name
  return `${columns.map(({ name }) => cell(isGuarded ? guarded(name) : name)).join(separator)}\n`
}

const lineFeed = 0x0a
const comma = 0x2c
const separator = memberSeparator.charCodeAt(0)

/**
 * Counts the line feeds, in CSV only those outside of quotes: a quote in a cell is written twice. Joins the members of
 * JSON objects, in place.
 */
function createRecordCount({ type, csv_field_enclosure: enclosure }: ExportFormat) {
  return type === 'csv' ? countCsv(enclosure.charCodeAt(0)) : countObjects
}

function countCsv(quote: number) {
  let isInside = false
  return (bytes: Buffer): number => {
    let records = 0
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index]
      if (byte === quote) isInside = !isInside
      else if (byte === lineFeed && !isInside) records += 1
    }
    return records
  }
}

function countObjects(bytes: Buffer): number {
  let records = 0
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]
    if (byte === separator) bytes[index] = comma
    else if (byte === lineFeed) records += 1
  }
  return records
}
