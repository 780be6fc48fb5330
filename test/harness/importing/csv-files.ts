import * as fc from 'fast-check'
import type { FileFault } from '../../../src/files/csv/records.ts'
import {
  createReader,
  createSplitter,
  keyText,
  type SplitFormat,
  type SplitTotals,
} from '../../../src/files/csv/reader.ts'
import { toWindows1252 } from './windows-1252.ts'

interface Row {
  number: number
  byteStart: number
  byteEnd: number
  key: string
  problem: string | null
  cells: string[]
}

export interface Outcome {
  end: FileFault | SplitTotals
  rows: Row[]
}

/** Chunk sizes that must all give the same result; the last is larger than any generated file. */
const chunkSizes = [1, 2, 3, 7, 64, 1_048_576]

/**
 * Splits a file in chunks of a size and reads the records that it found, as an import does. Throws if the two uses
 * of the grammar disagree. The rows of a faulty file have no cells: they are never read.
 */
export function importFile(bytes: Buffer, format: SplitFormat, chunkBytes: number): Outcome {
  const rows: Row[] = []
  const splitter = createSplitter(format, (record) => {
    const { number, byteStart, byteEnd, problem } = record
    rows.push({ number, byteStart, byteEnd, key: keyText(record, format), problem, cells: [] })
  })
  for (const chunk of chunksOf(bytes, chunkBytes)) splitter.push(chunk)
  const end = splitter.end()
  const first = rows[0]
  if (end.kind !== 'split' || first === undefined) return { end, rows }
  let index = 0
  const reader = createReader(format, (cells, problem, byteStart) => {
    const row = rows[index++]
    if (row === undefined) throw new Error(`reading finds more than the ${rows.length} rows of splitting`)
    row.cells = [...cells]
    const key = cells[format.keyColumn] ?? ''
    if (row.byteStart !== first.byteStart + byteStart || row.problem !== problem || row.key !== key) {
      throw new Error(
        `splitting tells ${JSON.stringify(row)}, reading ${JSON.stringify({ problem, byteStart })}`,
      )
    }
  })
  const range = bytes.subarray(first.byteStart, rows.at(-1)?.byteEnd)
  for (const chunk of chunksOf(range, chunkBytes)) reader.push(chunk)
  const fault = reader.end()
  if (fault !== null || index !== rows.length) throw new Error(`reading ends at row ${index}: ${fault?.kind}`)
  return { end, rows }
}

/** Every chunk in the same buffer, which is then overwritten, so that the reader cannot rely on an earlier one. */
function* chunksOf(bytes: Buffer, chunkBytes: number): Generator<Buffer> {
  const buffer = Buffer.alloc(Math.min(chunkBytes, bytes.length))
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const size = bytes.copy(buffer, 0, at, at + chunkBytes)
    yield size === buffer.length ? buffer : buffer.subarray(0, size)
    buffer.fill('"')
  }
}

/** The outcome of a file, which must be the same for every chunk size. */
export function importAtEverySize(bytes: Buffer, format: SplitFormat): Outcome {
  const [outcome, ...others] = chunkSizes.toReversed().map((size) => importFile(bytes, format, size))
  const expected = JSON.stringify(outcome)
  for (const [index, other] of others.entries()) {
    if (JSON.stringify(other) === expected) continue
    throw new Error(`chunks of ${chunkSizes.at(-2 - index)}: ${JSON.stringify(other)}, else ${expected}`)
  }
  return outcome!
}

const formats: fc.Arbitrary<SplitFormat> = fc.record({
  separator: fc.constantFrom(',', '\t', ';', '|'),
  enclosure: fc.constantFrom('"', "'"),
  characterSet: fc.constantFrom('UTF-8', 'windows-1252'),
  hasHeaders: fc.boolean(),
  keyColumn: fc.nat({ max: 3 }),
})

/** A file that every CSV reader should read alike, with its rows. */
export interface WellFormedFile {
  format: SplitFormat
  bytes: Buffer
  rows: string[][]
}

const lineEnds = fc.constantFrom('\r\n', '\n', '\r')
const singleBytePieces = [
  'a',
  'Zo',
  '7',
  ' ',
  ',',
  ';',
  '|',
  '\t',
  '"',
  "'",
  '\r',
  '\n',
  '\r\n',
  '\0',
  '@',
  'é',
  'ÿ',
  '€',
  '“',
  '\x81',
]
const otherPieces = ['Ж', '漢', '😀', '\uFFFD', 'e\u0301', '\u2028']

export const wellFormedFiles: fc.Arbitrary<WellFormedFile> = formats.chain((format) => {
  const pieces = format.characterSet === 'UTF-8' ? [...singleBytePieces, ...otherPieces] : singleBytePieces
  const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''))
  const cell = fc.record({ text, wantsEnclosure: fc.boolean() })
  const cells = fc.array(cell, { minLength: 1, maxLength: 5 })
  const row = fc.record({ cells, end: lineEnds, blankLines: fc.array(lineEnds, { maxLength: 2 }) })
  return fc
    .record({ rows: fc.array(row, { maxLength: 8 }), isMarked: fc.boolean(), isLastEnded: fc.boolean() })
    .map(({ rows, isMarked, isLastEnded }) => {
      const lines = rows.map(({ cells, end, blankLines }, index) => {
        const line = cells.map((cell) => written(cell, cells.length === 1, format)).join(format.separator)
        return line + (index === rows.length - 1 && !isLastEnded ? '' : end + blankLines.join(''))
      })
      const mark = isMarked && format.characterSet === 'UTF-8' ? '\uFEFF' : ''
      const content = mark + lines.join('')
      const bytes = format.characterSet === 'UTF-8' ? Buffer.from(content) : toWindows1252(content)
      return { format, bytes, rows: rows.map(({ cells }) => cells.map(({ text }) => text)) }
    })
})

function written(
  { text, wantsEnclosure }: { text: string; wantsEnclosure: boolean },
  isAlone: boolean,
  { separator, enclosure }: SplitFormat,
): string {
  const isBlankLine = isAlone && text.trim() === ''
  const needsEnclosure = isBlankLine || [separator, enclosure, '\r', '\n'].some((part) => text.includes(part))
  if (!wantsEnclosure && !needsEnclosure) return text
  return enclosure + text.replaceAll(enclosure, enclosure + enclosure) + enclosure
}

const asciiBytes = fc.constantFrom(
  ...Array.from(`,,\t"""''\r\r\n\n  ab7`, (character) => [character.charCodeAt(0)]),
)
const characters = fc.constantFrom(...otherPieces.map((piece) => [...Buffer.from(piece)]), [0xef, 0xbb, 0xbf])
const brokenBytes = fc.constantFrom(0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff)
const cleanParts = fc.oneof({ weight: 12, arbitrary: asciiBytes }, { weight: 1, arbitrary: characters })
const someParts = fc.oneof({ weight: 30, arbitrary: cleanParts }, fc.tuple(brokenBytes))

/** Arbitrary bytes, mostly those that mean something to the grammar; one file in two is valid UTF-8. */
export const anyFiles: fc.Arbitrary<{ format: SplitFormat; bytes: Buffer }> = fc.record({
  format: formats,
  bytes: fc
    .oneof(fc.array(cleanParts, { maxLength: 80 }), fc.array(someParts, { maxLength: 80 }))
    .map((parts) => Buffer.from(parts.flat())),
})
