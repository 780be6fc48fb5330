import { once } from 'node:events'
import net from 'node:net'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../test/harness/database.ts'
import { connect, retryable } from './connection.ts'
import type { Database, Sql } from './connection.ts'

async function aTable(): Promise<{ sql: Database; url: string; one: Database }> {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await sql`create table numbers (number integer primary key)`
  const one = connect(url, { max: 1, applicationName: 'one connection' })
  onTestFinished(() => one.end())
  return { sql, url, one }
}

const numbersOf = async (sql: Sql) =>
  (await sql<{ number: number }[]>`select number from numbers order by number`).map((row) => row.number)

const pidOf = async (sql: Sql) => (await sql<[{ pid: number }]>`select pg_backend_pid() as pid`)[0].pid

/** Ends the server's process and waits until it is gone. */
const killBackend = (sql: Sql, pid: number) => sql`select pg_terminate_backend(${pid}, 5000)`

test('values come back as the types that the store counts on', async () => {
  const { sql } = await aDatabase({ isEmpty: true })
  const [row] = await sql`
    select 9007199254740991::bigint as big, '2024-02-29'::date as day, 1.50::numeric as exact,
      '2024-02-29 12:00:00.123+02'::timestamptz as moment, '{"a": [1]}'::jsonb as hash,
      '{1,2}'::bigint[] as bigs, '\\x00ff'::bytea as bytes`
  expect(row).toEqual({
    big: 9007199254740991,
    day: '2024-02-29',
    exact: '1.50',
    moment: new Date('2024-02-29T10:00:00.123Z'),
    hash: { a: [1] },
    bigs: [1, 2],
    bytes: Buffer.from([0, 255]),
  })
  await expect(sql`select 9007199254740992::bigint`).rejects.toThrow(
    '9007199254740992 is too large for a number.',
  )
})

test('sessions have UTC, the given name and the given limits', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const sql = connect(url, { max: 1, applicationName: 'api', statementTimeoutMs: 50 })
  onTestFinished(() => sql.end())
  const [row] = await sql`
    select current_setting('TimeZone') as zone, current_setting('application_name') as name,
      current_setting('idle_in_transaction_session_timeout') as idle`
  expect(row).toEqual({ zone: 'UTC', name: 'api', idle: '20s' })
  await expect(sql`select pg_sleep(10)`).rejects.toMatchObject({ code: '57014' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})

test('rows, lists, fragments, JSON and notices can be written', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const notices: string[] = []
  const sql = connect(url, { max: 1, applicationName: 'x', onNotice: (_, message) => notices.push(message) })
  onTestFinished(() => sql.end())
  await sql`create table t (id bigint, name text, data jsonb)`
  await sql`drop table if exists absent`
  await sql`insert into t ${sql([
    { id: 1, name: 'a', data: sql.json({ x: 1 }) },
    { id: 2, name: 'b', data: null },
  ])}`
  const filter = sql`and name in ${sql(['a', 'c'])}`
  expect(await sql`select * from t where id = any(${[1, 2]}) ${filter}`).toEqual([
    { id: 1, name: 'a', data: { x: 1 } },
  ])
  expect(await sql`select * from unnest(${sql.array([1, 2])}::bigint[]) n`.values()).toEqual([[1], [2]])
  expect(await sql.unsafe('select $1::integer as n', [5])).toEqual([{ n: 5 }])
  expect(notices).toEqual(['table "absent" does not exist, skipping'])
})

test('at most `max` connections are open, and everybody gets a turn', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const three = connect(url, { max: 3, applicationName: 'three' })
  onTestFinished(() => three.end())
  const pids = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      index % 2 === 0 ? pidOf(three) : three.begin(async (inner) => pidOf(inner)),
    ),
  )
  expect(new Set(pids).size).toBeLessThanOrEqual(3)
  const open = await sql`select 1 from pg_stat_activity where application_name = 'three'`
  expect(open.length).toBeLessThanOrEqual(3)
})

