import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

/** Many strings in bounded memory: the first 32 MB and what was used last, the others in a file without a name. */
export type StringStore = {
  /** @returns the bytes of all of them. */
  add: (text: string) => number
  count: () => number
  get: (index: number) => string
  close: () => void
}

/** What a text that is not in memory costs: a larger block lets a sheet read the disk for each of its cells. */
const blockBytes = 65_536
const residentBlocks = 512
const cachedBlocks = 256
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
      return end
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
    const bytes = Buffer.allocUnsafe(end - start)
    for (let at = start; at < end;) {
      const number = Math.floor(at / blockBytes)
      at += blockOf(number).copy(bytes, at - start, at - number * blockBytes)
    }
    return bytes
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
