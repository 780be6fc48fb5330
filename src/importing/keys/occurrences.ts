import { randomInt } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds rows that may repeat an earlier row's key, in memory that does not grow with the file. Each row takes 28 bytes:
 * a 64-bit hash of its key, its number and its place. Rows are partitioned by hash and spilled to disk. Rows with equal
 * hashes become candidates, whose keys the caller compares, so a collision costs one comparison.
 */
export type Occurrences = {
  note: (hashHigh: number, hashLow: number, place: Candidate) => void
  /** Writes full blocks to disk; await it regularly. */
  flush: () => Promise<void>
  /** Each group in file order. */
  groups: () => AsyncGenerator<Candidate[][]>
  close: () => Promise<void>
}

export type Candidate = { row: number; byteStart: number; byteLength: number }

const recordBytes = 28
const bufferedRecords = 262_144
const partitionRows = 400_000
const rowBytesMin = 20

type Partition = {
  block: DataView
  blockRecords: number
  used: number
  full: Buffer[]
  spilled: number
  file: FileHandle | null
}

export async function createOccurrences(scratchDir: string, fileBytes: number): Promise<Occurrences> {
  const wanted = Math.ceil(fileBytes / rowBytesMin / partitionRows)
  const count = Math.min(1024, 2 ** Math.ceil(Math.log2(Math.max(1, wanted))))
  const blockRecords = Math.min(8192, bufferedRecords / count)
  const partitions = Array.from({ length: count }, () => newPartition(blockRecords))
  const dir = await mkdtemp(join(scratchDir, 'occurrences-'))
  return {
    note: (high, low, place) => {
      const partition = partitions[high & (count - 1)]
      if (partition !== undefined) writeRecord(partition, high, low, place)
    },
    flush: async () => {
      if (count === 1) return
      for (const [index, partition] of partitions.entries()) {
        if (partition.full.length > 0) await spill(partition, join(dir, String(index)))
      }
    },
    groups: async function* () {
      for (const partition of partitions) yield groupsOf(await readPartition(partition))
    },
    close: async () => {
      for (const partition of partitions) await partition.file?.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function newPartition(blockRecords: number): Partition {
  return { block: newBlock(blockRecords), blockRecords, used: 0, full: [], spilled: 0, file: null }
}

function newBlock(blockRecords: number): DataView {
  return new DataView(new ArrayBuffer(blockRecords * recordBytes))
}

function writeRecord(
  partition: Partition,
  high: number,
  low: number,
  { row, byteStart, byteLength }: Candidate,
): void {
  const { block } = partition
  const at = partition.used * recordBytes
  block.setInt32(at, high, true)
  block.setInt32(at + 4, low, true)
  block.setInt32(at + 8, byteLength, true)
  block.setFloat64(at + 12, row, true)
  block.setFloat64(at + 20, byteStart, true)
  partition.used += 1
  if (partition.used === partition.blockRecords) sealBlock(partition)
}

function sealBlock(partition: Partition): void {
  partition.full.push(Buffer.from(partition.block.buffer, 0, partition.used * recordBytes))
  partition.block = newBlock(partition.blockRecords)
  partition.used = 0
}

async function spill(partition: Partition, path: string): Promise<void> {
  partition.file ??= await open(path, 'wx+', 0o600)
  for (const block of partition.full.splice(0)) {
    await partition.file.write(block, 0, block.length, partition.spilled)
    partition.spilled += block.length
  }
}

async function readPartition(partition: Partition): Promise<DataView> {
  sealBlock(partition)
  const spilled = Buffer.alloc(partition.spilled)
  if (partition.file !== null) await partition.file.read(spilled, 0, spilled.length, 0)
  const bytes = Buffer.concat([spilled, ...partition.full.splice(0)])
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function groupsOf(records: DataView): Candidate[][] {
  const count = records.byteLength / recordBytes
  const mask = 2 ** Math.ceil(Math.log2(Math.max(2, count * 2))) - 1
  const slots = new Int32Array(mask + 1).fill(-1)
  const groups = new Map<number, number[]>()
  for (let index = 0; index < count; index += 1) {
    const high = records.getInt32(index * recordBytes, true)
    const low = records.getInt32(index * recordBytes + 4, true)
    let slot = low & mask
    for (let first = slots[slot] ?? -1; ; slot = (slot + 1) & mask, first = slots[slot] ?? -1) {
      if (first < 0) {
        slots[slot] = index
        break
      }
      const at = first * recordBytes
      if (records.getInt32(at + 4, true) !== low || records.getInt32(at, true) !== high) continue
      const group = groups.get(first)
      if (group === undefined) groups.set(first, [first, index])
      else group.push(index)
      break
    }
  }
  return [...groups.values()].map((group) => group.map((index) => candidateAt(records, index)))
}

function candidateAt(records: DataView, index: number): Candidate {
  const at = index * recordBytes
  return {
    row: records.getFloat64(at + 12, true),
    byteStart: records.getFloat64(at + 20, true),
    byteLength: records.getInt32(at + 8, true),
  }
}

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
