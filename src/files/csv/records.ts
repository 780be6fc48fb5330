import { createScan, ENCLOSED, RECORD_BYTES_MAX, ROW_START, scanRecord, type Scan } from './scan.ts'
import { createUtf8Check, type Utf8Check } from './utf8.ts'

export interface CsvFormat {
  separator: ',' | '\t' | ';' | '|'
  enclosure: '"' | "'"
  /** ISO-8859-1 is read as windows-1252. */
  characterSet: 'UTF-8' | 'windows-1252'
}

/** Line and byte, both from 1, of the enclosure that is never closed or of the first invalid byte. */
export interface FileFault {
  kind: 'unclosed_enclosure' | 'invalid_bytes'
  line: number
  byte: number
}

export interface RawRecord {
  /** Holds the record from `origin`, until the callback returns: the chunk, or a copy if the record spans two chunks. */
  bytes: Buffer
  origin: number
  isCopy: boolean
  byteStart: number
  byteEnd: number
  /** Three numbers per cell: first byte and byte after the last, both from `origin`, and the `CELL_…` kind. */
  readonly cells: Int32Array
  cellCount: number
  problem: string | null
}

export interface RecordFeed {
  readonly scan: Scan
  readonly utf8: Utf8Check | null
  readonly record: RawRecord
  readonly onRecord: (record: RawRecord) => void
  position: number
  carry: Buffer
  carried: number
  fault: FileFault | null
}

/** Blank lines, which are empty or have spaces only, are not reported. */
export function createRecordFeed(format: CsvFormat, onRecord: (record: RawRecord) => void): RecordFeed {
  const scan = createScan(format.separator, format.enclosure)
  const carry = Buffer.allocUnsafe(4096)
  const record = {
    bytes: carry,
    origin: 0,
    isCopy: false,
    byteStart: 0,
    byteEnd: 0,
    cellCount: 0,
    problem: null,
  }
  return {
    scan,
    utf8: format.characterSet === 'UTF-8' ? createUtf8Check() : null,
    record: { ...record, cells: scan.cells },
    onRecord,
    position: 0,
    carry,
    carried: 0,
    fault: null,
  }
}

export function pushBytes(feed: RecordFeed, chunk: Buffer): FileFault | null {
  if (feed.fault !== null || chunk.length === 0) return feed.fault
  const invalidAt = feed.utf8?.push(chunk) ?? null
  if (invalidAt === null) {
    readRecords(feed, chunk)
    return null
  }
  const byte = feed.position + invalidAt + 1
  if (invalidAt > 0) readRecords(feed, chunk.subarray(0, invalidAt))
  return (feed.fault = { kind: 'invalid_bytes', line: feed.scan.line, byte })
}

export function endBytes(feed: RecordFeed): FileFault | null {
  const { scan, position, utf8 } = feed
  if (feed.fault !== null) return feed.fault
  const invalidAt = utf8?.end() ?? null
  if (invalidAt !== null) {
    feed.fault = { kind: 'invalid_bytes', line: scan.line, byte: position + invalidAt + 1 }
  } else if (scan.mode === ENCLOSED) {
    const byte = position + scan.recordFrom + scan.cellFrom
    feed.fault = { kind: 'unclosed_enclosure', line: scan.openLine, byte }
  } else {
    readRecords(feed, Buffer.from('\n'))
    feed.position = position
  }
  return feed.fault
}

function readRecords(feed: RecordFeed, chunk: Buffer): void {
  const { scan, record, onRecord } = feed
  while (scanRecord(scan, chunk)) {
    record.isCopy = scan.recordFrom < 0
    if (record.isCopy) keepBytes(feed, chunk, 0, scan.recordTo)
    record.bytes = record.isCopy ? feed.carry : chunk
    record.origin = record.isCopy ? 0 : scan.recordFrom
    record.byteStart = feed.position + scan.recordFrom
    record.byteEnd = feed.position + scan.recordTo
    record.cellCount = scan.cellCount
    record.problem = scan.problem
    feed.carried = 0
    if (!isBlank(record)) onRecord(record)
  }
  if (scan.mode !== ROW_START) keepBytes(feed, chunk, Math.max(scan.recordFrom, 0), chunk.length)
  feed.position += chunk.length
  scan.recordFrom -= chunk.length
  scan.byteBefore = chunk[chunk.length - 1]!
  scan.at = 0
}

function keepBytes(feed: RecordFeed, chunk: Buffer, from: number, to: number): void {
  const until = Math.min(to, from + RECORD_BYTES_MAX - feed.carried)
  const size = feed.carried + until - from
  if (size > feed.carry.length) feed.carry = Buffer.concat([feed.carry], 2 * size)
  feed.carried += chunk.copy(feed.carry, feed.carried, from, until)
}

function isBlank({ bytes, origin, cells, cellCount, problem }: RawRecord): boolean {
  if (cellCount !== 1 || problem !== null) return false
  const end = origin + cells[1]!
  let at = origin
  while (at < end && bytes[at] === SPACE) at++
  return at === end
}

const SPACE = 32
