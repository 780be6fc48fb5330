import { connect, type Sql } from '../driver/connection.ts'
import { beginUpkeep, setEverywhere } from './settings.ts'
import { copiedTables, distributedTables, indexesOverAll, tenantTables } from './tables.ts'

export type Distributed = {
  /** That had no shards before. */
  tables: string[]
  foreignKeys: number
}

type Options = {
  /** Of each table; Citus' own setting if absent. */
  shards?: number
  log?: (message: string) => void
}

/**
 * Spreads the tables of tenants over the workers of a Citus cluster, by organization. What is done already stays, so that
 * it can be repeated after a fault, and after a migration that added tables.
 * @param ownerUrl of the coordinator, for the login that owns the tables
 * @throws Error with what to do if the database has no Citus, no worker, or is not migrated.
 */
export async function distribute(
  ownerUrl: string,
  { shards, log = () => {} }: Options = {},
): Promise<Distributed> {
  const database = connect(ownerUrl, {
    max: 1,
    applicationName: 'quiver migrate',
    statementTimeoutMs: 0,
  })
  try {
    await checkCluster(database)
    await setEverywhere(database, log)
    return await database.begin(async (sql) => {
      await beginUpkeep(sql, shards)
      await distributeFunctions(sql)
      const distributed = await distributeTables(sql, log)
      await copyTables(sql)
      return distributed
    })
  } finally {
    await database.end()
  }
}

async function checkCluster(sql: Sql): Promise<void> {
  const [found] = await sql<{ has_citus: boolean; is_migrated: boolean }[]>`
    select exists (select from pg_extension where extname = 'citus') as has_citus,
      to_regclass('subscribers') is not null as is_migrated`
  if (found?.has_citus !== true) {
    throw new Error(
      'This database has no Citus. Install it on the coordinator and the workers, run "create extension citus" in this database on each of them, and add the workers with citus_add_node.',
    )
  }
  if (!found.is_migrated) throw new Error('The database has no tables yet. Run quiver migrate first.')
  const [nodes] = await sql<{ workers: number; coordinators: number }[]>`
    select (count(*) filter (where groupid <> 0))::integer as workers,
      (count(*) filter (where groupid = 0))::integer as coordinators
    from pg_dist_node where isactive and noderole = 'primary'`
  if (nodes === undefined || nodes.coordinators === 0) {
    throw new Error(
      'The cluster does not know its coordinator. Run "select citus_set_coordinator_host(\'<host>\', <port>)" on it, with an address that the workers reach.',
    )
  }
  if (nodes.workers === 0) {
    throw new Error('The cluster has no worker. Add one with "select citus_add_node(\'<host>\', <port>)".')
  }
}

/**
 * Foreign keys go in circles, and one side of each would be distributed before the other: all of them are taken off the
 * new tables and put back, checked again, in the same transaction.
 */
async function distributeTables(sql: Sql, log: (message: string) => void): Promise<Distributed> {
  const before = new Set(await distributedTables(sql))
  const all = await tenantTables(sql)
  const open = new Set(await tablesWithRestrictions(sql))
  for (const { name, column } of all) {
    if (before.has(name) && open.has(name)) await makePoliciesPlain(sql, name, column)
  }
  const tables = all.filter(({ name }) => !before.has(name))
  if (tables.length === 0) return { tables: [], foreignKeys: 0 }
  for (const index of indexesOverAll) await sql`drop index if exists ${sql(index)}`
  const names = tables.map(({ name }) => name)
  const keys = await dropForeignKeys(sql, names)
  if (names.includes('subscribers')) await askForSequencesByRow(sql)
  for (const { name, column } of tables) {
    log(`Distributing ${name}.`)
    await makePoliciesPlain(sql, name, column)
    await distributeTable(sql, name, column)
  }
  for (const { on, name, definition } of keys) {
    await sql.unsafe(`alter table ${on} add constraint ${name} ${definition}`)
  }
  return { tables: names, foreignKeys: keys.length }
}

