import { expect, test } from 'vitest'
import { readRemote } from '../../../../src/outbound/databases/read.ts'
import type { RemoteLimits } from '../../../../src/outbound/databases/target.ts'
import { aLyingServer, messageOf, type Message } from '../../../harness/fakes/remote/lies.ts'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { readAll } from '../../../harness/fakes/remote/read.ts'
import { aRemoteWorld, remoteFor } from '../../../harness/fakes/remote/world.ts'
import { figure } from '../../../harness/watching/figure.ts'

const megabyte = 1_048_576

/** The most memory of this process while the query is read, less what it had before. */
async function readCounting(rows: number, sql: string, limits: Partial<RemoteLimits> = {}) {
  const { target } = await aRemoteDatabase()
  const { rules } = remoteFor(target, { limits })
  const beforeBytes = process.memoryUsage().rss
  const startedMs = performance.now()
  let count = 0
  let mostBytes = beforeBytes
  const pieces = readRemote({ target, sql, rowsMax: rows }, rules, AbortSignal.timeout(1_700_000))
  for await (const piece of pieces) {
    if (piece.kind !== 'rows') continue
    count += piece.rows.length
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss)
  }
  const seconds = (performance.now() - startedMs) / 1000
  return { count, megabytes: Math.round((mostBytes - beforeBytes) / megabyte), seconds }
}

test('ten million rows of 1 kB are read in bounded memory', async () => {
  const rows = 10_000_000
  const read = await readCounting(
    rows,
    `select n || '@example.com' as email, repeat('x', 1000) as text from generate_series(1, ${rows}) n`,
    { totalBytesMax: 1e12 },
  )
  expect(read.count).toBe(rows)
  expect(read.megabytes).toBeLessThan(300)
})

test('rows of 1 MB are left out one by one, and end the query where a fetch has too many', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people as select n, n || '@example.com' as email from generate_series(1, 2000) n`
  const beforeBytes = process.memoryUsage().rss
  const world = await aRemoteWorld(target)
  world.start()
  const some = await world.begin(
    `select email, repeat('x', 1000000 * (n % 100 = 0)::integer) as text from people`,
  )
  expect(await world.ended(some)).toMatchObject({ state: 'finished' })
  expect(await world.queryOf(some)).toMatchObject({ rows_read: 2000, too_long: 20 })
  const all = await world.begin(`select email, repeat('x', 1000000) as text from people`)
  expect(await world.ended(all)).toMatchObject({
    state: 'failed',
    error_message: expect.stringMatching(
      /^Nothing was sent\. The database sent more than \d+ MB for one fetch/,
    ),
  })
  expect((process.memoryUsage().rss - beforeBytes) / megabyte).toBeLessThan(400)
})

test('a query that sends more than it may in all ends with a sentence, also if its rows are skipped', async () => {
  const { target } = await aRemoteDatabase()
  for (const length of [1000, 200_000, 50_000, 1000, 200_000, 50_000]) {
    const sql = `select repeat('x', ${length}) from generate_series(1, 100000)`
    const read = await readAll(target, sql, {
      rowsMax: 1e6,
      limits: { totalBytesMax: 10 * megabyte, rowBytesMax: 100_000 },
    })
    expect(read.message).toMatch(
      /^The query returns more than 10 MB: select fewer rows or shorter columns\.$/,
    )
    expect(read.retry).toBe(false)
  }
})

test('rows of 1 MB are read where the administrator allows them', async () => {
  const { target } = await aRemoteDatabase()
  const limits = { rowBytesMax: megabyte }
  const { rules } = remoteFor(target, { limits })
  const query = { target, sql: `select repeat('x', 1000000) from generate_series(1, 700)`, rowsMax: 5000 }
  let bytes = 0
  for await (const piece of readRemote(query, rules, AbortSignal.timeout(120_000))) {
    if (piece.kind === 'rows') for (const row of piece.rows) bytes += row?.[0]?.length ?? 0
  }
  expect(bytes).toBe(700_000_000)
})

// Streamed: the database has the first rows at once and all of them after hours.
const flood = `select n || '@example.com' as email, repeat('x', 1000000) as text from (select generate_series(1, 10000000) n) s`

// Of fetches of 500 MB in the thread and on their way: 2.9 GB were measured after 4 GB of rows, and after 9 GB.
const fetchesMegabytes = 4_000

test.each<{
  limit: string
  rowsMax: number
  limits: Partial<RemoteLimits>
  message: RegExp
  megabytes: number
}>([
  {
    limit: 'the size of a row',
    rowsMax: 1e7,
    limits: {},
    message: /^The database sent more than \d+ MB for one fetch of rows/,
    megabytes: 300,
  },
  {
    limit: 'the size of all rows',
    rowsMax: 1e7,
    limits: { rowBytesMax: megabyte, totalBytesMax: 9e9 },
    message: /^The query returns more than/,
    megabytes: fetchesMegabytes,
  },
  {
    limit: 'the time of a query',
    rowsMax: 1e7,
    limits: { rowBytesMax: megabyte, totalBytesMax: 1e13, totalSeconds: 15 },
    message: /^The query did not end within 15 seconds/,
    megabytes: fetchesMegabytes,
  },
  {
    limit: 'the number of rows',
    rowsMax: 1_000,
    limits: { rowBytesMax: megabyte },
    message: /^$/,
    megabytes: fetchesMegabytes,
  },
])('ten million rows of 1 MB end at $limit, in bounded memory', async ({ limit, ...given }) => {
  const { target } = await aRemoteDatabase()
  const { rules } = remoteFor(target, { limits: given.limits })
  const beforeBytes = process.memoryUsage().rss
  const begunMs = performance.now()
  let [rows, mostBytes, message, isCut] = [0, beforeBytes, '', false]
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 20)
  try {
    const query = { target, sql: flood, rowsMax: given.rowsMax }
    for await (const piece of readRemote(query, rules, AbortSignal.timeout(1_700_000))) {
      if (piece.kind === 'rows') rows += piece.rows.length
      if (piece.kind === 'end') isCut = piece.isCut
    }
  } catch (error) {
    message = error instanceof Error ? error.message : String(error)
  } finally {
    clearInterval(watch)
  }
  const megabytes = Math.round((mostBytes - beforeBytes) / megabyte)
  const seconds = Math.round((performance.now() - begunMs) / 1000)
  figure(`ended by ${limit} after ${rows} rows and ${seconds} s, with ${megabytes} MB of memory`)
  expect(message).toMatch(given.message)
  expect(isCut).toBe(given.rowsMax < 1e7)
  expect(rows).toBeLessThan(100_000)
  expect(megabytes).toBeLessThan(given.megabytes)
})

test('a table that changes under the query gives the rows of its beginning', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people as select n from generate_series(1, 1800) n`
  const { rules } = remoteFor(target)
  const query = { target, sql: 'select n from people order by n', rowsMax: 5000 }
  const numbers: number[] = []
  for await (const piece of readRemote(query, rules, AbortSignal.timeout(60_000))) {
    if (piece.kind !== 'rows') continue
    numbers.push(...piece.rows.map((row) => Number(row?.[0])))
    await sql`delete from people where n > 600`
    await sql`update people set n = -n`
    await sql`insert into people select generate_series(5000, 5100)`
  }
  expect(numbers).toEqual(Array.from({ length: 1800 }, (_, index) => index + 1))
})

