import { expect, test } from 'vitest'
import { aRemoteDatabase } from '../../../harness/fakes/remote/postgresql.ts'
import { aRemoteWorld, remoteFor } from '../../../harness/fakes/remote/world.ts'
import { until } from '../../../harness/core/until.ts'

test('a query that cannot be used fails its campaign with a sentence, and nothing is sent', async () => {
  const { sql, target } = await aRemoteDatabase()
  await sql`create table people as select n, n || '@example.com' as email from generate_series(1, 1200) n`
  const remote = remoteFor(target, { rowsMax: 1000, limits: { firstRowSeconds: 2, nextRowSeconds: 1 } })
  const world = await aRemoteWorld(target, { remote })
  world.start({ lanes: 4 })
  const sentences: [query: string, sentence: RegExp][] = [
    [
      'select email from people',
      /^Nothing was sent\. The query returns more than 1000 rows: .* REMOTE_ROWS_MAX\.$/,
    ],
    ['select n from people limit 5', /has no column email/],
    [
      'select email, 1 as "First Name", 2 as first_name from people limit 5',
      /two columns (First Name|first_name)/,
    ],
    ['select email, 1 as "a%%b" from people limit 5', /cannot be a merge code/],
    ['selekt', /syntax error .*\(42601\)/],
    ['delete from people returning email', /syntax error/],
    [`select email, n / (n - 900) as x from people order by n`, /division by zero \(22012\)/],
    [
      `select email, case when n > 700 then pg_sleep(60) end as x from people order by n`,
      /in the middle|too long/,
    ],
  ]
  const ids = []
  for (const [query] of sentences) ids.push(await world.begin(query))
  for (const [place, id] of ids.entries()) {
    const [query, sentence] = sentences[place] ?? ['', /never/]
    const { state, error_message: message } = await world.ended(id)
    expect([query, state], message ?? '').toEqual([query, 'failed'])
    expect(message, query).toMatch(sentence)
  }
  expect(world.sink.messages).toEqual([])
  expect(await world.sql`select from remote_recipients`).toHaveLength(0)
})

test('a query that fails is run again, twice, and its campaign says so meanwhile', async () => {
  const { sql, target } = await aRemoteDatabase()
  const world = await aRemoteWorld(target, { remote: remoteFor(target, { retrySeconds: [0.2, 600] }) })
  const senders = world.start()
  const id = await world.begin('select email from later')
  await until(async () => (await world.stateOf(id)).waiting_for !== '')
  expect((await world.stateOf(id)).waiting_for).toMatch(
    /^another run of its query\. .*"later" does not exist/,
  )
  const waits = async () => {
    const [row] = await world.sql<{ attempts: number; seconds: number }[]>`
      select attempts, extract(epoch from next_attempt_at - now())::float8 as seconds from jobs where id = ${id}`
    return row
  }
  await until(async () => (await waits())?.attempts === 2 && ((await waits())?.seconds ?? 0) > 500)
  await sql`create table later as select 'ada@example.com' as email`
  await world.sql`update jobs set next_attempt_at = null`
  senders.ring()
  expect(await world.ended(id)).toMatchObject({ state: 'finished', waiting_for: '' })
  expect(world.addressed()).toEqual(['ada@example.com'])
})
