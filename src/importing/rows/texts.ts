import { isAscii } from 'node:buffer'

/**
 * Texts of rows as bytes in one buffer, one after another: row by row, and in each row column by column. A class, like all
 * that is made anew for each range: methods stay compiled, while the code of a closure is collected with it.
 */
export class Texts {
  readonly #columns: number
  readonly #starts: Uint32Array
  #buffer: Buffer
  #count = 0

  /** @param bytes that will probably be needed. */
  constructor(columns: number, rowsMax: number, bytes: number) {
    this.#columns = columns
    this.#buffer = Buffer.allocUnsafeSlow(Math.max(bytes, 1024))
    this.#starts = new Uint32Array(columns * rowsMax + 1)
  }

  add(text: string): void {
    const start = this.#starts[this.#count] ?? 0
    // A character of a string takes three bytes at the most.
    const needed = start + 3 * text.length
    if (needed > this.#buffer.length) this.#buffer = grown(this.#buffer, needed)
    this.#count += 1
    this.#starts[this.#count] = start + written(this.#buffer, text, start)
  }

  /** How many rows are complete. */
  rows(): number {
    return Math.floor(this.#count / this.#columns)
  }

  text(column: number, row: number): string {
    const span = row * this.#columns + column
    return decoded(this.#buffer.subarray(this.#starts[span], this.#starts[span + 1]))
  }

  isBlank(column: number, row: number): boolean {
    const span = row * this.#columns + column
    return this.#starts[span] === this.#starts[span + 1]
  }

  areBlank(column: number, rows: Uint32Array): boolean {
    let index = 0
    while (index < rows.length && this.isBlank(column, rows[index] as number)) index += 1
    return index === rows.length
  }

  /** Texts of the rows, each with the byte `end` after it. @param columns the second counts where the first is blank. */
  joined(rows: Uint32Array, [column, instead = column]: [number, number?], end: number): string {
    const spans = new Uint32Array(rows.length)
    let length = rows.length
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number
      const span = row * this.#columns + (this.isBlank(column, row) ? instead : column)
      spans[index] = span
      length += (this.#starts[span + 1] as number) - (this.#starts[span] as number)
    }
    return decoded(copied(this.#buffer, this.#starts, { spans, length, end }))
  }

  /** Rows in the order of the bytes of their texts. */
  sorted(column: number): Uint32Array {
    const spans = { buffer: this.#buffer, starts: this.#starts, columns: this.#columns, column }
    return sortedRows(this.rows(), spans)
  }
}

function decoded(bytes: Buffer): string {
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')
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

type Spans = { buffer: Buffer; starts: Uint32Array; columns: number; column: number }

/** Part of the order whose texts have this many first bytes in common. */
type Part = { start: number; end: number; skipped: number }

/**
 * Sorts numbers, each made of a few bytes and a row, and what is equal by its next bytes. Sorting by a comparison in
 * JavaScript was a seventh of the thread's time.
 */
function sortedRows(rows: number, spans: Spans): Uint32Array {
  const order = new Uint32Array(rows)
  for (let row = 0; row < rows; row += 1) order[row] = row
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
  const { buffer, starts, columns, column } = spans
  for (let at = part.start; at < part.end; at += 1) {
    const row = order[at] as number
    const span = row * columns + column
    const end = starts[span + 1] as number
    let next = (starts[span] as number) + part.skipped
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
function sortEqual(order: Uint32Array, halves: Uint32Array, spans: Spans, part: Part): Part[] {
  const { start, end, skipped } = part
  const rest: Part[] = []
  for (let first = 0; first < end - start;) {
    let next = first + 1
    while (next < end - start && isEqual(halves, first, next)) next += 1
    const hasEnded = (halves[2 * first] as number) >>> 24 === ended
    if (next - first > 1 && hasEnded) {
      order.subarray(start + first, start + next).sort((one, other) => compared(spans, one, other))
    } else if (next - first > 1) {
      rest.push({ start: start + first, end: start + next, skipped: skipped + bytesAtOnce })
    }
    first = next
  }
  return rest
}

function isEqual(halves: Uint32Array, one: number, other: number): boolean {
  return (
    halves[2 * one + 1] === halves[2 * other + 1] &&
    ((halves[2 * one] as number) ^ (halves[2 * other] as number)) >>> 24 === 0
  )
}

function compared({ buffer, starts, columns, column }: Spans, one: number, other: number): number {
  const [first, second] = [one * columns + column, other * columns + column]
  return buffer.compare(buffer, starts[second], starts[second + 1], starts[first], starts[first + 1])
}
