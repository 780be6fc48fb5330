import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { aPooler } from '../../../test/harness/postgres/pooler.ts'
import { byDay } from '../../../test/harness/night.ts'
import { insertOrganization } from '../../store/conditions/system-organization.ts'
import type { DatabaseUrl } from '../address.ts'
import { connect } from './connection.ts'
import { applicationRole } from '../roles.ts'

type Through = 'directly' | 'through a pooler'

/** The pooler gives each transaction another session, which has none of the settings of the start. */
async function urlOf(url: string, through: Through): Promise<DatabaseUrl> {
  if (through === 'directly') return url
  return {
    pooler: await aPooler(url, { mode: 'transaction', drops: true }),
    direct: url,
    keepsStatements: false,
  }
}

const ways: Through[] = ['directly', 'through a pooler']
const both = test.for(ways)

async function twoOrganizations(through: Through = 'directly') {
  const { sql: owner, url } = await aDatabase()
  const database = connect(await urlOf(url, through), {
    max: 2,
    applicationName: 'test',
    role: applicationRole,
  })
  onTestFinished(() => database.end())
  const a = await insertOrganization(owner, 'A', 'UTC')
  const b = await insertOrganization(owner, 'B', 'UTC')
  await aList(owner, a, { name: "A's" })
  await aList(owner, b, { name: "B's" })
  return { owner, database, a, b }
}

both('a statement sees the rows of its organization, whatever it asks for (%s)', async (through) => {
  const { database, a, b } = await twoOrganizations(through)
  const names = (sql: typeof database | ReturnType<typeof database.within>) =>
    sql`select name from mailing_lists order by 1`
  expect(await names(database.within(a))).toEqual([{ name: "A's" }])
  expect(await names(database.within(b))).toEqual([{ name: "B's" }])
  expect(await names(database.everywhere())).toEqual([{ name: "A's" }, { name: "B's" }])
  expect(await names(database)).toEqual([])
})

both('a statement cannot write rows of another organization (%s)', async (through) => {
  const { owner, database, a, b } = await twoOrganizations(through)
  const written = database.within(
    a,
  )`insert into mailing_lists (organization_id, name) values (${b}, 'planted')`
  await expect(written).rejects.toThrow('row-level security')
  const changed = await database.within(
    a,
  )`update mailing_lists set name = 'taken' where organization_id = ${b}`
  expect(changed.count).toBe(0)
  expect(await owner`select name from mailing_lists order by 1`).toEqual([{ name: "A's" }, { name: "B's" }])
})

both('the scope ends with the transaction, however it ends (%s)', async (through) => {
  const { database, a, b } = await twoOrganizations(through)
  const failing = database.within(a).begin(async (sql) => {
    await sql`select 1 / 0`
  })
  await expect(failing).rejects.toThrow('division by zero')
  await expect(database.within(b)`select 1 / 0`).rejects.toThrow('division by zero')
  const looks = Array.from({ length: 40 }, () => database`select name from mailing_lists`)
  for (const look of await Promise.all(looks)) expect(look).toEqual([])
})

// A limit of 20 ms counts the way through the pooler, too: a busy machine needs longer than that.
test.for(byDay(['directly'] as Through[], ways))(
  '50 organizations share 4 connections, some of their statements fail or time out, and each sees its own (%s)',
  async (through) => {
    const { sql: owner, url } = await aDatabase()
    const database = connect(await urlOf(url, through), {
      max: 4,
      applicationName: 'test',
      role: applicationRole,
      statementTimeoutMs: through === 'directly' ? 20 : 200,
    })
    onTestFinished(() => database.end())
    const ids = await Promise.all(
      Array.from({ length: 50 }, (_, index) => insertOrganization(owner, `O${index}`, 'UTC')),
    )
    for (const id of ids) await aList(owner, id, { name: `of ${id}` })
    const wrong: unknown[] = []
    let right = 0
    const ask = async (id: number, index: number) => {
      const sql = database.within(id)
      const look = () => sql`select name, organization_id from mailing_lists`
      if (index % 20 === 0) return sql`select pg_sleep(1)`
      if (index % 20 === 1) return sql.begin((sql) => sql`select 1 / 0 from mailing_lists`)
      const rows =
        index % 2 === 0 ? await look() : await sql.begin((sql) => sql`select name from mailing_lists`)
      if (rows.length !== 1 || rows[0]?.name !== `of ${id}`) wrong.push({ id, rows })
      right += 1
      return rows
    }
    const rounds = byDay(5, 20)
    for (let round = 0; round < rounds; round += 1) {
      // Under load other statements time out, too; that is not a wrong answer.
      await Promise.allSettled(
        Array.from({ length: 500 }, (_, index) => ask(ids[index % ids.length] ?? 0, index)),
      )
    }
    expect(wrong).toEqual([])
    expect(right).toBeGreaterThan(rounds * 250)
    expect(await database`select name from mailing_lists`).toEqual([])
  },
)

both(
  'the answer of a lone statement comes when it is committed, and its error when it is not (%s)',
  async (through) => {
    const { owner, database, a } = await twoOrganizations(through)
    await database.within(a)`update mailing_lists set name = 'changed'`
    expect(await owner`select name from mailing_lists where organization_id = ${a}`).toEqual([
      { name: 'changed' },
    ])
    await owner`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused at the end'; end $$`
    await owner`
    create constraint trigger at_the_end after update on mailing_lists deferrable initially deferred
    for each row execute function refuse()`
    await expect(database.within(a)`update mailing_lists set name = 'more'`).rejects.toThrow(
      'refused at the end',
    )
  },
)

test('a lone statement whose table was changed since it was prepared gets a new plan, in its scope', async () => {
  const { sql: owner, url } = await aDatabase({ isEmpty: true })
  const database = connect(url, { max: 1, applicationName: 'test' })
  onTestFinished(() => database.end())
  await owner`create table notes as select 1 as a`
  const look = () => database.within(1)`select *, current_setting('quiver.scope', true) as scope from notes`
  expect(await look()).toEqual([{ a: 1, scope: '1' }])
  await owner`alter table notes add column b integer`
  expect(await look()).toEqual([{ a: 1, b: null, scope: '1' }])
  await owner`alter table notes add column c integer`
  await expect(database.within(1).begin((sql) => sql`select * from notes`)).resolves.toHaveLength(1)
  expect(await look()).toEqual([{ a: 1, b: null, c: null, scope: '1' }])
})
