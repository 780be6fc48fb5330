import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Records of one size, partitioned by a hash and spilled to disk in blocks, so that memory does not grow with their
 * number.
 */
export type Partitions = {
  count: number
  /** Where to write the next record: `block`, from the returned byte on. */
  place: (hash: number) => number
  block: DataView
  /** Writes full blocks to disk; await it regularly. */
  flush: () => Promise<void>
  /** A whole partition, or in pieces. Each can be read once. */
  read: (index: number) => Promise<DataView>
  pieces: (index: number) => AsyncGenerator<DataView>
  close: () => Promise<void>
}

/** All partitions together. */
const bufferedRecords = 262_144
const pieceRecords = 65_536

/** @param size.count a power of two; @param name the start of the name of the directory. */
export async function createPartitions(
  scratchDir: string,
  name: string,
  { count, recordBytes }: { count: number; recordBytes: number },
): Promise<Partitions> {
  const dir = await mkdtemp(join(scratchDir, `${name}-`))
  const blockRecords = Math.min(8192, bufferedRecords / count)
  const list = Array.from({ length: count }, (_, index) =>
    createPartition(join(dir, String(index)), { blockRecords, recordBytes }),
  )
  const partitionAt = (index: number): Partition => {
    const partition = list[index]
    if (partition === undefined) throw new Error(`there is no partition ${index}`)
    return partition
  }
  const partitions: Partitions = {
    count,
    block: partitionAt(0).block,
    place: (hash) => {
      const partition = partitionAt(hash & (count - 1))
      const at = partition.place()
      partitions.block = partition.block
      return at
    },
    flush: async () => {
      for (const partition of list) if (partition.hasFull()) await partition.spill()
    },
    read: (index) => partitionAt(index).read(),
    pieces: (index) => partitionAt(index).pieces(),
    close: async () => {
      for (const partition of list) await partition.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return partitions
}

type Partition = ReturnType<typeof createPartition>

function createPartition(path: string, size: { blockRecords: number; recordBytes: number }) {
  const { blockRecords, recordBytes } = size
  const newBlock = () => new DataView(new ArrayBuffer(blockRecords * recordBytes))
  const full: Buffer[] = []
  let used = 0
  let spilled = 0
  let file: FileHandle | null = null
  const seal = () => {
    full.push(Buffer.from(partition.block.buffer, 0, used * recordBytes))
    partition.block = newBlock()
    used = 0
  }
  const partition = {
    block: newBlock(),
    place: (): number => {
      if (used === blockRecords) seal()
      used += 1
      return (used - 1) * recordBytes
    },
    hasFull: () => full.length > 0,
    spill: async () => {
      file ??= await open(path, 'wx+', 0o600)
      for (const block of full.splice(0)) {
        // Not `write`, which may write less than the whole block when the disk fills up.
        await file.appendFile(block)
        spilled += block.length
      }
    },
    read: async (): Promise<DataView> => {
      seal()
      const whole = Buffer.alloc(spilled + full.reduce((sum, block) => sum + block.length, 0))
      await file?.read(whole, 0, spilled, 0)
      let at = spilled
      for (const block of full.splice(0)) at += block.copy(whole, at)
      return viewOf(whole)
    },
    async *pieces(): AsyncGenerator<DataView> {
      seal()
      const piece = Buffer.alloc(Math.min(spilled, pieceRecords * recordBytes))
      for (let at = 0; at < spilled; at += piece.length) {
        const length = Math.min(piece.length, spilled - at)
        await file?.read(piece, 0, length, at)
        yield viewOf(piece.subarray(0, length))
      }
      for (const block of full.splice(0)) yield viewOf(block)
    },
    close: async () => file?.close(),
  }
  return partition
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
