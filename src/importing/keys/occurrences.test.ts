import { readdir } from 'node:fs/promises'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWorkFolder } from '../../../test/harness/importing/stories.ts'
import { createKeyHash, createOccurrences, type Candidate } from './occurrences.ts'

type Hash = { high: number; low: number }

async function grouped(hashes: Hash[], fileBytes = 0, flushEvery = 1): Promise<Candidate[][]> {
  const occurrences = await createOccurrences(await aWorkFolder(), fileBytes)
  const groups: Candidate[][] = []
  try {
    for (const [row, { high, low }] of hashes.entries()) {
      occurrences.note(high, low, { row, byteStart: row * 10, byteLength: 9 })
      if (row % flushEvery === 0) await occurrences.flush()
    }
    for await (const part of occurrences.parts()) groups.push(...part.groups)
  } finally {
    await occurrences.close()
  }
  return groups.toSorted((a, b) => (a[0]?.row ?? 0) - (b[0]?.row ?? 0))
}

/** The same by a map. */
function groupedSimply(hashes: Hash[]): Candidate[][] {
  const rows = new Map<string, Candidate[]>()
  for (const [row, { high, low }] of hashes.entries()) {
    const candidates = rows.get(`${high} ${low}`) ?? []
    rows.set(`${high} ${low}`, [...candidates, { row, byteStart: row * 10, byteLength: 9 }])
  }
  return [...rows.values()].filter((candidates) => candidates.length > 1)
}

/** What a file must claim to be dealt to so many partitions. */
const bytesOf = (partitions: number) => (partitions - 1) * 20 * 400_000 + 1

describe('rows with equal hashes', () => {
  const half = fc.oneof(
    fc.integer(),
    fc.constantFrom(0, -1, 1, 0x7fffffff, -0x80000000),
    fc.integer({ min: 0, max: 3 }),
  )
  const hashes = fc.array(fc.record({ high: half, low: half }), { maxLength: 200 })

  test('are found, each group in file order, however many partitions there are', async () => {
    for (const partitions of [1, 2, 8]) {
      const run = async (given: Hash[]) => {
        expect(await grouped(given, bytesOf(partitions))).toEqual(groupedSimply(given))
      }
      await fc.assert(fc.asyncProperty(hashes, run), { numRuns: 25 })
    }
  })

  test('are found when they differ from others in one half alone', async () => {
    const given = [
      { high: 1, low: 1 },
      { high: 1, low: 2 },
      { high: 2, low: 1 },
      { high: 2, low: 2 },
      { high: 2, low: 1 },
    ]
    const groups = await grouped(given, bytesOf(2))
    expect(groups.map((group) => group.map(({ row }) => row))).toEqual([[2, 4]])
  })

  test('are found when all are equal, and when their places in the table are all the same', async () => {
    const same = Array.from({ length: 5_000 }, () => ({ high: 7, low: 7 }))
    expect(await grouped(same, 0, 1_000)).toEqual(groupedSimply(same))
    const crowded = Array.from({ length: 3_000 }, (_, index) => ({ high: 0, low: (index % 1_500) * 65_536 }))
    expect(await grouped(crowded, 0, 1_000)).toEqual(groupedSimply(crowded))
  })

  test('are found in rows that lie far behind and are long', async () => {
    const occurrences = await createOccurrences(await aWorkFolder(), 0)
    occurrences.note(1, 1, { row: 5_000_000_000, byteStart: 2 ** 45, byteLength: 1_048_576 })
    occurrences.note(1, 1, { row: 5_000_000_001, byteStart: 2 ** 45 + 1_048_577, byteLength: 3 })
    for await (const { groups } of occurrences.parts()) {
      expect(groups).toEqual([
        [
          { row: 5_000_000_000, byteStart: 2 ** 45, byteLength: 1_048_576 },
          { row: 5_000_000_001, byteStart: 2 ** 45 + 1_048_577, byteLength: 3 },
        ],
      ])
    }
    await occurrences.close()
  })
})

test('a key that is only seen is found, and is no row to compare', async () => {
  for (const partitions of [1, 8]) {
    const occurrences = await createOccurrences(await aWorkFolder(), bytesOf(partitions))
    occurrences.see(3, 1)
    occurrences.note(3, 1, { row: 0, byteStart: 0, byteLength: 9 })
    occurrences.note(5, 1, { row: 1, byteStart: 10, byteLength: 9 })
    occurrences.see(6, 1)
    occurrences.see(6, 1)
    const found: string[] = []
    for await (const { index, groups, has } of occurrences.parts()) {
      expect(groups).toEqual([])
      for (const [high, low] of [
        [3, 1],
        [5, 1],
        [6, 1],
        [6, 2],
        [7, 1],
      ] as const) {
        if ((high & (occurrences.partitions - 1)) === index && has(high, low)) found.push(`${high} ${low}`)
      }
    }
    expect(found.toSorted()).toEqual(['3 1', '5 1', '6 1'])
    await occurrences.close()
  }
})

test('many rows are spilled to disk, found all the same, and nothing stays behind', async () => {
  const folder = await aWorkFolder()
  const occurrences = await createOccurrences(folder, bytesOf(1024))
  const rows = 300_000
  for (let row = 0; row < rows; row += 1) {
    const number = row % (rows - 1000)
    occurrences.note(number, Math.imul(number, 0x9e3779b1), { row, byteStart: row, byteLength: 1 })
    if (row % 10_000 === 0) await occurrences.flush()
  }
  const [made] = await readdir(folder)
  expect(await readdir(`${folder}/${made}`)).toHaveLength(1024)
  let repeated = 0
  for await (const { groups } of occurrences.parts()) {
    for (const [first, second, ...more] of groups) {
      expect([second?.row, more.length]).toEqual([(first?.row ?? 0) + rows - 1000, 0])
      repeated += 1
    }
  }
  expect(repeated).toBe(1000)
  await occurrences.close()
  expect(await readdir(folder)).toEqual([])
})

describe('the hash of a key', () => {
  const hash = createKeyHash()
  const hashOf = (text: string) => {
    const bytes = Buffer.from(`..${text}..`)
    const isFolded = hash.fold(bytes, 2, bytes.length - 2)
    return { isFolded, high: hash.high, low: hash.low }
  }

  test('is the same for keys that differ in case and white space around alone', () => {
    const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n', '\v', '\f'), maxLength: 3 })
    const ascii = fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    })
    const run = (key: string, before: string, after: string) => {
      expect(hashOf(before + key.toUpperCase() + after)).toEqual(hashOf(key.toLowerCase()))
    }
    fc.assert(fc.property(ascii, blank, blank, run))
  })

  test('is another for other keys', () => {
    const seen = new Set<string>()
    for (let number = 0; number < 50_000; number += 1) {
      const { high, low } = hashOf(`p${number}@example.com`)
      seen.add(`${high} ${low}`)
    }
    expect(seen.size).toBe(50_000)
  })

  test('is left to the caller where a byte is not ASCII', () => {
    expect(hashOf('ann@example.com').isFolded).toBe(true)
    for (const text of ['\u00a0ann@example.com', 'ann@bücher.example'])
      expect(hashOf(text).isFolded).toBe(false)
  })

  test('is another for each file', () => {
    const bytes = Buffer.from('ann@example.com')
    const seen = Array.from({ length: 20 }, () => {
      const one = createKeyHash()
      one.fold(bytes, 0, bytes.length)
      return `${one.high} ${one.low}`
    })
    expect(new Set(seen).size).toBe(20)
  })
})
