import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scoped } from '../../database/driver/connection.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import { findPeople, type People, type PruneRange } from '../../store/imports/prune.ts'
import type { KeyHash, Part } from '../keys/occurrences.ts'
import { createPartitions, type Partitions } from '../keys/partitions.ts'
import { createPeopleFile, type PeopleFile } from './people-file.ts'

/**
 * Finds the active subscribers of a list who are not in a file, in memory of one bit a subscriber: the list is read once,
 * in order of ids; the hashes of its keys are partitioned like those of the file, so that one partition of the file at a
 * time is looked up. Equal keys have equal hashes, so no subscriber whose key is in the file is found. If different keys have
 * equal hashes, a subscriber is kept; for n keys on m subscribers that happens n·m/2^64 times (10,000,000 each: once in
 * 200,000 imports).
 */
export type Comparison = {
  readList: (hash: KeyHash, partitions: number) => Promise<void>
  lookUp: (part: Part) => Promise<void>
  /** Those who are not in the file; known when all parts have been looked up. */
  found: () => number
  ranges: (size: number) => AsyncGenerator<PruneRange>
  close: () => Promise<void>
}

const pageRows = 20_000
const lookUpBytes = 12

/** @param signal ends the reading of the list when the lease is lost. */
export async function createComparison(
  database: Scoped,
  claim: ClaimedImport,
  { scratchDir, signal }: { scratchDir: string; signal: AbortSignal },
): Promise<Comparison> {
  const dir = await mkdtemp(join(scratchDir, 'people-'))
  const people = await createPeopleFile(join(dir, 'people'))
  let lookUps: Partitions | null = null
  let count = 0
  let known = 0
  let isInFile = new Uint8Array(0)

  return {
    readList: async (hash, partitions) => {
      lookUps = await createPartitions(dir, 'keys', { count: partitions, recordBytes: lookUpBytes })
      let page: People
      let afterId = 0
      do {
        signal.throwIfAborted()
        page = await database.begin((sql) => findPeople(sql, claim, afterId, pageRows))
        for (const key of page.keys) noteLookUp(lookUps, hash, key, count++)
        await people.append(page)
        await lookUps.flush()
        afterId = page.ids.at(-1) ?? afterId
      } while (page.ids.length === pageRows)
      isInFile = new Uint8Array(Math.ceil(count / 8))
    },
    lookUp: async ({ index, has }) => {
      if (lookUps === null) throw new Error('the list has not been read')
      for await (const piece of lookUps.pieces(index)) {
        for (let at = 0; at < piece.byteLength; at += lookUpBytes) {
          if (!has(piece.getInt32(at, true), piece.getInt32(at + 4, true))) continue
          const person = piece.getUint32(at + 8, true)
          isInFile[person >> 3] = (isInFile[person >> 3] ?? 0) | (1 << (person & 7))
          known += 1
        }
      }
    },
    found: () => count - known,
    ranges: (size) => rangesOf(people, isInFile, size),
    close: async () => {
      await lookUps?.close()
      await people.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function noteLookUp(lookUps: Partitions, hash: KeyHash, key: string, person: number): void {
  const bytes = Buffer.from(key)
  hash.fold(bytes, 0, bytes.length)
  const at = lookUps.place(hash.high)
  lookUps.block.setInt32(at, hash.high, true)
  lookUps.block.setInt32(at + 4, hash.low, true)
  lookUps.block.setUint32(at + 8, person, true)
}

async function* rangesOf(people: PeopleFile, isInFile: Uint8Array, size: number): AsyncGenerator<PruneRange> {
  let range: PruneRange = { number: 0, ids: [], versions: [] }
  let person = 0
  for await (const numbers of people.read()) {
    for (let index = 0; index < numbers.length; index += 2, person += 1) {
      if (((isInFile[person >> 3] ?? 0) & (1 << (person & 7))) !== 0) continue
      range.ids.push(numbers[index] ?? 0)
      range.versions.push(numbers[index + 1] ?? 0)
      if (range.ids.length < size) continue
      yield range
      range = { number: range.number + 1, ids: [], versions: [] }
    }
  }
  if (range.ids.length > 0) yield range
}
