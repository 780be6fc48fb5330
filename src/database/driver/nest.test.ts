import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { insertOrganization } from '../../store/conditions/system-organization.ts'
import { connect, nest, type Scopes, type Sql } from './connection.ts'
import { applicationRole } from '../roles.ts'

async function nested() {
  const { sql: owner, url } = await aDatabase()
  const database = connect(url, { max: 1, applicationName: 'test', role: applicationRole })
  onTestFinished(() => database.end())
  const a = await insertOrganization(owner, 'A', 'UTC')
  const b = await insertOrganization(owner, 'B', 'UTC')
  await aList(owner, a, { name: "A's" })
  await aList(owner, b, { name: "B's" })
  const inTransaction = <Result>(work: (scopes: Scopes) => Promise<Result>) =>
    database.within(a).begin((transaction) => work(nest(transaction)))
  return { owner, database, a, b, inTransaction }
}

const names = async (sql: Sql) => {
  const rows = await sql<{ name: string }[]>`select name from mailing_lists order by 1`
  return rows.map((row) => row.name)
}
const rename = (sql: Sql, name: string) => sql`update mailing_lists set name = ${name}`

test('each scope of one transaction sees its own rows, whichever was used before, and however many at once', async () => {
  const { a, b, inTransaction } = await nested()
  await inTransaction(async ({ within, everywhere }) => {
    expect(await names(within(a))).toEqual(["A's"])
    expect(await names(within(b))).toEqual(["B's"])
    expect(await names(within(a))).toEqual(["A's"])
    const scopes = Array.from({ length: 60 }, (_, index) => [within(a), within(b), everywhere()][index % 3])
    const seen = await Promise.all(scopes.map((sql) => names(sql ?? within(a))))
    for (const [index, found] of seen.entries()) {
      expect(found).toEqual([["A's"], ["B's"], ["A's", "B's"]][index % 3])
    }
  })
})

test('what is done in a nested scope is committed with the transaction, and undone with it', async () => {
  const { owner, a, b, inTransaction } = await nested()
  const work = async ({ within }: Scopes) => {
    await within(b).begin((sql) => rename(sql, 'B changed'))
    await rename(within(a), 'A changed')
    expect(await names(owner)).toEqual(["A's", "B's"])
  }
  const failing = inTransaction(async (scopes) => {
    await work(scopes)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await names(owner)).toEqual(["A's", "B's"])
  await inTransaction(work)
  expect(await names(owner)).toEqual(['A changed', 'B changed'])
})

test('a nested begin that fails undoes its own work only, and the scope that it had said', async () => {
  const { owner, a, b, inTransaction } = await nested()
  await inTransaction(async ({ within }) => {
    await rename(within(a), 'A changed')
    const failing = within(b).begin(async (sql) => {
      await rename(sql, 'B changed')
      await sql`select 1 / 0`
    })
    await expect(failing).rejects.toThrow('division by zero')
    // The server has rolled back to the scope of A.
    expect(await names(within(b))).toEqual(["B's"])
    const inA = within(a)
    await inA.begin(async (sql) => {
      await sql.savepoint((deeper) => rename(deeper, 'A changed again'))
      await expect(
        sql.savepoint(async (deeper) => {
          await within(b).begin((other) => rename(other, 'B changed'))
          await deeper`select 1 / 0`
        }),
      ).rejects.toThrow('division by zero')
      expect(await names(sql)).toEqual(['A changed again'])
    })
  })
  expect(await names(owner)).toEqual(['A changed again', "B's"])
})

test('a nested statement cannot write rows of another organization', async () => {
  const { owner, a, b, inTransaction } = await nested()
  const writing = inTransaction(async ({ within }) => {
    await names(within(b))
    await within(a)`insert into mailing_lists (organization_id, name) values (${b}, 'planted')`
  })
  await expect(writing).rejects.toThrow('row-level security')
  expect(await names(owner)).toEqual(["A's", "B's"])
})

test('a mode is refused, and the connection serves the next one in no scope', async () => {
  const { database, a, inTransaction } = await nested()
  const failing = inTransaction(async ({ within }) =>
    within(a).begin('isolation level repeatable read', (sql) => names(sql)),
  )
  await expect(failing).rejects.toThrow('no mode of its own')
  await expect(inTransaction(({ within }) => within(a)`select 1 / 0`)).rejects.toThrow('division by zero')
  expect(await names(database)).toEqual([])
})
