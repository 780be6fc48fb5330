import { expect, test } from 'vitest'
import { aDatabase } from '../../test/harness/core/database.ts'
import type { Sql } from './driver/connection.ts'
import { applicationRole } from './roles.ts'

// Every other table must belong to an organization.
const tablesOfTheServer = ['schema_migrations']

// Read by all, written by the System Organization: a policy for each.
const tablesOfTheSystem = ['system_suppressions']

type Table = { name: string; has_organization: boolean; enabled: boolean; forced: boolean; policies: number }

async function tablesOf(sql: Sql): Promise<Table[]> {
  return sql<Table[]>`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'
        and a.attnotnull) as has_organization,
      (select count(*)::integer from pg_policy p
        where p.polrelid = c.oid and p.polname not like 'lists%') as policies
    from pg_class c
    where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace order by 1`
}

test('every table has row-level security, forced, with one policy for the organization', async () => {
  const { sql } = await aDatabase()
  const tables = (await tablesOf(sql)).filter(({ name }) => !tablesOfTheServer.includes(name))
  expect(tables.length).toBeGreaterThan(15)
  const policiesOf = (name: string) => (tablesOfTheSystem.includes(name) ? 2 : 1)
  const faulty = tables.filter(
    ({ name, enabled, forced, policies }) => !enabled || !forced || policies !== policiesOf(name),
  )
  expect(faulty).toEqual([])
})

// The sums of the organization's quota, over all lists.
const tablesOfAllLists = ['subscriber_counts']

test('every table with a mailing list is limited to the lists of a limited caller', async () => {
  const { sql } = await aDatabase()
  const open = await sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'mailing_list_id' and not a.attisdropped
    where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace and not exists (
      select from pg_policy p where p.polrelid = c.oid and p.polname = 'lists' and not p.polpermissive)`
  expect(open.map(({ name }) => name)).toEqual(tablesOfAllLists)
})

test('what suppresses addresses for all organizations is written in the scope of the System Organization alone', async () => {
  const { sql, connections } = await aDatabase()
  const own = connections({ max: 1, applicationName: 'test', role: applicationRole })
  const write = (digest: string) => (scoped: Sql) =>
    scoped`
    insert into system_suppressions (digest, suppression_list_id) values (sha256(${digest}::text::bytea), 1)`
  await write('one')(own.within(1))
  await expect(write('two')(own.within(2))).rejects.toThrow('row-level security')
  expect((await own.within(2)`delete from system_suppressions`).count).toBe(0)
  expect(await own.within(2)`select 1 from system_suppressions`).toHaveLength(1)
  expect(await sql`select 1 from system_suppressions`).toHaveLength(1)
})

test('a table without row-level security is noticed', async () => {
  const { sql } = await aDatabase()
  await sql`create table forgotten (organization_id integer not null)`
  await sql`alter table mailing_lists no force row level security`
  const open = (await tablesOf(sql)).filter(({ enabled, forced }) => !enabled || !forced)
  expect(open.map(({ name }) => name)).toEqual(['forgotten', 'mailing_lists', 'schema_migrations'])
})

test('every key of a table with an organization begins with it, and so does every foreign key between two such', async () => {
  const { sql } = await aDatabase()
  const keys = await sql<{ name: string; key: string; first: string }[]>`
    select c.relname as name, i.indexrelid::regclass::text as key,
      pg_get_indexdef(i.indexrelid, 1, true) as first
    from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull
    where i.indisunique and c.relnamespace = 'public'::regnamespace
      and pg_get_indexdef(i.indexrelid, 1, true) <> 'organization_id'`
  // An address signs in one user of the whole system (docs/decisions/015); nothing else is unique across organizations.
  expect(keys.filter(({ key }) => !['users_email', 'taken_names_pkey'].includes(key))).toEqual([])
  const foreign = await sql<{ name: string; refers_to: string }[]>`
    select k.conrelid::regclass::text as name, k.confrelid::regclass::text as refers_to
    from pg_constraint k
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace
      and exists (select 1 from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'organization_id')
      and not exists (
        select 1 from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any(k.conkey)
          and a.attname = case k.conrelid when 'organizations'::regclass then 'id' else 'organization_id' end)`
  expect([...foreign]).toEqual([])
})

test('the role of the application owns nothing, passes no policy, and rewrites no history', async () => {
  const { sql } = await aDatabase()
  const [role] = await sql`
    select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin from pg_roles where rolname = ${applicationRole}`
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    rolcanlogin: false,
  })
  const owned = await sql`
    select relname from pg_class where relowner = (select oid from pg_roles where rolname = ${applicationRole})`
  expect([...owned]).toEqual([])
  const [history] = await sql`
    select has_table_privilege(${applicationRole}, 'audit_events', 'update') as can_update,
      has_table_privilege(${applicationRole}, 'audit_events', 'delete') as can_delete,
      has_table_privilege(${applicationRole}, 'audit_events', 'truncate') as can_truncate,
      has_table_privilege(${applicationRole}, 'schema_migrations', 'insert') as can_migrate`
  expect(history).toEqual({ can_update: false, can_delete: false, can_truncate: false, can_migrate: false })
})

test('views would show what their owner may see: there is none that does not ask the caller', async () => {
  const { sql } = await aDatabase()
  const views = await sql`
    select relname from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace
      and not coalesce(reloptions @> array['security_invoker=true'], false)`
  expect([...views]).toEqual([])
})
