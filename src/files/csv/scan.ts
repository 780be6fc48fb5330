/**
 * The CSV grammar, shared by splitting and importing: a state machine over bytes that can pause after any byte and
 * continue in the next buffer. It creates no strings and allocates nothing per record.
 *
 * A cell that starts with the enclosure ends with it; inside it, a doubled enclosure means one. Spaces and tabs around such
 * a cell are no part of it. Anywhere else the enclosure is an ordinary character. CR LF, LF and CR end a row and may be
 * mixed.
 */

/** A record over one of these limits fails; cells beyond the limit are not reported. */
export const RECORD_BYTES_MAX = 1_048_576
export const RECORD_CELLS_MAX = 10_000

const LF = 10
const CR = 13
const SPACE = 32
const TAB = 9

/** From `ENCLOSED` on, the next byte belongs to the same cell, whatever it is. */
export const ROW_START = 0
const CELL_START = 1
const PLAIN = 2
/** After an enclosure inside a cell, which either ends the cell or is doubled. */
const CLOSED = 3
/** At the end of a cell with blanks behind its enclosure. */
const PADDED = 4
export const ENCLOSED = 5
/** In blanks before a cell that may be enclosed, and behind one that was. */
const BEFORE = 6
const BEHIND = 7

/** Kinds of cells: the third number per cell in `Scan.cells`. */
const CELL_PLAIN = 0
const CELL_ENCLOSED = 1
export const CELL_DOUBLED = 2

export const TEXT_BEHIND_ENCLOSURE = 'row has text behind a closing quote'
export const TOO_LONG = `row is longer than ${RECORD_BYTES_MAX} bytes`
export const TOO_MANY_CELLS = `row has more than ${RECORD_CELLS_MAX} cells`

/** Positions count from the start of the current buffer, those in `cells` from the start of the record. */
export interface Scan {
  readonly separator: number
  readonly enclosure: number
  mode: number
  at: number
  /** The record's first byte (negative if in an earlier buffer) and the byte after its last. */
  recordFrom: number
  recordTo: number
  readonly cells: Int32Array
  cellCount: number
  cellFrom: number
  /** The closing enclosure, if blanks follow it. */
  cellTo: number
  cellKind: number
  problem: string | null
  /** Physical line at `at`, from 1, including line ends inside enclosed cells. */
  line: number
  openLine: number
  byteBefore: number
}

export function createScan(separator: string, enclosure: string): Scan {
  return {
    separator: separator.charCodeAt(0),
    enclosure: enclosure.charCodeAt(0),
    mode: ROW_START,
    at: 0,
    recordFrom: 0,
    recordTo: 0,
    cells: new Int32Array(3 * RECORD_CELLS_MAX),
    cellCount: 0,
    cellFrom: 0,
    cellTo: 0,
    cellKind: CELL_PLAIN,
    problem: null,
    line: 1,
    openLine: 1,
    byteBefore: 0,
  }
}

/** @returns false if the buffer ends before the record. An empty line is a record with one empty cell. */
export function scanRecord(scan: Scan, bytes: Uint8Array): boolean {
  const { separator } = scan
  const end = bytes.length
  if (scan.mode === ROW_START && scan.at < end) startRecord(scan, bytes)
  let at = scan.at
  let mode = scan.mode
  while (at < end) {
    if (mode === ENCLOSED) {
      at = enclosedEnd(scan, bytes, at)
      if (at === end) break
      mode = CLOSED
      at++
      continue
    }
    if (mode === CELL_START) mode = openCell(scan, bytes[at]!, at)
    else if (mode === CLOSED) mode = afterEnclosure(scan, bytes[at]!, at)
    else if (mode > ENCLOSED) mode = afterBlank(scan, mode, bytes[at]!, at)
    if (mode >= ENCLOSED) {
      at++
      continue
    }
    at = plainEnd(bytes, at, separator)
    if (at === end) break
    storeCell(scan, mode, at)
    mode = CELL_START
    if (bytes[at++] !== separator) return endRecord(scan, bytes, at)
  }
  scan.at = at
  scan.mode = mode
  return false
}

function startRecord(scan: Scan, bytes: Uint8Array): void {
  if (scan.at === 0 && scan.byteBefore === CR && bytes[0] === LF) scan.at = 1
  scan.recordFrom = scan.at
  scan.cellCount = 0
  scan.problem = null
  if (scan.at < bytes.length) scan.mode = CELL_START
}

function endRecord(scan: Scan, bytes: Uint8Array, at: number): true {
  scan.recordTo = at - 1
  scan.line++
  scan.at = bytes[at - 1] === CR && at < bytes.length && bytes[at] === LF ? at + 1 : at
  scan.mode = ROW_START
  return true
}

function openCell(scan: Scan, byte: number, at: number): number {
  scan.cellFrom = at - scan.recordFrom
  scan.cellKind = CELL_PLAIN
  if (byte !== scan.enclosure) return byte <= SPACE && isBlank(scan, byte) ? BEFORE : PLAIN
  scan.cellFrom++
  scan.cellKind = CELL_ENCLOSED
  scan.openLine = scan.line
  return ENCLOSED
}

function afterBlank(scan: Scan, mode: number, byte: number, at: number): number {
  if (isBlank(scan, byte)) return mode
  if (mode === BEHIND) return besideEnclosure(scan, byte)
  return byte === scan.enclosure ? openCell(scan, byte, at) : PLAIN
}

function afterEnclosure(scan: Scan, byte: number, at: number): number {
  if (byte === scan.enclosure) {
    scan.cellKind = CELL_DOUBLED
    return ENCLOSED
  }
  if (byte === scan.separator || byte === LF || byte === CR) return CLOSED
  scan.cellTo = at - 1 - scan.recordFrom
  return besideEnclosure(scan, byte)
}

function besideEnclosure(scan: Scan, byte: number): number {
  if (isBlank(scan, byte)) return BEHIND
  if (byte === scan.separator || byte === LF || byte === CR) return PADDED
  scan.problem ??= TEXT_BEHIND_ENCLOSURE
  scan.cellFrom--
  scan.cellKind = CELL_PLAIN
  return PLAIN
}

function isBlank({ separator }: Scan, byte: number): boolean {
  return byte === SPACE || (byte === TAB && separator !== TAB)
}

function plainEnd(bytes: Uint8Array, from: number, separator: number): number {
  const top = separator > CR ? separator : CR
  const end = bytes.length
  let at = from
  while (at < end) {
    const byte = bytes[at]!
    if (byte <= top && (byte === separator || byte === LF || byte === CR)) return at
    at++
  }
  return at
}

function enclosedEnd(scan: Scan, bytes: Uint8Array, from: number): number {
  const { enclosure } = scan
  const end = bytes.length
  let at = from
  while (at < end) {
    const byte = bytes[at]!
    if (byte <= enclosure) {
      if (byte === enclosure) return at
      if (byte === CR) scan.line++
      else if (byte === LF && (at > 0 ? bytes[at - 1] : scan.byteBefore) !== CR) scan.line++
    }
    at++
  }
  return at
}

function storeCell(scan: Scan, mode: number, at: number): void {
  const to = at - scan.recordFrom
  if (to > RECORD_BYTES_MAX) scan.problem ??= TOO_LONG
  else if (scan.cellCount === RECORD_CELLS_MAX) scan.problem ??= TOO_MANY_CELLS
  else {
    const slot = 3 * scan.cellCount++
    scan.cells[slot] = scan.cellFrom
    scan.cells[slot + 1] = mode === PLAIN ? to : mode === CLOSED ? to - 1 : scan.cellTo
    scan.cells[slot + 2] = scan.cellKind
  }
}
