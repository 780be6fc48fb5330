import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { withDatabase } from '../../../src/database/address.ts'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'
import { planned } from './planned.ts'
import { keepConnections, keptPrefix, type KeptConnections } from './kept-connections.ts'
import { isSchemaTouched } from './emptying.ts'
import { aShardedDatabase, type ShardedDatabase } from './sharded.ts'

type Named = { name: string; url: string }

/** A database that tests borrow in turn. */
export type Lent = Named & {
  keeper: Database
  kept: KeptConnections
  /** Rows deleted from it so far: they still take room. */
  rowsGone: number
  /** What a test must not change, as `lookAt` reads it. */
  seeds: string
  look: string
  schema: string
}

/** Runs copies one at a time: a template with connections cannot be copied. */
const copyLock = 0x636f_7079

const rowsGoneMax = 20_000

/** Databases of this process that no test uses now. */
const free: Lent[] = []
const freeSharded: LentSharded[] = []

/** Of a Citus cluster. */
type LentSharded = ShardedDatabase & { kept: KeptConnections }

/** As `borrow`, from the cluster at this URL. */
export async function borrowSharded(url: string): Promise<LentSharded> {
  const lent = freeSharded.pop()
  if (lent !== undefined) return lent
  const database = await aShardedDatabase(url)
  return { ...database, kept: keepConnections(database.url) }
}

/** @throws Error if the test has left connections open. */
export async function giveBackSharded(lent: LentSharded): Promise<void> {
  await lent.kept.endUsedUp()
  const left = await connectionsLeft(lent.keeper, lent.name)
  await lent.empty()
  freeSharded.push(lent)
  refuse(left)
}

/**
 * Lends a database with the whole schema and no rows. Creating and dropping one takes 190 ms on an idle machine,
 * emptying one 15, so a test gets a returned one if there is one.
 */
export async function borrow(): Promise<Lent> {
  return free.pop() ?? keep(await createDatabase(inject('databaseServer').template))
}

/**
 * Takes a database back, deletes its rows and resets its sequences. A database that has changed in other ways is
 * dropped.
 * @throws Error if the test has left connections open.
 */
export async function giveBack(lent: Lent): Promise<void> {
  await lent.kept.endUsedUp()
  const left = await connectionsLeft(lent.keeper, lent.name)
  if (left.length === 0 && (await isAsNew(lent))) {
    free.push(lent)
    return
  }
  await Promise.all([lent.keeper.end(), lent.kept.endAll()])
  await dropDatabase(lent.name)
  refuse(left)
}

/** A copy of `template` for one test. */
export async function createDatabase(template: string): Promise<Named> {
  const server = inject('databaseServer')
  const name = `${server.prefix}_${randomUUID().slice(0, 18)}`
  await withServer(async (sql) => {
    await sql`select pg_advisory_lock(${copyLock})`
    // Copying files took 40 ms; the default strategy, through the log, 200.
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
  })
  return { name, url: withDatabase(server.url, name) }
}

/** @throws Error, after the database is dropped, if there were connections to it. */
export async function dropDatabase(name: string): Promise<void> {
  const left = await withServer(async (sql) => {
    const connections = await connectionsLeft(sql, name)
    await sql`drop database ${sql(name)} with (force)`
    return connections
  })
  refuse(left)
}

function refuse(connections: readonly string[]): void {
  if (connections.length === 0) return
  throw new Error(`The test has left connections to its database: ${connections.join(', ')}.`)
}

async function withServer<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const sql = connect(inject('databaseServer').url, { max: 1, applicationName: 'quiver tests' })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

/** Kept connections must be idle. A server process ends shortly after its client has disconnected. */
async function connectionsLeft(sql: Sql, name: string): Promise<string[]> {
  // Beside other work the server process of a client that a test had killed was there for more than ten seconds.
  const deadline = Date.now() + 60_000
  for (;;) {
    const left = await sql<{ application_name: string }[]>`
      select application_name from pg_stat_activity
      where datname = ${name} and pid <> pg_backend_pid() and backend_type = 'client backend'
        and not (starts_with(application_name, ${keptPrefix}) and state = 'idle')
        and not starts_with(application_name, 'citus')`
    if (left.length === 0 || Date.now() > deadline) return left.map((row) => row.application_name)
    await sql`select pg_sleep(0.003)`
  }
}

async function keep(database: Named): Promise<Lent> {
  const keeper = connect(database.url, { max: 1, applicationName: 'quiver tests' })
  // So that foreign keys and guarding triggers do not run. To change it would drop the plans of the connection.
  await keeper`set session_replication_role = replica`
  const seeded = await keeper<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`
  const seeds = versionsOf([...settings, ...seeded.map(({ name }) => name)])
  const { look } = await lookAt(keeper, seeds)
  const schema = await schemaOf(keeper)
  return { ...database, keeper, kept: keepConnections(database.url), rowsGone: 0, seeds, look, schema }
}

async function isAsNew(lent: Lent): Promise<boolean> {
  const { look, is_touched: isTouched } = await lookAt(lent.keeper, lent.seeds)
  if (look !== lent.look) return false
  if (isTouched && (await schemaOf(lent.keeper)) !== lent.schema) return false
  // The connection is another one if the test took longer than idle ones are kept. Setting the same again keeps the plans.
  await lent.keeper`set session_replication_role = replica`
  const [{ gone }] = await lent.keeper<[{ gone: number }]>`select quiver_tests.empty() as gone`
  lent.rowsGone += gone
  return lent.rowsGone <= rowsGoneMax
}

async function lookAt(keeper: Database, seeds: string): Promise<{ look: string; is_touched: boolean }> {
  const [row] = await keeper<[{ look: string; is_touched: boolean }]>(
    planned(`select concat_ws(' ', ${seeds}) as look, ${isSchemaTouched} as is_touched`),
  )
  return row
}

async function schemaOf(keeper: Database): Promise<string> {
  const parts = [versionsOf(catalogs), ...asTheyAre].join(', ')
  const [{ schema }] = await keeper.unsafe<[{ schema: string }]>(`select concat_ws(' ', ${parts}) as schema`)
  return schema
}

/** The catalogs with the schema. Vacuum and statistics make no version of a row. */
const catalogs = [
  "pg_namespace where nspname !~ '^pg_'",
  'pg_attribute where attrelid >= 16384',
  'pg_index where indexrelid >= 16384',
  'pg_proc where oid >= 16384',
  'pg_attrdef',
  'pg_constraint',
  'pg_enum',
  'pg_policy',
  'pg_rewrite',
  'pg_sequence',
]

const own = 'pg_database where datname = current_database()'
/** What changes without a change of the schema that PostgreSQL reports. Settings of other databases are those of other tests. */
const settings = [`pg_db_role_setting where setdatabase in (0, (select oid from ${own}))`, own]

/** Every change of a row makes a new version. */
function versionsOf(tables: readonly string[]): string {
  return tables
    .map((table) => `(select count(*) || '/' || coalesce(sum(xmin::text::bigint), 0) from ${table})`)
    .join(', ')
}

/** Columns compared by value, so that a trigger that was added and removed, or disabled for a while, is no change. */
const asTheyAre = [
  '(select sum(hashtextextended(pg_trigger::text, 0)) from pg_trigger)',
  `(select sum(hashtextextended(concat_ws(' ', oid, relname, relowner, relnatts, relchecks, relpersistence,
    relrowsecurity, relforcerowsecurity, relreplident, relacl, reloptions), 0))
    from pg_class where relnamespace = 'public'::regnamespace)`,
]