test('a statement on an ended database is refused, and one under way is waited for', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const sql = connect(url, { max: 1, applicationName: 'x' })
  const underWay = sql`select 1 as one from pg_sleep(0.1)`.execute()
  await sql`select 1`
  const last = sql`select 2 as two from pg_sleep(0.1)`.execute()
  expect(await underWay).toEqual([{ one: 1 }])
  await new Promise(setImmediate)
  await sql.end()
  expect(await last).toEqual([{ two: 2 }])
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
})

test('a transaction whose connection dies under a statement rejects and leaves nothing', async () => {
  const { sql, one } = await aTable()
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    const pid = await pidOf(inner)
    await Promise.all([
      inner`select pg_sleep(10)`,
      inner`insert into numbers values (2)`,
      killBackend(sql, pid),
    ])
  })
  await expect(work).rejects.toSatisfy(retryable)
  expect(await numbersOf(one)).toEqual([])
})

test('the rest of a transaction whose connection died never reaches another connection', async () => {
  const { sql, one } = await aTable()
  const late: unknown[] = []
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    await killBackend(sql, await pidOf(inner))
    for (const number of [2, 3])
      await inner`insert into numbers values (${number})`.catch((e: unknown) => late.push(e))
    return 'done'
  })
  await expect(work).rejects.toSatisfy(retryable)
  expect(late).toHaveLength(2)
  expect(await numbersOf(one)).toEqual([])
})

test('a transaction handle is dead when its transaction is over', async () => {
  const { one } = await aTable()
  const inner = await one.begin(async (handle) => ({ handle }))
  await expect(inner.handle`insert into numbers values (1)`).rejects.toThrow('The transaction is over.')
  expect(await numbersOf(one)).toEqual([])
})

test('after its server has gone and come back, the first statement succeeds', async () => {
  const { sql, one } = await aTable()
  const pid = await pidOf(one)
  const lost = one`select pg_sleep(10)`.execute()
  await Promise.all([expect(lost).rejects.toSatisfy(retryable), killBackend(sql, pid)])
  expect(await one`select 1 as one`).toEqual([{ one: 1 }])
  await killBackend(sql, await pidOf(one))
  await one`select 1`.catch(() => {})
  expect(await one`select 2 as two`).toEqual([{ two: 2 }])
})

test('a value that cannot be sent spoils its transaction, and no answer goes to another statement', async () => {
  const { one } = await aTable()
  const nothing: unknown = undefined
  const work = one.begin(async (inner) => {
    await inner`select ${0}::integer`
    const letters = ['A', nothing, 'C', 'D'].map(
      (letter) => inner`select ${letter as string}::text as letter`,
    )
    return Promise.allSettled(letters)
  })
  await expect(work).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  const letters = ['A', nothing, 'C', nothing, 'E'].map(
    (letter) => one<{ letter: string }[]>`select ${letter as string}::text as letter`,
  )
  const answers = await Promise.allSettled(letters)
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.letter : null))).toEqual([
    'A',
    null,
    'C',
    null,
    'E',
  ])
})

test('statements sent together run in order, and the first error ends the transaction', async () => {
  const { one } = await aTable()
  const insert = (inner: Sql, number: number) => inner`insert into numbers values (${number})`
  await one.begin(async (inner) => Promise.all([1, 2, 3].map((number) => insert(inner, number))))
  const work = one.begin(async (inner) => Promise.all([4, 4, 5].map((number) => insert(inner, number))))
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await numbersOf(one)).toEqual([1, 2, 3])
})

test('an error that its author kept quiet about still fails the transaction', async () => {
  const { one } = await aTable()
  const work = one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    await inner`select 1 / 0`.catch(() => {})
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await numbersOf(one)).toEqual([])
})

test('what fails inside a savepoint is undone alone', async () => {
  const { one } = await aTable()
  await one.begin(async (inner) => {
    await inner`insert into numbers values (1)`
    const nested = inner.savepoint(async (point) => {
      await point`insert into numbers values (2)`
      await point.savepoint(async (deeper) => deeper`insert into numbers values (1)`)
    })
    await expect(nested).rejects.toMatchObject({ code: '23505' })
    await inner.savepoint(async (point) => point`insert into numbers values (3)`)
  })
  expect(await numbersOf(one)).toEqual([1, 3])
})

