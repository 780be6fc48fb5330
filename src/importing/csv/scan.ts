/**
 * The grammar of an imported CSV file, once, for splitting and for importing: a state machine over bytes that
 * can stop behind any byte and go on in the next buffer. It makes no strings and allocates nothing per record.
 *
 * A cell that starts with the enclosure ends with it; inside, a doubled enclosure stands for one. Anywhere else
 * the enclosure is an ordinary character, also behind leading spaces. CR LF, LF and CR all end a row, mixed too.
 */

/** A record over one of these limits fails alone; cells behind the limit are not told. */
export const RECORD_BYTES_MAX = 1_048_576
export const RECORD_CELLS_MAX = 10_000

const LF = 10
const CR = 13

/** Where a scan stands. `CLOSED`: behind an enclosure inside a cell, which either ends the cell or is doubled. */
export const ROW_START = 0
const CELL_START = 1
const PLAIN = 2
export const ENCLOSED = 3
const CLOSED = 4

/** What a cell is: the third of its three numbers in `Scan.cells`. */
const CELL_PLAIN = 0
const CELL_ENCLOSED = 1
export const CELL_DOUBLED = 2

/** Why a row fails alone; the first reason met is told. */
export const TEXT_BEHIND_ENCLOSURE = 'row has text behind a closing quote'
export const TOO_LONG = `row is longer than ${RECORD_BYTES_MAX} bytes`
export const TOO_MANY_CELLS = `row has more than ${RECORD_CELLS_MAX} cells`

/** A scan in progress. Positions count from the start of the buffer in hand, those in `cells` from the record's. */
export interface Scan {
  readonly separator: number
  readonly enclosure: number
  mode: number
  /** Where the scan goes on in the buffer. */
  at: number
  /** The record's first byte (negative when it lies in an earlier buffer) and the byte behind its last. */
  recordFrom: number
  recordTo: number
  /** Three numbers a cell: first byte, byte behind the last, what it is. */
  readonly cells: Int32Array
  cellCount: number
  cellFrom: number
  cellKind: number
  problem: string | null
  /** The physical line at `at`, from 1, counting line ends inside enclosed cells too. */
  line: number
  /** The line on which the last enclosed cell opened. */
  openLine: number
  /** The last byte of the buffer before the one in hand. */
  byteBefore: number
}

/** A scan that stands before the first byte of a file, or of any record in it. */
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
    cellKind: CELL_PLAIN,
    problem: null,
    line: 1,
    openLine: 1,
    byteBefore: 0,
  }
}

/**
 * Goes on from `scan.at` to the end of the record: true when it ended in this buffer (an empty line is a record
 * with one empty cell here), false when the buffer is used up.
 */
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
    else if (mode === CLOSED) mode = afterEnclosure(scan, bytes[at]!)
    if (mode === ENCLOSED) {
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
  if (byte !== scan.enclosure) return PLAIN
  scan.cellFrom++
  scan.cellKind = CELL_ENCLOSED
  scan.openLine = scan.line
  return ENCLOSED
}

function afterEnclosure(scan: Scan, byte: number): number {
  if (byte === scan.enclosure) {
    scan.cellKind = CELL_DOUBLED
    return ENCLOSED
  }
  if (byte === scan.separator || byte === LF || byte === CR) return CLOSED
  scan.problem ??= TEXT_BEHIND_ENCLOSURE
  scan.cellFrom--
  scan.cellKind = CELL_PLAIN
  return PLAIN
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
    scan.cells[slot + 1] = mode === CLOSED ? to - 1 : to
    scan.cells[slot + 2] = scan.cellKind
  }
}
