import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { aDatabase } from '../../../../test/harness/core/database.ts'
import { aProxy } from '../../../../test/harness/core/proxy.ts'
import { until } from '../../../../test/harness/core/until.ts'
import { connect } from '../connection.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

function aConnection() {
  const database = connect(inject('databaseServer').url, { max: 1, applicationName: 'test' })
  onTestFinished(() => database.end())
  return database
}

function oldBytes(): number {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')
  return space?.space_used_size ?? 0
}

test('statements that have ended do not outlive two collections of the young generation', async () => {
  const database = aConnection()
  const run = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      await database.everywhere().read(async (sql) => {
        await sql`select ${n}::integer as one, repeat('x', 1000) as text`
        await sql`select ${n}::integer as other, repeat('y', 1000) as text`
      })
    }
    collect({ type: 'minor' })
    collect({ type: 'minor' })
  }
  await run(500)
  // Other tests have left something in this process that moves to the old space meanwhile, but not in each of the rounds.
  const grown: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const before = oldBytes()
    await run(1_500)
    grown.push((oldBytes() - before) / 1_500)
  }
  // With the rows that the two statements have read: more than 6,000.
  expect(Math.min(...grown)).toBeLessThan(2_000)
})

test('a template keeps neither the parameters of its first statement nor its connection', async () => {
  const read = (database: ReturnType<typeof aConnection>, text: string) =>
    database.everywhere()<{ text: string }[]>`select ${text}::text as text`
  expect(await read(aConnection(), 'first')).toEqual([{ text: 'first' }])
  const other = aConnection()
  expect(await read(other, 'second')).toEqual([{ text: 'second' }])
  expect(await Promise.all([read(other, 'third'), read(other, 'fourth')])).toEqual([
    [{ text: 'third' }],
    [{ text: 'fourth' }],
  ])
})

test('a statement that is a part of another brings its own parameters each time', async () => {
  const database = aConnection()
  const atLeast = (least: number) => database.everywhere()`n >= ${least}`
  const count = (least: number, most: number) =>
    database.everywhere()`
      select n from generate_series(1, 10) as series (n) where ${atLeast(least)} and n <= ${most}`
  expect((await count(3, 5)).map(({ n }) => n as number)).toEqual([3, 4, 5])
  expect((await count(8, 9)).map(({ n }) => n as number)).toEqual([8, 9])
})

test('a transaction is idle to PostgreSQL as soon as its client is frozen, also at the first execution of a statement', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  let isFrozen = false
  const proxy = await aProxy(url, (client, database) => {
    client.on('data', (bytes) => database.write(bytes))
    database.on('data', (bytes) => isFrozen || client.write(bytes))
  })
  const database = connect(proxy.url, { max: 1, applicationName: 'frozen' })
  const work = database.begin(async (transaction) => {
    await transaction`select 1`
    isFrozen = true
    await transaction`select ${'a'}::text as text, ${1}::integer as number`
  })
  await until(async () => {
    const states = await sql<{ state: string }[]>`
      select state from pg_stat_activity where application_name = 'frozen' and query like '%::integer as number'`
    return states.length === 1 && states[0]?.state === 'idle in transaction'
  })
  proxy.disconnect()
  await expect(work).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await database.end()
})

test('a statement gets the same values when a connection executes it for the first time and later', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  onTestFinished(() => void vi.unstubAllEnvs())
  const database = aConnection()
  const read = () => {
    const json = database.json({ quotes: '"', list: [1, null] })
    return database.everywhere()`
      select ${'text'}::text as text, ${'2024-02-29'}::date as day, ${'2024-02-29 11:00:00'}::timestamp as local, ${1.5}::numeric as exact, ${-7}::bigint as big,
        ${true}::boolean as yes, ${null}::integer as nothing, ${json}::jsonb as json,
        ${new Date('2024-02-29T10:00:00.123Z')}::timestamptz as moment, ${'2024-02-29T11:00:00+01'}::timestamptz as text_moment,
        ${Buffer.from([0, 255])}::bytea as bytes, ${[1, 2]}::integer[] as numbers, ${[2 ** 40]}::bigint[] as bigs,
        ${['a"', '\\', '', 'null']}::text[] as texts, ${database.array([true, false])}::text[]::boolean[] as flags,
        ${[]}::text[] as none, ${['x', null]}::text[] as gaps`
  }
  const expected = [
    {
      text: 'text',
      day: '2024-02-29',
      local: '2024-02-29 11:00:00',
      exact: '1.5',
      big: -7,
      yes: true,
      nothing: null,
      json: { quotes: '"', list: [1, null] },
      moment: new Date('2024-02-29T10:00:00.123Z'),
      text_moment: new Date('2024-02-29T10:00:00Z'),
      bytes: Buffer.from([0, 255]),
      numbers: '{1,2}',
      bigs: `{${2 ** 40}}`,
      texts: String.raw`{"a\"","\\","","null"}`,
      flags: '{t,f}',
      none: '{}',
      gaps: '{x,NULL}',
    },
  ]
  expect(await read()).toEqual(expected)
  expect(await read()).toEqual(expected)
})

test('an object that is not marked as JSON is refused at the first execution, too', async () => {
  const database = aConnection()
  const value = { some: 'object' } as unknown as string
  await expect(database.everywhere()`select ${value}::text as text`).rejects.toThrow('use `sql.json`')
})