/** RowDescription ends each column with its table, place, type, size, modifier and format: 18 bytes. */
function withType({ type, body }: Message, typeId: number): Buffer {
  const changed = Buffer.from(body)
  changed.writeInt32BE(typeId, changed.length - 12)
  return messageOf({ type, body: changed })
}

const countOf = (body: Buffer, columns: number) => {
  const changed = Buffer.from(body)
  changed.writeInt16BE(columns)
  return changed
}

test.each<[string, (message: Message) => Buffer | null]>([
  ['a text as a boolean', (one) => (one.type === 'T' ? withType(one, 16) : null)],
  ['a text as an array', (one) => (one.type === 'T' ? withType(one, 1009) : null)],
  ['a type that does not exist', (one) => (one.type === 'T' ? withType(one, -1) : null)],
  [
    'more columns than it sends',
    (one) => (one.type === 'T' ? messageOf({ ...one, body: countOf(one.body, 40) }) : null),
  ],
  [
    'fewer columns than it sends',
    (one) => (one.type === 'T' ? messageOf({ ...one, body: countOf(one.body, 0) }) : null),
  ],
  [
    'a row of other columns',
    (one) => (one.type === 'D' ? messageOf({ ...one, body: Buffer.from([0, 9]) }) : null),
  ],
  [
    'a value longer than its row',
    (one) =>
      one.type === 'D' ? messageOf({ ...one, body: Buffer.from([0, 1, 127, 255, 255, 255, 120]) }) : null,
  ],
  ['a message of no length', (one) => (one.type === 'D' ? messageOf(one, 0) : null)],
  ['a message of a negative length', (one) => (one.type === 'D' ? messageOf(one, -5) : null)],
  ['a message of 2 GB', (one) => (one.type === 'D' ? messageOf(one, 2_147_483_647) : null)],
  ['a row before its columns', (one) => (one.type === 'T' ? messageOf({ type: 'D', body: one.body }) : null)],
  [
    'a copy instead of rows',
    (one) => (one.type === 'D' ? messageOf({ type: 'G', body: Buffer.from([0, 0, 0]) }) : null),
  ],
  [
    'another login in the middle',
    (one) => (one.type === 'D' ? messageOf({ type: 'R', body: Buffer.from([0, 0, 0, 3]) }) : null),
  ],
])('a server that announces %s gives texts or a sentence, in time', async (_, lie) => {
  const { target } = await aRemoteDatabase()
  const port = await aLyingServer(target.port, lie)
  const limits = { connectSeconds: 30, firstRowSeconds: 3, nextRowSeconds: 3, totalSeconds: 20 }
  const read = await readAll({ ...target, port }, `select 'abc' as email from generate_series(1, 700)`, {
    limits,
  })
  const values = new Set(read.rows.flat())
  if (read.message === '') {
    for (const value of values) expect(value === null || typeof value === 'string').toBe(true)
  } else expect(read.message).toMatch(/^The database .*[.:]/)
})
