import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { fieldSeparators } from '../../contract/imports/input.ts'
import { createReader } from '../../files/csv/reader.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import { createUtf8Check } from '../../files/csv/utf8.ts'

export type GivenFormat = Partial<CsvFormat>

export type Sniffed = {
  sizeBytes: number
  format: CsvFormat
  rows: string[][]
}

const headBytes = 1_048_576
const rowsMax = 21
/** Enough to detect the enclosure; a larger sample takes longer and gives the same answer. */
const guessBytes = 65_536

/** @throws Error, a sentence, if it is not a CSV file that can be imported. */
export async function sniffFile(path: string, given: GivenFormat): Promise<Sniffed> {
  const handle = await open(path)
  try {
    const stats = await handle.stat()
    if (!stats.isFile()) throw new Error(`${path} is not a regular file.`)
    if (stats.size === 0) throw new Error(`${path} is empty.`)
    const { bytes } = await readAt(handle, 0, Math.min(headBytes, stats.size))
    const problem = problemOf(bytes)
    if (problem !== undefined) throw new Error(`${path} ${problem}`)
    const characterSet = await characterSetOf(path, handle, given.characterSet)
    const { format, rows } = sniffHead(bytes, bytes.length === stats.size, { ...given, characterSet })
    return { sizeBytes: stats.size, format, rows }
  } finally {
    await handle.close()
  }
}

/** Parses a line from the command line: `email,"Name, first",`. */
export function readLine(line: string): string[] {
  const format: CsvFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' }
  return readRows(Buffer.from(line), true, format).rows[0] ?? []
}

/** @throws Error, a sentence. */
export function sniffHead(
  head: Buffer,
  isWhole: boolean,
  given: GivenFormat & Pick<CsvFormat, 'characterSet'>,
) {
  const isMarked = head.subarray(0, 3).equals(byteOrderMark)
  const bytes = isMarked ? head.subarray(3) : head
  const enclosure = given.enclosure ?? enclosureOf(bytes)
  const open = { characterSet: given.characterSet, enclosure }
  const separator = given.separator ?? separatorOf(bytes, isWhole, open)
  const format: CsvFormat = { ...open, separator }
  const { rows, fault } = readRows(bytes, isWhole, format)
  if (fault?.kind === 'unclosed_enclosure') {
    throw new Error(
      `The quote opened on line ${fault.line} is never closed, so the file cannot be parsed. If ${enclosure} is not the quote character, set it with --enclosure.`,
    )
  }
  if (rows.length === 0) throw new Error('The file has no row in its first megabyte.')
  return { format, rows }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

function problemOf(head: Buffer): string | undefined {
  const hex = head.toString('hex', 0, 4)
  if (hex.startsWith('504b0304')) return 'is a spreadsheet or a ZIP archive. Save it as CSV.'
  if (hex.startsWith('1f8b')) return 'is compressed. Unpack it first.'
  if (hex.startsWith('fffe') || hex.startsWith('feff')) return 'is in UTF-16. Save it in UTF-8.'
  return undefined
}

/** Checks every byte, because an accent in the last row would fail the whole import. */
async function characterSetOf(
  path: string,
  handle: FileHandle,
  given: CsvFormat['characterSet'] | undefined,
) {
  if (given === 'windows-1252') return given
  const place = await findForeignByte(handle)
  if (place === null) return 'UTF-8'
  if (given === undefined) return 'windows-1252'
  throw new Error(
    `${path} is not in UTF-8: byte ${place + 1} is not valid UTF-8. The file may be in windows-1252, as Excel writes it: try --charset windows-1252.`,
  )
}

async function findForeignByte(handle: FileHandle): Promise<number | null> {
  const utf8 = createUtf8Check()
  let position = 0
  for (;;) {
    const { bytes } = await readAt(handle, position, headBytes)
    const found = bytes.length === 0 ? utf8.end() : utf8.push(bytes)
    if (found !== null) return position + found
    if (bytes.length === 0) return null
    position += bytes.length
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<{ bytes: Buffer }> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
  return { bytes: buffer.subarray(0, bytesRead) }
}

/** Counts whole enclosed cells, because names may begin with an apostrophe. */
function enclosureOf(bytes: Buffer): CsvFormat['enclosure'] {
  const text = bytes.toString('latin1', 0, guessBytes)
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const single = count(/(?<=^|[\r\n,;|\t])'[^'\r\n]*'(?=[\r\n,;|\t]|$)/g)
  return single > count(/(?<=^|[\r\n,;|\t])"[^"\r\n]*"(?=[\r\n,;|\t]|$)/g) ? "'" : '"'
}

/** Prefers the separator that makes most rows as wide as the first; ties go to more cells. */
function separatorOf(
  bytes: Buffer,
  isWhole: boolean,
  open: Omit<CsvFormat, 'separator'>,
): CsvFormat['separator'] {
  const score = (separator: CsvFormat['separator']) => {
    const { rows } = readRows(bytes, isWhole, { ...open, separator })
    const width = rows[0]?.length ?? 0
    const evenShare = rows.filter(({ length }) => length === width).length / rows.length
    return width < 2 ? 0 : evenShare + width / 1e6
  }
  const scores = fieldSeparators.map((separator) => ({ separator, score: score(separator) }))
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).separator
}

function readRows(bytes: Buffer, isWhole: boolean, format: CsvFormat) {
  const rows: string[][] = []
  const reader = createReader(format, (cells) => {
    if (rows.length < rowsMax) rows.push([...cells])
  })
  return { rows, fault: reader.push(bytes) ?? (isWhole ? reader.end() : null) }
}
