import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { aNumbersTable, killBackend, numbersOf, pidOf } from '../../../test/harness/core/numbers.ts'
import { retryable } from '../retry.ts'

test.each([
  ['at its end', ['1\n2\n', '2\n']],
  [
    'in its middle',
    (function* () {
      for (let number = 0; number < 300_000; number += 1) yield `${number % 100_000}\n`
    })(),
  ],
])(
  'a COPY that breaks a constraint %s rejects with that error, and the connection can be used',
  async (_, lines) => {
    const { one } = await aNumbersTable()
    const work = one.begin(async (inner) => pipeline(lines, await inner`copy numbers from stdin`.writable()))
    await expect(work).rejects.toMatchObject({ code: '23505' })
    await expect(
      one`copy numbers from stdin`.writable().then((stream) => pipeline(['7\n7\n'], stream)),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await numbersOf(one)).toEqual([])
  },
)

test('a COPY among statements that are sent together is done in its place', async () => {
  const { one } = await aNumbersTable()
  const counts = await one.begin(async (inner) => {
    const before = inner`select count(*)::integer as count from numbers`.execute()
    await pipeline(['1\n', '2\n'], await inner`copy numbers from stdin`.writable())
    const after = inner`select count(*)::integer as count from numbers`.execute()
    return [(await before)[0]?.count, (await after)[0]?.count]
  })
  expect(counts).toEqual([0, 2])
})

test('a COPY to the client leaves its connection usable, whatever is buffered at its end', async () => {
  const { one } = await aNumbersTable()
  for (const rows of [0, 1, 10, 100, 1_000, 3_000, 10_000, 30_000, 100_000]) {
    const total = await one.begin(async (inner) => {
      const statement = `copy (select n from generate_series(1, ${rows}) n) to stdout`
      const lines = await text(await inner.unsafe(statement).readable())
      const [row] = await inner<{ one: number }[]>`select 1 as one`
      return [lines.split('\n').length - 1, row?.one]
    })
    expect(total).toEqual([rows, 1])
  }
})

test('a COPY whose source fails rejects with the source error and leaves nothing', async () => {
  const { one } = await aNumbersTable()
  const lines = (function* () {
    yield '1\n'
    throw new Error('the disk is gone')
  })()
  const work = one.begin(async (inner) => pipeline(lines, await inner`copy numbers from stdin`.writable()))
  await expect(work).rejects.toThrow('the disk is gone')
  expect(await numbersOf(one)).toEqual([])
})

test('a COPY whose connection dies rejects', async () => {
  const { sql, one } = await aNumbersTable()
  const work = one.begin(async (inner) => {
    const pid = await pidOf(inner)
    const lines = (async function* () {
      yield '1\n'
      await killBackend(sql, pid)
      yield '2\n'
    })()
    await pipeline(lines, await inner`copy numbers from stdin`.writable())
  })
  await expect(work).rejects.toSatisfy(retryable)
  expect(await numbersOf(one)).toEqual([])
})
