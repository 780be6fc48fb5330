import { randomInt } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { withDatabase } from '../../../src/database/address.ts'
import { connect, type Database } from '../../../src/database/driver/connection.ts'
import { startEmbedded } from '../../../src/database/embedded/start.ts'
import { lockDirectory } from '../../../src/database/embedded/lock.ts'
import { endOrphan } from '../../../src/database/embedded/orphan.ts'
import { prepareEmptying } from './emptying.ts'
import { folderInMemory, folderOnDisk } from './run-folder.ts'
import { migrate } from '../../../src/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServer: DatabaseServer
  }
}

export type DatabaseServer = {
  /** URL of a database that tests do not write to. */
  url: string
  /** Prefix of the database names of this run. */
  prefix: string
  /** A database with all migrations, to copy. */
  template: string
  /** Of the coordinator of a Citus cluster: tests get databases of that one instead. */
  shardedUrl?: string
}

/**
 * Gives the run a PostgreSQL server (that of `TEST_DATABASE_URL`, or an embedded one) with a template database.
 * Removes what a killed run has left.
 */
export default async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const shardedUrl = process.env.SHARDED_DATABASE_URL
  if (shardedUrl !== undefined) {
    provide('databaseServer', {
      url: shardedUrl,
      prefix: 'quiver_sharded',
      template: 'template1',
      shardedUrl,
    })
    return async () => {}
  }
  // Without `env` in the configuration it is undefined, whatever its type says.
  const { QUIVER_NIGHTLY } = { ...config.env }
  const server = await startServer(QUIVER_NIGHTLY !== undefined)
  const run = randomInt(2 ** 31)
  const prefix = `quiver_test_${run}`
  const template = `${prefix}_template`
  const sql = connect(server.url, { max: 2, applicationName: 'quiver tests' })
  const stop = async () => {
    await dropDatabases(sql, [prefix])
    await sql.end()
    await server.stop()
  }
  try {
    await sql`select pg_advisory_lock(${runLock}, ${run})`
    await dropDatabases(sql, await abandonedRuns(sql, run))
    await sql`create database ${sql(template)}`
    await migrate(withDatabase(server.url, template))
    await prepareTemplate(withDatabase(server.url, template))
  } catch (error) {
    await stop()
    throw error
  }
  provide('databaseServer', { url: server.url, prefix, template })
  return stop
}

async function prepareTemplate(url: string): Promise<void> {
  const sql = connect(url, { max: 1, applicationName: 'quiver tests' })
  try {
    await prepareEmptying(sql)
  } finally {
    await sql.end()
  }
}

async function startServer(isNight: boolean): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url !== undefined) return { url, stop: async () => {} }
  // At night tests write gigabytes.
  const inMemory = isNight ? null : await folderInMemory()
  const directory = inMemory ?? folderOnDisk
  await mkdir(directory, { recursive: true })
  for (const name of await readdir(directory)) await removeAbandoned(path.join(directory, name))
  const dataDir = await mkdtemp(path.join(directory, 'run-'))
  if (inMemory !== null) {
    // PostgreSQL runs as another user if this one is root, and passes through here.
    await chmod(dataDir, 0o711)
    process.env.TMPDIR = path.join(dataDir, 'files')
    await mkdir(process.env.TMPDIR)
  }
  const log = (message: string) => console.warn(message)
  // Nothing here must survive a crash of the machine.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '128MB',
    // Two whole-server tests at once need more than a hundred.
    max_connections: '300',
  }
  const server = await startEmbedded({ dataDir, log, settings })
  const stop = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url: server.ownerUrl, stop }
}

/** Ends and removes the server of a killed run. */
async function removeAbandoned(dataDir: string): Promise<void> {
  try {
    await lockDirectory(dataDir)
  } catch {
    return
  }
  await endOrphan(path.join(dataDir, 'postgres'), path.join(dataDir, 'socket'), () => {})
  await rm(dataDir, { recursive: true, force: true })
}

/** A run holds this advisory lock, together with its own number, until it ends. */
const runLock = 0x7465_7374

async function abandonedRuns(sql: Database, ownRun: number): Promise<string[]> {
  const found = await sql<{ run: number }[]>`
    select distinct substring(datname from '^quiver_test_([0-9]+)_')::integer as run from pg_database
    where datname ~ '^quiver_test_[0-9]+_'`
  const abandoned: string[] = []
  for (const { run } of found) {
    const [lock] = await sql<[{ free: boolean }]>`select pg_try_advisory_lock(${runLock}, ${run}) as free`
    if (lock.free && run !== ownRun) abandoned.push(`quiver_test_${run}`)
  }
  return abandoned
}

async function dropDatabases(sql: Database, prefixes: readonly string[]): Promise<void> {
  for (const prefix of prefixes) {
    const databases = await sql<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${`${prefix}_`})`
    for (const { name } of databases) await sql`drop database if exists ${sql(name)} with (force)`
  }
}
