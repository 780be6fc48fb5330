import type { FileHandle } from 'node:fs/promises'
import { readSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ImportRange } from '../../store/imports/ranges.ts'
import { forEachRecord } from '../../files/csv/reader.ts'
import type { CsvFormat } from '../../files/csv/records.ts'
import type { Candidate, Part } from './occurrences.ts'
import type { Plan } from '../../contract/imports/plan.ts'
import type { RowReader } from '../../contract/imports/row-reader.ts'

type FileToScan = { handle: FileHandle; format: CsvFormat; plan: Plan; signal: AbortSignal }

const batchBytes = 1_048_576
const LF = 10

export async function markRepeats(
  file: FileToScan,
  reader: RowReader,
  parts: AsyncIterable<Part>,
  ranges: ImportRange[],
): Promise<void> {
  for await (const { groups } of parts) {
    const compare = createComparer(file.plan, reader, ranges)
    for (const batch of batchesOf(groups)) {
      file.signal.throwIfAborted()
      compareBatch(file, batch, compare)
      // The reads are synchronous; let the heartbeat run between batches.
      await nextTurn()
    }
  }
}

type Placed = { group: number; candidate: Candidate }

function* batchesOf(groups: Candidate[][]): Generator<Placed[]> {
  let batch: Placed[] = []
  let bytes = 0
  for (const [group, candidates] of groups.entries()) {
    for (const candidate of candidates) {
      batch.push({ group, candidate })
      bytes += candidate.byteLength + 1
      if (bytes < batchBytes) continue
      yield batch
      batch = []
      bytes = 0
    }
  }
  if (batch.length > 0) yield batch
}

type Comparer = (placed: Placed, cells: readonly string[]) => void

/** Rows of a group come in file order: the first good row owns its key, later ones repeat it. */
function createComparer(plan: Plan, reader: RowReader, ranges: ImportRange[]): Comparer {
  let group = -1
  let taken = new Set<string>()
  return (placed, cells) => {
    if (placed.group !== group) {
      group = placed.group
      taken = new Set()
    }
    const key = reader.keyOf(cells[plan.keyColumn] ?? '')
    if (key === null) return
    if (taken.has(key)) markRepeat(ranges, placed.candidate.row)
    else if (typeof reader.read(cells) !== 'string') taken.add(key)
  }
}

function compareBatch(file: FileToScan, batch: Placed[], compare: Comparer): void {
  const bytes = Buffer.allocUnsafe(batch.reduce((sum, { candidate }) => sum + candidate.byteLength + 1, 0))
  let used = 0
  for (const { candidate } of batch) {
    used += readSync(file.handle.fd, bytes, used, candidate.byteLength, candidate.byteStart)
    bytes[used] = LF
    used += 1
  }
  let next = 0
  const fault = forEachRecord(bytes.subarray(0, used), file.format, (cells) => {
    const placed = batch[next]
    if (placed !== undefined) compare(placed, cells)
    next += 1
  })
  if (fault !== null || next !== batch.length) throw new Error('the file changed while it was read')
}

function markRepeat(ranges: ImportRange[], row: number): void {
  const range = ranges[rangeIndexOf(ranges, row)]
  if (range === undefined) throw new Error(`row ${row} lies in no range`)
  range.repeats ??= new Uint8Array(Math.ceil(range.records / 8))
  const place = row - range.first_record
  range.repeats[place >> 3] = (range.repeats[place >> 3] ?? 0) | (1 << (place & 7))
}

function rangeIndexOf(ranges: ImportRange[], row: number): number {
  let low = 0
  let high = ranges.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.first_record ?? 0) <= row) low = middle
    else high = middle
  }
  return low
}

export function isRepeat(repeats: Uint8Array | null, place: number): boolean {
  return repeats !== null && ((repeats[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
}
