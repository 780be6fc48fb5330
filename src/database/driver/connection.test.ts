import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aNumbersTable, pidOf } from '../../../test/harness/core/numbers.ts'
import { connect, type Sql } from './connection.ts'
import { retryable } from '../retry.ts'
import { localSettings, settingsOf } from './settings.ts'

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
    bigs: '{1,2}',
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

test('an address may give options beside settings', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const query = `options=${encodeURIComponent('-c work_mem=5MB -c geqo=off')}&lock_timeout=7s`
  const sql = connect(`${url}${url.includes('?') ? '&' : '?'}${query}`, { max: 1, applicationName: 'api' })
  onTestFinished(() => sql.end())
  const [row] = await sql`
    select current_setting('work_mem') as memory, current_setting('geqo') as geqo,
      current_setting('lock_timeout') as wait, current_setting('TimeZone') as zone`
  expect(row).toEqual({ memory: '5MB', geqo: 'off', wait: '7s', zone: 'UTC' })
})

test('a statement has no parallel workers, so that it uses one core', async () => {
  const { sql } = await aDatabase({ isEmpty: true })
  expect(await sql`show max_parallel_workers_per_gather`).toEqual([{ max_parallel_workers_per_gather: '0' }])
})

test.each(['a statement', 'a transaction'])(
  'the rows that %s of an organization reads count for its share, and for no other',
  async (what) => {
    const { url } = await aDatabase({ isEmpty: true })
    const share = { max: 3, waitingMax: 10, waitMs: 50, bytesPerSecond: 100_000 }
    const sql = connect(url, { max: 4, applicationName: 'x', share })
    onTestFinished(() => sql.end())
    const large = (within: Sql) => within`select repeat('x', 3000000) as text`
    const [a, b] = [sql.within(1), sql.within(2)]
    await a`select 1`
    await (what === 'a statement' ? large(a) : a.begin((within) => large(within)))
    const waiting = a`select 1`
    expect(await b`select 1 as one`).toEqual([{ one: 1 }])
    await expect(waiting).rejects.toMatchObject({ code: 'TOO_MANY_WAITING' })
  },
)

test('a connection for which no limit is named ends a statement after five minutes', async () => {
  const { url } = await aDatabase({ isEmpty: true })
  const sql = connect(url, { max: 1, applicationName: 'x' })
  onTestFinished(() => sql.end())
  expect(await sql`show statement_timeout`).toEqual([{ statement_timeout: '5min' }])
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
  const texts = ['a "b"', '\\', 'null', '', '{x,y}', null]
  expect(await sql`select n from unnest(${texts}::text[]) n`.values()).toEqual(texts.map((text) => [text]))
  expect(await sql`select n from unnest(${sql.array([true, false])}::boolean[]) n`.values()).toEqual([
    [true],
    [false],
  ])
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

test('a listener hears what is notified, also after its connection was lost', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  const heard = new EventTarget()
  const tell = (type: string) => heard.dispatchEvent(new Event(type))
  const other = connect(url, { max: 1, applicationName: 'listener' })
  onTestFinished(() => other.end())
  await other.listen('imports', tell, { listening: () => tell('listening') })
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
  const { sql } = await aNumbersTable()
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

  const absent = connect('postgres:///x?host=/nowhere&user=x', { max: 1, applicationName: 'x' })
  await expect(absent`select 1`).rejects.toSatisfy(retryable)
  await expect(sql`insert into numbers values (1)`).rejects.not.toSatisfy(retryable)
  expect(retryable(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})

const leastSettings = { max: 1, applicationName: 'test', statementTimeoutMs: 1_000 }

test('a client manages subscribers by itself, and sends from any domain, only if it says so', () => {
  expect(settingsOf(leastSettings)).toMatchObject({
    'quiver.auto_subscriber_management': 'off',
    'quiver.sender_domains': 'owned',
  })
  expect(
    settingsOf({ ...leastSettings, autoSubscriberManagement: true, senderDomains: 'open' }),
  ).toMatchObject({
    'quiver.auto_subscriber_management': 'on',
    'quiver.sender_domains': 'open',
  })
  expect(settingsOf({ ...leastSettings, autoSubscriberManagement: false })).toMatchObject({
    'quiver.auto_subscriber_management': 'off',
  })
})

test('a client has a role only if it names one', () => {
  expect(settingsOf(leastSettings)).not.toHaveProperty('role')
  expect(settingsOf({ ...leastSettings, role: 'quiver' })).toMatchObject({
    role: 'quiver',
    statement_timeout: '1000',
  })
})

test('no value of a setting ends its text', () => {
  expect(localSettings({ one: "a'; drop table x; --", two: '1' })).toBe(
    "set local one = 'a''; drop table x; --'; set local two = '1'",
  )
})
