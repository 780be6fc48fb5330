import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { isSharded } from '../../../test/harness/postgres/waiting.ts'
import type { Sql } from '../driver/connection.ts'
import { indexesOverAll, tenantTables } from './tables.ts'

// What a cluster demands of the schema is true on every PostgreSQL, so that no migration breaks `quiver migrate --distribute`.

type Named = { name: string }

async function keysThatCannotBeDistributed(sql: Sql): Promise<string[]> {
  const tables = await tenantTables(sql)
  const keys = await sql<Named[]>`
    select i.indexrelid::regclass::text as name
    from jsonb_to_recordset(${sql.json(tables)}) t (name text, "column" text)
    join pg_index i on i.indrelid = t.name::regclass and i.indisunique
    where not exists (
      select from pg_attribute a
      where a.attrelid = i.indrelid and a.attname = t."column" and a.attnum = any(i.indkey::smallint[]))
    order by 1`
  return keys.map(({ name }) => name)
}

/** Of two tables with organizations: the organization stands in the same place on both sides, and nothing sets it to null. */
async function foreignKeysThatCannotBeDistributed(sql: Sql): Promise<string[]> {
  const tables = await tenantTables(sql)
  const keys = await sql<Named[]>`
    with t as (
      select name::regclass as id, "column" from jsonb_to_recordset(${sql.json(tables)}) t (name text, "column" text))
    select k.conrelid::regclass || '.' || k.conname as name
    from pg_constraint k
    left join t own on own.id = k.conrelid
    left join t other on other.id = k.confrelid
    where k.contype = 'f' and (own.id is not null or other.id is not null) and (
      k.confdeltype in ('n', 'd') or k.confupdtype in ('n', 'd') or not exists (
        select from unnest(k.conkey, k.confkey) pair (own_number, other_number)
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own_number and a.attname = own."column"
        join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other_number
          and b.attname = other."column"))
    order by 1`
  return keys.map(({ name }) => name)
}

test('every key of a table of tenants holds the organization, apart from the two whose promise is kept elsewhere', async () => {
  const { sql } = await aDatabase()
  const allowed = indexesOverAll.toSorted((one, other) => (one < other ? -1 : 1))
  expect((await tenantTables(sql)).length).toBeGreaterThan(80)
  expect((await keysThatCannotBeDistributed(sql)).filter((name) => !allowed.includes(name))).toEqual([])
  expect(await foreignKeysThatCannotBeDistributed(sql)).toEqual([])
})

// Its tables would be distributed there.
test.skipIf(isSharded)('keys that a cluster would refuse are noticed', async () => {
  const { sql } = await aDatabase()
  await sql`create unique index webhooks_urls on webhooks (url)`
  await sql`alter table webhooks add column asked_by integer references organizations`
  await sql`
    alter table segments add column webhook_id integer,
      add constraint segments_hook foreign key (organization_id, webhook_id)
        references webhooks (organization_id, id) on delete set null (webhook_id)`
  expect(await keysThatCannotBeDistributed(sql)).toContain('webhooks_urls')
  expect(await foreignKeysThatCannotBeDistributed(sql)).toEqual([
    'segments.segments_hook',
    'webhooks.webhooks_asked_by_fkey',
  ])
})

test('a name and an address to log in with belong to one holder, whoever sees the row', async () => {
  const { sql, connections } = await aDatabase()
  const own = connections({ max: 1, applicationName: 'test', role: 'quiver_app' })
  await sql`insert into taken_names (kind, name, organization_id) values ('organization', 'acme', 2)`
  const take = own.within(3)`
    insert into taken_names (kind, name, organization_id) values ('organization', 'acme', 3)`
  await expect(take).rejects.toMatchObject({ constraint: 'taken_names_pkey' })
  expect(await own.within(3)`select name from taken_names`).toEqual([])
})
