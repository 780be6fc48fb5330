import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { aNumbersTable, killBackend, pidOf } from '../../../test/harness/core/numbers.ts'
import { retryable } from '../retry.ts'

const rowsOf = (count: number) => `copy (select n from generate_series(1, ${count}) n) to stdout`

test('a COPY to the client leaves its connection usable, whatever is buffered at its end', async () => {
  const { one } = await aNumbersTable()
  for (const rows of [0, 1, 10, 100, 1_000, 3_000, 10_000, 30_000, 100_000]) {
    const total = await one.begin(async (inner) => {
      const lines = await text(inner.unsafe(rowsOf(rows)).readable())
      const [row] = await inner<{ one: number }[]>`select 1 as one`
      return [lines.split('\n').length - 1, row?.one]
    })
    expect(total).toEqual([rows, 1])
  }
})

test('a COPY among statements that are sent together is done in its place', async () => {
  const { one } = await aNumbersTable()
  const counts = await one.begin(async (inner) => {
    const before = inner`insert into numbers values (1)`.execute()
    const lines = text(inner.unsafe('copy numbers to stdout').readable())
    const after = inner`insert into numbers values (2)`.execute()
    await Promise.all([before, after])
    return lines
  })
  expect(counts).toBe('1\n')
})

test('a COPY that fails in its middle fails its stream with the error of the server', async () => {
  const { one } = await aNumbersTable()
  const failing = 'copy (select 1 / (50000 - n) from generate_series(1, 100000) n) to stdout'
  const work = one.begin(async (inner) => text(inner.unsafe(failing).readable()))
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await one`select 1 as one`).toEqual([{ one: 1 }])
})

test('a COPY waits for its reader, and is over with a reader that leaves', async () => {
  const { sql, one } = await aNumbersTable()
  let pid = 0
  const work = one.begin(async (inner) => {
    pid = await pidOf(inner)
    const stream = inner.unsafe(rowsOf(10_000_000)).readable()
    for await (const chunk of stream) return String(chunk).length
    return 0
  })
  await expect(work).rejects.toSatisfy(retryable)
  await expect
    .poll(() => sql`select from pg_stat_activity where pid = ${pid} and state = 'active'`)
    .toHaveLength(0)
  expect(await one`select 1 as one`).toEqual([{ one: 1 }])
})

test('a COPY whose connection dies fails its stream', async () => {
  const { sql, one } = await aNumbersTable()
  const work = one.begin(async (inner) => {
    const pid = await pidOf(inner)
    const stream = inner.unsafe(rowsOf(10_000_000)).readable()
    let bytes = 0
    for await (const chunk of stream) {
      if (bytes === 0) await killBackend(sql, pid)
      bytes += (chunk as Buffer).length
    }
  })
  await expect(work).rejects.toSatisfy(retryable)
})

test('a copy keeps every byte for a reader who is slower than the server', async () => {
  const { one } = await aNumbersTable()
  const row = (n: number) => `${n} ${String(n % 10).repeat(n % 700)}`
  const wanted = Array.from({ length: 20_000 }, (_, n) => `${row(n + 1)}\n`).join('')
  const read = await one.begin(async (inner) => {
    const copy = `copy (select n || ' ' || repeat((n % 10)::text, n % 700) from generate_series(1, 20000) n) to stdout`
    const pieces: Buffer[] = []
    for await (const piece of inner.unsafe(copy).readable()) {
      pieces.push(piece as Buffer)
      // More arrives in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
    return Buffer.concat(pieces).toString()
  })
  expect(read.length).toBe(wanted.length)
  expect(read === wanted).toBe(true)
})
