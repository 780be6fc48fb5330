import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** Many strings in bounded memory: the first 32 MB and what was used last, the others in a file without a name. */
export type StringStore = {
  add: (text: string) => void
  count: () => number
  get: (index: number) => string
  close: () => void
}

const blockBytes = 1_048_576
const residentBlocks = 32
const cachedBlocks = 16
const endsPerChunk = 65_536

export function createStringStore(scratchDir: string): StringStore {
  const blocks = createBlocks(scratchDir)
  const ends: Float64Array[] = []
  let count = 0
  const endOf = (index: number) =>
    index < 0 ? 0 : (ends[Math.floor(index / endsPerChunk)]?.[index % endsPerChunk] ?? 0)
  return {
    add: (text) => {
      const end = blocks.append(Buffer.from(text))
      if (count % endsPerChunk === 0) ends.push(new Float64Array(endsPerChunk))
      const chunk = ends.at(-1)
      if (chunk !== undefined) chunk[count % endsPerChunk] = end
      count += 1
    },
    count: () => count,
    get: (index) => blocks.read(endOf(index - 1), endOf(index)).toString('utf8'),
    close: blocks.close,
  }
}

function createBlocks(scratchDir: string) {
  const resident: Buffer[] = []
  const cache = new LRUCache<number, Buffer>({ max: cachedBlocks })
  let total = 0
  let current = Buffer.allocUnsafe(blockBytes)
  let file: number | undefined

  const seal = () => {
    const number = total / blockBytes - 1
    if (number < residentBlocks) resident.push(current)
    else {
      file ??= openNameless(scratchDir)
      writeSync(file, current, 0, blockBytes, number * blockBytes)
      cache.set(number, current)
    }
    current = Buffer.allocUnsafe(blockBytes)
  }
  const blockOf = (number: number): Buffer => {
    if (number === Math.floor(total / blockBytes)) return current
    const known = resident[number] ?? cache.get(number)
    if (known !== undefined) return known
    const block = Buffer.allocUnsafe(blockBytes)
    readSync(file ?? -1, block, 0, blockBytes, number * blockBytes)
    cache.set(number, block)
    return block
  }
  const read = (start: number, end: number): Buffer => {
    if (start === end) return Buffer.alloc(0)
    const number = Math.floor(start / blockBytes)
    const from = start - number * blockBytes
    const next = (number + 1) * blockBytes
    if (end <= next) return blockOf(number).subarray(from, from + end - start)
    return Buffer.concat([blockOf(number).subarray(from), read(next, end)])
  }
  const append = (bytes: Buffer): number => {
    for (let from = 0; from < bytes.length;) {
      const copied = bytes.copy(current, total % blockBytes, from)
      from += copied
      total += copied
      if (total % blockBytes === 0) seal()
    }
    return total
  }
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  return { append, read, close }
}

/** Nothing stays on the disk after a kill. */
function openNameless(directory: string): number {
  const path = join(directory, `strings-${randomBytes(8).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return file
}
