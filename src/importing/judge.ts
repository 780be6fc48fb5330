import type { FileHandle } from 'node:fs/promises'
import type { Classification, SubscriberStatus } from '../contract/imports/states.ts'
import type { ImportRange } from '../store/imports/ranges.ts'
import { createReader } from './csv/reader.ts'
import type { CsvFormat } from './csv/records.ts'
import { isRepeat } from './repeats.ts'
import type { Row, RowReader } from './row.ts'

/**
 * The rows of a range, read and judged as far as the file alone tells: which fail, which repeat, and which are the
 * ones to be looked up. Rows are numbered by their place in the range, from 0.
 */
export type JudgedRange = {
  range: ImportRange
  /** Rows that are neither failed nor repeated, sorted by key; each key once. */
  rows: Row[]
  /** The place in the range of each of `rows`. */
  places: number[]
  repeated: { place: number; address: string }[]
  /** A failed row's cells, the last its error. */
  failed: { place: number; cells: string[] }[]
}

const chunkBytes = 1_048_576

/** Reads one range. @throws Error when the bytes are not those that were split. */
export async function judgeRange(
  handle: FileHandle,
  format: CsvFormat,
  reader: RowReader,
  range: ImportRange,
): Promise<JudgedRange> {
  const judged: JudgedRange = { range, rows: [], places: [], repeated: [], failed: [] }
  let place = 0
  const records = createReader(format, (cells, problem) => {
    judgeRow(judged, reader, place, cells, problem)
    place += 1
  })
  const length = range.byte_end - range.byte_start
  const chunk = Buffer.allocUnsafe(Math.min(length, chunkBytes))
  for (let read = 0; read < length;) {
    const wanted = Math.min(chunk.length, length - read)
    const { bytesRead } = await handle.read(chunk, 0, wanted, range.byte_start + read)
    if (bytesRead === 0) throw new Error('the file became shorter while it was imported')
    records.push(chunk.subarray(0, bytesRead))
    read += bytesRead
  }
  if (records.end() !== null || place !== range.records) {
    throw new Error('the file changed while it was imported')
  }
  return sortByKey(judged)
}

function judgeRow(
  judged: JudgedRange,
  reader: RowReader,
  place: number,
  cells: string[],
  problem: string | null,
): void {
  const row = problem ?? reader.read(cells)
  if (typeof row === 'string') {
    judged.failed.push({ place, cells: [...cells, row] })
  } else if (isRepeat(judged.range.repeats, place)) {
    judged.repeated.push({ place, address: row.address })
  } else {
    judged.rows.push(row)
    judged.places.push(place)
  }
}

function sortByKey(judged: JudgedRange): JudgedRange {
  const { rows, places } = judged
  const keys = rows.map((row) => row.key)
  const first = Float64Array.from(keys, (key) => numberOf(key, 0))
  const second = Float64Array.from(keys, (key) => numberOf(key, charactersMax))
  // Numbers are sorted, not pairs: half the time, and nothing for the collector.
  const order = Uint32Array.from(keys.keys()).toSorted(
    (a, b) =>
      (first[a] ?? 0) - (first[b] ?? 0) ||
      (second[a] ?? 0) - (second[b] ?? 0) ||
      compare(keys[a] ?? '', keys[b] ?? ''),
  )
  return {
    ...judged,
    rows: Array.from(order, (index) => rows[index] as Row),
    places: Array.from(order, (index) => places[index] as number),
  }
}

/** Six bytes are what a number holds exactly. */
const charactersMax = 6

/**
 * Six characters as a number: comparing texts took a sixth of a worker's time. Twelve settle nearly all addresses, six
 * do not where many begin alike. Characters beyond Latin-1 are taken for one: any order will do that everybody keeps
 * and that leaves neighbours beside each other.
 */
function numberOf(key: string, start: number): number {
  let number = 0
  for (let index = start; index < start + charactersMax; index += 1) {
    number = number * 256 + (index < key.length ? Math.min(key.charCodeAt(index), 255) : 0)
  }
  return number
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** What an import may do to subscribers who exist. */
export type OverwriteRules = {
  overwrite: boolean
  whenStatus: Record<SubscriberStatus, boolean>
  /** Whether the status is one of the things that are overwritten. */
  status: boolean
}

/**
 * The class of one good, unrepeated row (docs/decisions: the order of the questions). `freePlaces` is how many
 * active subscribers the organization may still get.
 */
export function classify(
  row: Row,
  existing: SubscriberStatus | undefined,
  rules: OverwriteRules,
  freePlaces: number,
): Classification {
  if (existing === undefined) {
    return row.status === 'active' && freePlaces < 1 ? 'skipped_over_limit' : 'added'
  }
  if (!rules.overwrite) return 'skipped_overwrite'
  if (!rules.whenStatus[existing]) return `skipped_${existing}`
  const wouldActivate = rules.status && row.status === 'active' && existing !== 'active'
  return wouldActivate && freePlaces < 1 ? 'skipped_over_limit' : 'updated'
}
