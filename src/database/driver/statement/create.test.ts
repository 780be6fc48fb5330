import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, inject, onTestFinished, test } from 'vitest'
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
  const before = oldBytes()
  const count = 1_000
  await run(count)
  // With the rows that the two statements have read: more than 6,000.
  expect((oldBytes() - before) / count).toBeLessThan(1_000)
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
