import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { SplitFormat } from '../../../src/files/csv/reader.ts'
import { importAtEverySize, type WellFormedFile } from './csv-files.ts'
import { fromWindows1252 } from './windows-1252.ts'

/** A file is read as it was written, and as csv-parse reads it, in chunks of any size. */
export function expectAsWritten({ format, bytes, rows }: WellFormedFile): void {
  const { end, rows: read } = importAtEverySize(bytes, format)
  const expected = format.hasHeaders ? rows.slice(1) : rows
  const numbers = expected.map((_, index) => index + 1)
  expect(end).toEqual({ kind: 'split', records: expected.length, bytes: bytes.length })
  expect(read.map(({ cells }) => cells)).toEqual(expected)
  expect(read.map(({ number }) => number)).toEqual(numbers)
  expect(parsedElsewhere(bytes, format)).toEqual(rows)
}

function parsedElsewhere(bytes: Buffer, { separator, enclosure, characterSet }: SplitFormat): string[][] {
  return parse(characterSet === 'UTF-8' ? bytes : fromWindows1252(bytes), {
    bom: characterSet === 'UTF-8',
    delimiter: separator,
    quote: enclosure,
    escape: enclosure,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  })
}

/** Any bytes are read by the rules, which are implemented a second time here as patterns over the whole text. */
export function expectByTheRules({ format, bytes }: { format: SplitFormat; bytes: Buffer }): void {
  const { end, rows } = importAtEverySize(bytes, format)
  if (format.characterSet === 'UTF-8' && !isUtf8(bytes)) {
    const valid = bytes.subarray(0, validLength(bytes))
    expect(end).toEqual({ kind: 'invalid_bytes', line: lineAfter(valid.toString()), byte: valid.length + 1 })
    return
  }
  const isMarked = format.characterSet === 'UTF-8' && bytes.toString().startsWith('\uFEFF')
  const isUnicode = format.characterSet === 'UTF-8'
  const unmarked = bytes.subarray(isMarked ? 3 : 0)
  const text = isUnicode ? unmarked.toString() : fromWindows1252(unmarked)
  const reference = rowsByTheRules(text, format)
  if (reference.unclosedAt !== null) {
    const before = text.slice(0, reference.unclosedAt)
    const byte = (isUnicode ? Buffer.byteLength(before) : before.length) + (isMarked ? 3 : 0) + 1
    expect(end).toEqual({ kind: 'unclosed_enclosure', line: lineAfter(before), byte })
    return
  }
  expect(end.kind).toBe('split')
  expect(rows.map(({ cells, problem }) => ({ cells, isBroken: problem !== null }))).toEqual(
    format.hasHeaders ? reference.rows.slice(1) : reference.rows,
  )
}

function validLength(bytes: Buffer): number {
  let length = 0
  for (let next = 1; next <= bytes.length; next++) if (isUtf8(bytes.subarray(0, next))) length = next
  return length
}

function lineAfter(text: string): number {
  return text.split(/\r\n|\r|\n/).length
}

interface Reference {
  rows: { cells: string[]; isBroken: boolean }[]
  unclosedAt: number | null
}

function rowsByTheRules(text: string, { separator: s, enclosure: e }: SplitFormat): Reference {
  const blanks = s === '\t' ? ' *' : '[ \\t]*'
  const enclosed = new RegExp(`${e}((?:[^${e}]|${e}${e})*)${e}(?!${e})${blanks}([^${s}\\r\\n]*)`, 'y')
  const before = new RegExp(`${blanks}(?=${e})`, 'y')
  const plain = new RegExp(`[^${s}\\r\\n]*`, 'y')
  const rows: Reference['rows'] = []
  let at = 0
  while (at < text.length) {
    const rowAt = at
    const row: Reference['rows'][number] = { cells: [], isBroken: false }
    do {
      if (row.cells.length > 0) at++
      before.lastIndex = at
      at += before.exec(text)?.[0].length ?? 0
      const pattern = text[at] === e ? enclosed : plain
      pattern.lastIndex = at
      const match = pattern.exec(text)
      if (match === null) return { rows, unclosedAt: at }
      const [all, inside, behind] = match
      row.isBroken ||= Boolean(behind)
      row.cells.push(inside === undefined || behind ? all : inside.replaceAll(e + e, e))
      at += all.length
    } while (text[at] === s)
    if (/[^ ]/.test(text.slice(rowAt, at))) rows.push(row)
    at += text.startsWith('\r\n', at) ? 2 : 1
  }
  return { rows, unclosedAt: null }
}
