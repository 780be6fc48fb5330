import type { Entry } from 'yauzl'
import { RECORD_BYTES_MAX } from '../csv/scan.ts'
import { bounded } from './limits.ts'
import { createSheetReader, type Row } from './sheet.ts'
import { openSharedStrings } from './shared-strings.ts'
import { findParts, readStyles, type ReadPart } from './workbook-parts.ts'
import { parseXml } from './xml.ts'
import type { Archive } from './zip.ts'

export type WorkbookOptions = {
  scratchDir: string
  /** Called with each number of bytes that was unpacked. */
  countUnpacked: (bytes: number) => void
  /** Called with each number of bytes that was written. */
  countWritten: (bytes: number) => void
}

/**
 * The first visible sheet of a workbook (.xlsx) as CSV: commas, double quotes, UTF-8, without blank rows. Dates are
 * 2026-12-31 or 2026-12-31 14:30:00, booleans true and false, formulas their last result.
 */
export async function* readWorkbook(archive: Archive, options: WorkbookOptions): AsyncGenerator<Buffer> {
  const read = partReader(archive, options)
  const parts = await findParts(read)
  const kinds = await readStyles(parts.styles === null ? null : read(parts.styles))
  const strings = openSharedStrings(
    parts.sharedStrings === null ? null : read(parts.sharedStrings),
    options.scratchDir,
  )
  try {
    const sheet = createSheetReader({ kinds, isFrom1904: parts.isFrom1904 })
    for await (const _ of parseXml('its first sheet', read(parts.sheet) ?? noPieces(), sheet.handlers)) {
      const { rows, sharedMax } = sheet.take()
      if (sharedMax >= 0) await strings.reach(sharedMax)
      if (rows.length > 0) yield* written(rows, strings.get, options)
      if (sheet.isEnded()) break
    }
  } finally {
    await strings.close()
  }
}

function partReader({ entries, read }: Archive, { countUnpacked }: WorkbookOptions): ReadPart {
  const byName = new Map<string, Entry>(entries.map((entry) => [entry.fileName.toLowerCase(), entry]))
  return (path) => {
    const entry = byName.get(path.toLowerCase())
    return entry === undefined ? null : bounded(read(entry), countUnpacked)
  }
}

async function* noPieces(): AsyncGenerator<Buffer> {}

/** A few rows can become much text if their columns are far apart. */
const pieceCharacters = 262_144

function* written(
  rows: readonly Row[],
  shared: (index: number) => string,
  { countWritten }: WorkbookOptions,
): Generator<Buffer> {
  let text = ''
  for (const row of rows) {
    text += lineOf(row, shared)
    if (text.length < pieceCharacters) continue
    yield counted(text, countWritten)
    text = ''
  }
  if (text !== '') yield counted(text, countWritten)
}

function lineOf({ columns, contents }: Row, shared: (index: number) => string): string {
  let line = ''
  let column = 0
  for (const [index, content] of contents.entries()) {
    const text = typeof content === 'number' ? shared(content) : content
    if (text === '') continue
    // It is too long for a row of an import already, which fails alone.
    if (line.length > RECORD_BYTES_MAX) break
    const next = columns[index] ?? column
    line += ','.repeat(next - column) + quoted(text)
    column = next
  }
  return line === '' ? '' : `${line}\n`
}

function counted(text: string, count: (bytes: number) => void): Buffer {
  const piece = Buffer.from(text)
  count(piece.length)
  return piece
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
