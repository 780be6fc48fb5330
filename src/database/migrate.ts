import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database, type Sql, type Transaction } from './driver/connection.ts'
import {
  changedTables,
  migrationsDirectory,
  planMigrations,
  readMigrations,
  type Applied,
  type Migration,
} from './migration-files.ts'
import { hasGivenWay } from './retry.ts'
import { ensureApplicationRole } from './roles.ts'
import { codeOf, sqlState } from './sqlstate.ts'

export type MigrateOptions = {
  directory?: string
  log?: (message: string) => void
  /** Once for each migration that waits, and for what a migration says of the data. */
  warn?: (message: string) => void
}

/** The word "quiver" in hex. */
const migrationLock = 0x717569766572

/**
 * Forward only, each file in its own transaction, one process at a time. No library: Kysely's Migrator and
 * node-pg-migrate 9.0 have no checksums; postgres-migrations 5.3 accepts a database that is newer than the server.
 * @throws Error if the files do not match the database, see `planMigrations`, or if one of them fails.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = migrationsDirectory, log = () => {}, warn = () => {} } = options
  const migrations = await readMigrations(directory)
  const database = connect(databaseUrl, {
    max: 2,
    applicationName: 'quiver migrate',
    statementTimeoutMs: 0,
    // What a migration says of the data that it found.
    onNotice: (severity, message) => severity === 'WARNING' && warn(message),
  })
  try {
    return await database.begin(async (lock) => {
      await prepare(lock)
      // Simple protocol: a parameter leaves a portal with a snapshot, for whose end `create index concurrently` waits.
      await lock.unsafe(`select pg_advisory_xact_lock(${migrationLock})`)
      await database`
        create table if not exists schema_migrations (
          version integer primary key,
          name text not null,
          checksum text not null,
          applied_at timestamptz not null default now()
        )`
      await ensureApplicationRole(database)
      const pending = planMigrations(migrations, await findApplied(database))
      for (const migration of pending) {
        log(`Applying the migration ${migration.name}.`)
        await apply(database, migration, warn)
      }
      return pending.map(({ name }) => name)
    })
  } finally {
    await database.end()
  }
}

/** @param migrations of this server, whose files may have been replaced by those of a newer one. */
export async function pendingMigrations(sql: Sql, migrations?: readonly Migration[]): Promise<string[]> {
  const own = migrations ?? (await readMigrations(migrationsDirectory))
  const [table] = await sql<
    [{ exists: boolean }]
  >`select to_regclass('schema_migrations') is not null as exists`
  const applied = table.exists ? await findApplied(sql) : []
  return planMigrations(own, applied).map(({ name }) => name)
}

/**
 * What a running server finds: a newer version may have upgraded the database beside it.
 * @throws Error if the database has, up to the newest of ours, anything but them
 */
export async function compareSchema(
  sql: Sql,
  own: readonly Migration[],
): Promise<{ pending: string[]; newer: string[] }> {
  const newest = Math.max(0, ...own.map(({ version }) => version))
  const applied = await findApplied(sql)
  const known = applied.filter(({ version }) => version <= newest)
  return {
    pending: planMigrations(own, known).map(({ name }) => name),
    newer: applied.filter(({ version }) => version > newest).map(({ name }) => name),
  }
}

async function findApplied(sql: Sql): Promise<Applied[]> {
  return sql<Applied[]>`select version, name, checksum from schema_migrations order by version`
}

async function apply(
  database: Database,
  migration: Migration,
  warn: (message: string) => void,
): Promise<void> {
  try {
    if (!migration.inTransaction) {
      await database.unsafe(migration.text)
      await recordMigration(database, migration)
      return
    }
    await besideOthers(
      () =>
        database.begin(async (sql) => {
          await prepare(sql)
          await lockTables(sql, migration)
          await sql.unsafe(`set local lock_timeout = ${lockTimeoutMs}`)
          await sql.unsafe(migration.text)
          await recordMigration(sql, migration)
        }),
      () =>
        warn(
          `The migration ${migration.name} waits for a table that a transaction uses. It is tried again for five minutes.`,
        ),
    )
  } catch (error) {
    throw new Error(
      `The migration ${migration.name} failed${positionOf(error, migration)}: ${messageOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Servers work while they are upgraded. Whoever wants a table waits behind a migration that waits for it; and below the second
 * after which PostgreSQL looks for deadlocks, it is never a call that has to give way.
 */
const lockTimeoutMs = 500
const busySecondsMax = 300

/**
 * All of them within one limit. With a limit for each, a migration of five tables had the first for seconds while it waited for
 * the others, and calls that had one of these and wanted the first were ended by PostgreSQL.
 */
async function lockTables(sql: Sql, { text }: Migration): Promise<void> {
  const named = changedTables(text)
  const rows = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any(${named}::text[])`
  const existing = new Set(rows.map(({ name }) => name))
  const endMs = performance.now() + lockTimeoutMs
  for (const name of named.filter((one) => existing.has(one))) {
    await sql.unsafe(`set local lock_timeout = ${Math.max(1, Math.ceil(endMs - performance.now()))}`)
    await sql.unsafe(`lock table ${name} in access exclusive mode`)
  }
}

/** Repeats what could not get its locks. @throws the last refusal after five minutes */
async function besideOthers(work: () => Promise<void>, waits: () => void): Promise<void> {
  const endsMs = performance.now() + busySecondsMax * 1000
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work()
    } catch (error) {
      const isBusy = codeOf(error) === sqlState.lockNotAvailable || hasGivenWay(error)
      if (!isBusy || performance.now() > endsMs) throw error
      if (attempts === 1) waits()
      await pause(lockTimeoutMs)
    }
  }
}

function positionOf(error: unknown, { text }: Migration): string {
  if (!(error instanceof Error && 'position' in error)) return ''
  return ` in line ${text.slice(0, Number(error.position)).split('\n').length}`
}

/** The server may have limits for ordinary clients, and an owner who is no superuser sees only rows of a scope. */
async function prepare(sql: Transaction): Promise<void> {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true), set_config('quiver.scope', 'everywhere', true)`
}

async function recordMigration(sql: Sql, { version, name, checksum }: Migration): Promise<void> {
  await sql`insert into schema_migrations (version, name, checksum) values (${version}, ${name}, ${checksum})`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