test('a transaction can be read only', async () => {
  const { one } = await aTable()
  const work = one.begin('read only', async (inner) => inner`insert into numbers values (1)`)
  await expect(work).rejects.toMatchObject({ code: '25006' })
})

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
    const { one } = await aTable()
    const work = one.begin(async (inner) => pipeline(lines, await inner`copy numbers from stdin`.writable()))
    await expect(work).rejects.toMatchObject({ code: '23505' })
    await expect(
      one`copy numbers from stdin`.writable().then((stream) => pipeline(['7\n7\n'], stream)),
    ).rejects.toMatchObject({ code: '23505' })
    expect(await numbersOf(one)).toEqual([])
  },
)

test('a COPY among statements that are sent together is done in its place', async () => {
  const { one } = await aTable()
  const counts = await one.begin(async (inner) => {
    const before = inner`select count(*)::integer as count from numbers`.execute()
    await pipeline(['1\n', '2\n'], await inner`copy numbers from stdin`.writable())
    const after = inner`select count(*)::integer as count from numbers`.execute()
    return [(await before)[0]?.count, (await after)[0]?.count]
  })
  expect(counts).toEqual([0, 2])
})

test('a COPY whose source fails rejects with the source error and leaves nothing', async () => {
  const { one } = await aTable()
  const lines = (function* () {
    yield '1\n'
    throw new Error('the disk is gone')
  })()
  const work = one.begin(async (inner) => pipeline(lines, await inner`copy numbers from stdin`.writable()))
  await expect(work).rejects.toThrow('the disk is gone')
  expect(await numbersOf(one)).toEqual([])
})

test('a COPY whose connection dies rejects', async () => {
  const { sql, one } = await aTable()
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

test('a listener hears what is notified, also after its connection was lost', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const heard = new EventTarget()
  const tell = (type: string) => heard.dispatchEvent(new Event(type))
  const other = connect(url, { max: 1, applicationName: 'listener' })
  onTestFinished(() => other.end())
  await other.listen('imports', tell, () => tell('listening'))
  const first = once(heard, 'one')
  await sql.notify('imports', 'one')
  await first
  const again = once(heard, 'listening')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'`
  await again
  const second = once(heard, 'two')
  await sql.begin(async (inner) => inner.notify('imports', 'two'))
  await second
})

test('a server that hangs up without a word is an error at once', async () => {
  let calls = 0
  const server = net.createServer((socket) => {
    calls += 1
    socket.end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as net.AddressInfo
  const sql = connect(`postgres://me@127.0.0.1:${port}/x`, { max: 1, applicationName: 'x' })
  await expect(sql`select 1`).rejects.toSatisfy(retryable)
  await expect(sql.begin(async (inner) => inner`select 1`)).rejects.toSatisfy(retryable)
  expect(calls).toBe(2)
})

test('deadlocks, serialization failures and lost connections are worth another try; nothing else is', async () => {
  const { sql, url } = await aTable()
  await sql`insert into numbers values (1), (2)`
  const lock = async (first: number, second: number, meet: Promise<void>, arrive: () => void) =>
    sql.begin(async (inner) => {
      await inner`set local deadlock_timeout = '10ms'`
      await inner`select 1 from numbers where number = ${first} for update`
      arrive()
      await meet
      await inner`select 1 from numbers where number = ${second} for update`
    })
  let arrivals = 0
  let go = () => {}
  const meet = new Promise<void>((resolve) => (go = resolve))
  const arrive = () => (arrivals += 1) === 2 && go()
  const results = await Promise.allSettled([lock(1, 2, meet, arrive), lock(2, 1, meet, arrive)])
  const [deadlock] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(deadlock).toMatchObject({ code: '40P01' })
  expect(retryable(deadlock)).toBe(true)

  const absent = connect(url.replace('?host=/', '?host=/nowhere/'), { max: 1, applicationName: 'x' })
  await expect(absent`select 1`).rejects.toSatisfy(retryable)
  await expect(sql`insert into numbers values (1)`).rejects.not.toSatisfy(retryable)
  expect(retryable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})
