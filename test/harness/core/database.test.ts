import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { aDatabase } from './database.ts'

test('each test has a database of its own, with the whole schema', async () => {
  const [one, other] = await Promise.all([aDatabase(), aDatabase()])
  await one.sql`create table mine ()`
  const tables = async ({ sql }: typeof one) =>
    sql`select to_regclass('mine') is not null as mine, to_regclass('organizations') is not null as ours`
  expect(await tables(one)).toEqual([{ mine: true, ours: true }])
  expect(await tables(other)).toEqual([{ mine: false, ours: true }])
})

test('a database is reached by its URL, and is gone when it was dropped', async () => {
  const { url, drop } = await aDatabase()
  const other = connect(url, { max: 1, applicationName: 'other' })
  expect(await other`select 1 as one`).toEqual([{ one: 1 }])
  await other.end()
  await drop()
  await expect(connect(url, { max: 1, applicationName: 'other' })`select 1`).rejects.toMatchObject({
    code: '3D000',
  })
})

test('a test that leaves a connection behind is told so', async () => {
  const { url, drop } = await aDatabase()
  const left = connect(url, { max: 1, applicationName: 'forgotten' })
  onTestFinished(() => left.end())
  await left`select 1`
  await expect(drop()).rejects.toThrow('The test has left connections to its database: forgotten.')
})
