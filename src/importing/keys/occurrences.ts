import { randomInt } from 'node:crypto'
import { createPartitions } from './partitions.ts'

/**
 * Finds rows that may repeat an earlier row's key, in memory that does not grow with the file. Each row takes 28 bytes:
 * a 64-bit hash of its key, its number and its place. Rows with equal hashes become candidates, whose keys the caller
 * compares, so a collision costs one comparison.
 */
export type Occurrences = {
  note: (hashHigh: number, hashLow: number, place: Candidate) => void
  /** Notes a key that belongs to no row to compare: it is only found by `has`. */
  see: (hashHigh: number, hashLow: number) => void
  /** Writes full blocks to disk; await it regularly. */
  flush: () => Promise<void>
  /** The number of parts of the keys: a key is in the part `hashHigh & (partitions - 1)`. */
  partitions: number
  /** One part after the other, once; groups are in file order. */
  parts: () => AsyncGenerator<Part>
  close: () => Promise<void>
}

export type Candidate = { row: number; byteStart: number; byteLength: number }

/** `has`: whether a key with this hash was noted or seen. */
export type Part = {
  index: number
  groups: Candidate[][]
  has: (hashHigh: number, hashLow: number) => boolean
}

const recordBytes = 28
const partitionRows = 400_000
const rowBytesMin = 20
const seen: Candidate = { row: -1, byteStart: 0, byteLength: 0 }

export async function createOccurrences(scratchDir: string, fileBytes: number): Promise<Occurrences> {
  const wanted = Math.ceil(fileBytes / rowBytesMin / partitionRows)
  const count = Math.min(1024, 2 ** Math.ceil(Math.log2(Math.max(1, wanted))))
  const partitions = await createPartitions(scratchDir, 'occurrences', { count, recordBytes })
  const note: Occurrences['note'] = (high, low, { row, byteStart, byteLength }) => {
    const at = partitions.place(high)
    const { block } = partitions
    block.setInt32(at, high, true)
    block.setInt32(at + 4, low, true)
    block.setInt32(at + 8, byteLength, true)
    block.setFloat64(at + 12, row, true)
    block.setFloat64(at + 20, byteStart, true)
  }
  return {
    note,
    see: (high, low) => note(high, low, seen),
    flush: async () => {
      if (count > 1) await partitions.flush()
    },
    partitions: count,
    parts: async function* () {
      for (let index = 0; index < count; index += 1) yield partOf(index, await partitions.read(index))
    },
    close: partitions.close,
  }
}

/** A hash table of the first record of each hash, with open addressing; the other records make groups. */
function partOf(index: number, records: DataView): Part {
  const count = records.byteLength / recordBytes
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2))) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const groups = new Map<number, number[]>()
  /** The record with this hash, or the free slot below 0. */
  const find = (high: number, low: number): number => {
    let slot = low & mask
    for (let first = slots[slot] ?? -1; first >= 0; first = slots[slot] ?? -1) {
      const at = first * recordBytes
      if (records.getInt32(at + 4, true) === low && records.getInt32(at, true) === high) return first
      slot = (slot + 1) & mask
    }
    return -1 - slot
  }
  for (let record = 0; record < count; record += 1) {
    const first = find(records.getInt32(record * recordBytes, true), records.getInt32(record * recordBytes + 4, true)) // oxfmt-ignore
    if (first < 0) slots[-1 - first] = record
    else {
      const group = groups.get(first)
      if (group === undefined) groups.set(first, [first, record])
      else group.push(record)
    }
  }
  const candidates = [...groups.values()].map((group) =>
    group.map((record) => candidateAt(records, record)).filter(({ row }) => row >= 0),
  )
  return {
    index,
    groups: candidates.filter((group) => group.length > 1),
    has: (high, low) => find(high, low) >= 0,
  }
}

function candidateAt(records: DataView, record: number): Candidate {
  const at = record * recordBytes
  return {
    row: records.getFloat64(at + 12, true),
    byteStart: records.getFloat64(at + 20, true),
    byteLength: records.getInt32(at + 8, true),
  }
}

export type KeyHash = ReturnType<typeof createKeyHash>

/**
 * Hashes a key trimmed and with ASCII letters in lower case. The seed is random per file, so that collisions cannot be
 * prepared. `fold` returns false for non-ASCII bytes: normalize the key and hash the result.
 */
export function createKeyHash() {
  const seedHigh = randomInt(0, 2 ** 32) | 0
  const seedLow = randomInt(0, 2 ** 32) | 0
  const hash = { high: 0, low: 0, fold }
  function fold(bytes: Uint8Array, start: number, end: number): boolean {
    let from = start
    let to = end
    while (from < to && (bytes[from] ?? 0) <= 0x20) from += 1
    while (to > from && (bytes[to - 1] ?? 0) <= 0x20) to -= 1
    let high = seedHigh
    let low = seedLow
    let seen = 0
    for (let index = from; index < to; index += 1) {
      let byte = bytes[index] ?? 0
      seen |= byte
      if (byte >= 0x41 && byte <= 0x5a) byte |= 0x20
      high = Math.imul(high ^ byte, 0x01000193)
      low = Math.imul(low ^ byte, 0x5bd1e995)
      low ^= low >>> 15
    }
    hash.high = Math.imul(high ^ (high >>> 16), 0x45d9f3b)
    hash.high ^= hash.high >>> 15
    hash.low = Math.imul(low ^ (low >>> 13), 0x2c1b3c6d)
    hash.low ^= hash.low >>> 16
    return seen < 0x80
  }
  return hash
}