async function tablesWithRestrictions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid
    where not p.polpermissive and c.relnamespace = 'public'::regnamespace`
  return rows.map(({ name }) => name)
}

async function copyTables(sql: Sql): Promise<void> {
  await sql`
    select create_reference_table(given.name::regclass)
    from unnest(${[...copiedTables]}::text[]) given (name)
    where not exists (select from pg_dist_partition where logicalrelid = given.name::regclass)`
}

type Key = { on: string; name: string; definition: string }

async function dropForeignKeys(sql: Sql, tables: readonly string[]): Promise<Key[]> {
  const keys = await sql<Key[]>`
    select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and (conrelid = any(${[...tables]}::text[]::regclass[]) or confrelid = any(${[...tables]}::text[]::regclass[]))
    order by conrelid::regclass::text, conname`
  for (const { on, name } of keys) await sql.unsafe(`alter table ${on} drop constraint ${name}`)
  return [...keys]
}

/**
 * Policies of distributed tables cannot have sub-selects. Without them the functions run for each row that is read: seen as
 * 0.3 µs a row, where an index finds the rows, nothing. And they cannot be restrictive: Citus makes permissive ones of them
 * on the shards, each of which opens what the others close. What a row has to meet stands in one policy for each command.
 */
async function makePoliciesPlain(sql: Sql, table: string, column: string): Promise<void> {
  const ofTenant = `(${column} = scope_organization() or scope_is_everywhere())`
  const limits = await sql<{ name: string; command: string; seen: string | null; written: string | null }[]>`
    select policyname as name, cmd as command, qual as seen, with_check as written from pg_policies
    where schemaname = 'public' and tablename = ${table} and policyname like 'lists%'`
  await sql.unsafe(`drop policy if exists tenants on ${table}`)
  if (limits.length === 0) await sql.unsafe(`create policy tenants on ${table} using ${ofTenant}`)
  for (const { name, command, seen, written } of limits) {
    await sql.unsafe(`drop policy ${name} on ${table}`)
    const both = (condition: string) => `(${ofTenant} and ${withoutSubSelects(condition)})`
    const using = seen === null ? '' : `using ${both(seen)}`
    const check = written === null ? '' : `with check ${both(written)}`
    await sql.unsafe(`create policy ${name} on ${table} for ${command} ${using} ${check}`)
  }
}

function withoutSubSelects(condition: string): string {
  return condition.replaceAll(/\( *SELECT (scope_\w+\(\)) AS \w+\)/g, '$1')
}

/**
 * A subscriber who leaves a list leaves its sequences (migrations/012-autoresponders.sql). The trigger that looks up which
 * lists have sequences once for each statement would query all shards from within one. With a look-up for each row, the
 * answer is on the row's own shard.
 */
async function askForSequencesByRow(sql: Sql): Promise<void> {
  await sql.unsafe(`
    drop trigger if exists subscribers_note_sequence_lists on subscribers;
    drop trigger if exists subscribers_leave_sequences on subscribers;
    create trigger subscribers_leave_sequences after update of status on subscribers
      for each row when (old.status = 'active' and new.status <> 'active') execute function leave_sequences()`)
}

/** Those that statements use, after those that they call: workers run parts of the statements. */
const functions = [
  'punycode_bias(bigint, integer, boolean)',
  'ascii_label(text)',
  'label_in_letters(text)',
  'international_address_key(text)',
  'address_key(text)',
  'international_address_in_letters(text)',
  'address_in_letters(text)',
]

async function distributeFunctions(sql: Sql): Promise<void> {
  for (const name of functions) await sql`select create_distributed_function(${name}::text::regprocedure)`
}

async function distributeTable(sql: Sql, table: string, column: string): Promise<void> {
  // All beside the organizations: what one organization has is on one worker.
  const beside = table === 'organizations' ? 'none' : 'organizations'
  await sql`select create_distributed_table(${table}, ${column}, colocate_with => ${beside})`
}
