import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { aDatabase } from './database.ts'
import { borrow, giveBack } from '../postgres/pool.ts'

test('each test has a database of its own, with the whole schema', async () => {
  const [one, other] = await Promise.all([aDatabase(), aDatabase()])
  await one.sql`create table mine ()`
  const tables = async ({ sql }: typeof one) =>
    sql`select to_regclass('mine') is not null as mine, to_regclass('organizations') is not null as ours`
  expect(await tables(one)).toEqual([{ mine: true, ours: true }])
  expect(await tables(other)).toEqual([{ mine: false, ours: true }])
})

test('a database is reached by its URL; one without a schema is dropped when it is returned', async () => {
  const { url, giveBack: end } = await aDatabase({ isEmpty: true })
  const other = connect(url, { max: 1, applicationName: 'other' })
  expect(await other`select 1 as one`).toEqual([{ one: 1 }])
  await other.end()
  await end()
  await expect(connect(url, { max: 1, applicationName: 'other' })`select 1`).rejects.toMatchObject({
    code: '3D000',
  })
})

test('a test that leaves a connection open fails', async () => {
  const { url, giveBack: end } = await aDatabase()
  const left = connect(url, { max: 1, applicationName: 'forgotten' })
  onTestFinished(() => left.end())
  await left`select 1`
  await expect(end()).rejects.toThrow('The test has left connections to its database: forgotten.')
})

test('a returned database is as good as new when it is reused', async () => {
  const first = await borrow()
  const insert = () =>
    first.keeper`insert into organizations (name, time_zone) values ('One', 'UTC') returning id`
  const [organization] = await insert()
  await giveBack(first)
  const again = await borrow()
  expect(again.name).toBe(first.name)
  expect(await again.keeper`select id from organizations`).toEqual([])
  expect(await insert()).toEqual([organization])
  await giveBack(again)
})

test.each([
  'create table mine ()',
  'drop index organizations_name',
  'alter table organizations disable trigger all',
  'alter table organizations alter column name drop not null',
  'grant select on organizations to public',
  "create function mine() returns integer language sql as 'select 1'",
  'delete from schema_migrations',
])('a database is not reused after "%s"', async (change) => {
  const lent = await borrow()
  await lent.keeper.unsafe(change)
  await giveBack(lent)
  const other = await borrow()
  expect(other.name).not.toBe(lent.name)
  expect(await other.keeper`select 1 from pg_database where datname = ${lent.name}`).toEqual([])
  await giveBack(other)
})
