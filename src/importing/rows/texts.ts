import { isAscii } from 'node:buffer'

/** Texts of rows as bytes in one buffer, one after another: row by row, and in each row column by column. */
export type Texts = {
  add: (text: string) => void
  /** How many rows are complete. */
  rows: () => number
  text: (column: number, row: number) => string
  isBlank: (column: number, row: number) => boolean
  areBlank: (column: number, rows: Uint32Array) => boolean
  /** Positions in `rows` of the texts that pass. */
  passing: (column: number, rows: Uint32Array, test: TestOfBytes) => Uint32Array
  /** Texts of the rows, each with the byte `end` after it. @param columns the second counts where the first is blank. */
  joined: (rows: Uint32Array, columns: [number, number?], end: number) => string
  /** Rows in the order of the bytes of their texts. */
  sorted: (column: number) => Uint32Array
}

export type TestOfBytes = (bytes: Uint8Array, from: number, to: number) => boolean

/** @param bytes that will probably be needed. */
export function createTexts(columns: number, rowsMax: number, bytes: number): Texts {
  let buffer: Buffer = Buffer.allocUnsafeSlow(Math.max(bytes, 1024))
  const starts = new Uint32Array(columns * rowsMax + 1)
  let count = 0
  const used = () => starts[count] ?? 0
  const from = (column: number, row: number) => starts[row * columns + column] ?? 0
  const to = (column: number, row: number) => starts[row * columns + column + 1] ?? 0
  const isBlank = (column: number, row: number) => from(column, row) === to(column, row)
  const decode = (bytesOfText: Buffer) => bytesOfText.toString(isAscii(bytesOfText) ? 'latin1' : 'utf8')
  return {
    add: (text) => {
      const start = used()
      // A character of a string takes three bytes at the most.
      if (start + 3 * text.length > buffer.length) buffer = grown(buffer, start + 3 * text.length)
      count += 1
      starts[count] = start + written(buffer, text, start)
    },
    rows: () => Math.floor(count / columns),
    text: (column, row) => decode(buffer.subarray(from(column, row), to(column, row))),
    isBlank,
    areBlank: (column, rows) => rows.every((row) => isBlank(column, row)),
    passing: (column, rows, test) => {
      // In the order of the bytes: those of sorted rows are scattered over the memory.
      const passes = new Uint8Array(Math.floor(count / columns))
      for (let row = 0; row < passes.length; row += 1) {
        if (test(buffer, from(column, row), to(column, row))) passes[row] = 1
      }
      const positions = new Uint32Array(rows.length)
      let found = 0
      for (let position = 0; position < rows.length; position += 1) {
        if (passes[rows[position] as number] === 1) positions[found++] = position
      }
      return positions.subarray(0, found)
    },
    joined: (rows, [column, instead = column], end) => {
      const spans = new Uint32Array(rows.length)
      let length = rows.length
      for (const [index, row] of rows.entries()) {
        const span = row * columns + (isBlank(column, row) ? instead : column)
        spans[index] = span
        length += (starts[span + 1] as number) - (starts[span] as number)
      }
      return decode(copied(buffer, starts, { spans, length, end }))
    },
    sorted: (column) => {
      const rows = Math.floor(count / columns)
      const spans = { buffer, from: (row: number) => from(column, row), to: (row: number) => to(column, row) }
      return sortedRows(rows, spans)
    },
  }
}

type Pieces = { spans: Uint32Array; length: number; end: number }

/** The texts are short: calls of `copy` take longer. */
function copied(buffer: Buffer, starts: Uint32Array, { spans, length, end }: Pieces): Buffer {
  const copy = Buffer.allocUnsafe(length)
  let place = 0
  for (let index = 0; index < spans.length; index += 1) {
    const span = spans[index] as number
    const last = starts[span + 1] as number
    for (let at = starts[span] as number; at < last; at += 1) copy[place++] = buffer[at] as number
    copy[place++] = end
  }
  return copy
}

/** `write` alone takes four times as long for a text of 30 characters. @returns bytes. */
function written(buffer: Buffer, text: string, start: number): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 127) return buffer.write(text, start)
    buffer[start + at] = code
  }
  return text.length
}

function grown(buffer: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.max(needed, Math.ceil(buffer.length * 1.5)))
  buffer.copy(larger)
  return larger
}

type Spans = { buffer: Buffer; from: (row: number) => number; to: (row: number) => number }

/** Part of the order whose texts have this many first bytes in common. */
type Part = { start: number; end: number; skipped: number }

/**
 * Sorts numbers, each made of a few bytes and a row, and what is equal by its next bytes. Sorting by a comparison in
 * JavaScript was a seventh of the thread's time.
 */
function sortedRows(rows: number, spans: Spans): Uint32Array {
  const order = Uint32Array.from({ length: rows }, (_, row) => row)
  const numbers = new BigUint64Array(rows)
  const open: Part[] = [{ start: 0, end: rows, skipped: 0 }]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const halves = new Uint32Array(numbers.buffer, 8 * part.start, 2 * (part.end - part.start))
    writeNumbers(halves, order, spans, part)
    numbers.subarray(part.start, part.end).sort()
    for (let at = part.start; at < part.end; at += 1) {
      order[at] = (halves[2 * (at - part.start)] as number) & rowMask
    }
    open.push(...sortEqual(order, halves, spans, part))
  }
  return order
}

const bytesAtOnce = 5
const rowMask = 0xffffff
const ended = 0

/** Little-endian: the first half of each number is its lower one, a byte above the row. */
function writeNumbers(halves: Uint32Array, order: Uint32Array, spans: Spans, part: Part): void {
  const { buffer, from, to } = spans
  for (let at = part.start; at < part.end; at += 1) {
    const row = order[at] as number
    const end = to(row)
    let next = from(row) + part.skipped
    let high = 0
    for (let index = 0; index < 4; index += 1, next += 1) {
      high = (high << 8) | (next < end ? (buffer[next] as number) : ended)
    }
    const low = next < end ? (buffer[next] as number) : ended
    halves[2 * (at - part.start)] = (low << 24) | row
    halves[2 * (at - part.start) + 1] = high
  }
}

/** Where a text may have ended, bytes decide: a text could contain the byte 0. */
function sortEqual(order: Uint32Array, halves: Uint32Array, { buffer, from, to }: Spans, part: Part): Part[] {
  const { start, end, skipped } = part
  const rest: Part[] = []
  const isEqual = (one: number, other: number) =>
    halves[2 * one + 1] === halves[2 * other + 1] &&
    ((halves[2 * one] as number) ^ (halves[2 * other] as number)) >>> 24 === 0
  for (let first = 0; first < end - start;) {
    let next = first + 1
    while (next < end - start && isEqual(first, next)) next += 1
    const hasEnded = (halves[2 * first] as number) >>> 24 === ended
    if (next - first > 1 && hasEnded) {
      const equal = order.subarray(start + first, start + next)
      equal.sort((one, other) => buffer.compare(buffer, from(other), to(other), from(one), to(one)))
    } else if (next - first > 1) {
      rest.push({ start: start + first, end: start + next, skipped: skipped + bytesAtOnce })
    }
    first = next
  }
  return rest
}
