import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withDatabase } from '../../../src/database/address.ts'
import { connect, type Database, type Sql } from '../../../src/database/driver/connection.ts'
import { migrate } from '../../../src/database/migrate.ts'
import { migrationsDirectory, readMigrations } from '../../../src/database/migration-files.ts'
import { distribute } from '../../../src/database/sharding/distribute.ts'

/** Two workers, two shards each: enough for an organization to be where another is not. */
const shards = 4

export type ShardedDatabase = {
  name: string
  url: string
  keeper: Database
  empty: () => Promise<void>
  end: () => Promise<void>
}

type Node = { host: string; port: number; is_coordinator: boolean }

/**
 * A database of a Citus cluster with all tables distributed and no rows, for this process alone. Making one takes most
 * of a minute, so it stays for later runs, until the schema changes.
 * @param url of a database of the coordinator in which the workers have been added
 */
export async function aShardedDatabase(url: string): Promise<ShardedDatabase> {
  const server = connect(url, { max: 2, applicationName: 'quiver tests' })
  const fingerprint = await schemaFingerprint()
  for (let number = 1; ; number += 1) {
    const name = `quiver_sharded_${fingerprint}_${number}`
    const letGo = await lockName(server, name)
    if (letGo === null) continue
    const database = { name, url: withDatabase(url, name) }
    await make(server, url, database)
    const keeper = connect(database.url, { max: 1, applicationName: 'quiver tests' })
    const empty = async () => {
      await keeper`select quiver_tests.empty()`
      const failed = await keeper<{ result: string }[]>`
        select result from run_command_on_workers('select quiver_tests.empty()') where not success`
      if (failed[0] !== undefined) throw new Error(failed[0].result)
      await dropStrays(keeper)
    }
    await empty()
    const end = async () => {
      await keeper.end()
      letGo()
      await server.end()
    }
    return { ...database, keeper, empty, end }
  }
}

/** By a transaction that stays open: the pool may close a connection that is idle. @returns null: another run has it. */
async function lockName(server: Database, name: string): Promise<(() => void) | null> {
  let letGo = () => {}
  const over = new Promise<void>((resolve) => (letGo = resolve))
  const isFree = await new Promise<boolean>((resolve, reject) => {
    const work = server.begin(async (sql) => {
      await sql`set local idle_in_transaction_session_timeout = 0`
      const [lock] = await sql<
        [{ free: boolean }]
      >`select pg_try_advisory_xact_lock(hashtext(${name})) as free`
      resolve(lock.free)
      if (lock.free) await over
    })
    work.catch(reject)
  })
  return isFree ? letGo : null
}

async function schemaFingerprint(): Promise<string> {
  const hash = createHash('sha256').update(String(shards))
  for (const { checksum } of await readMigrations(migrationsDirectory)) hash.update(checksum)
  const sharding = new URL('../../../src/database/sharding/', import.meta.url)
  for (const name of (await readdir(sharding)).toSorted()) {
    if (!name.endsWith('.test.ts')) hash.update(await readFile(new URL(name, sharding)))
  }
  return hash
    .update(await readFile(fileURLToPath(import.meta.url)))
    .digest('hex')
    .slice(0, 8)
}

async function make(
  server: Sql,
  url: string,
  { name, url: ownUrl }: { name: string; url: string },
): Promise<void> {
  const nodes = await server<Node[]>`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator from pg_dist_node`
  if (await isReady(server, ownUrl, name)) return
  for (const node of nodes) {
    await onNode(url, node, async (sql) => {
      await sql.unsafe(`drop database if exists ${name} with (force)`)
      await sql.unsafe(`create database ${name}`)
    })
    await onNode(ownUrl, node, (sql) => sql`create extension citus`)
  }
  const sql = connect(ownUrl, { max: 1, applicationName: 'quiver tests' })
  try {
    for (const { host, port, is_coordinator: isCoordinator } of nodes) {
      if (isCoordinator) await sql`select citus_set_coordinator_host(${host}, ${port})`
    }
    for (const { host, port, is_coordinator: isCoordinator } of nodes) {
      if (!isCoordinator) await sql`select citus_add_node(${host}, ${port})`
    }
    await sql.unsafe(`alter database ${name} set citus.enable_stat_counters = on`)
    await migrate(ownUrl)
    await distribute(ownUrl, { shards })
  } finally {
    await sql.end()
  }
  for (const node of nodes) await onNode(ownUrl, node, prepareEmptying)
}

/** Its last step is the function of the last node. */
async function isReady(server: Sql, ownUrl: string, name: string): Promise<boolean> {
  const [database] = await server`select from pg_database where datname = ${name}`
  if (database === undefined) return false
  const sql = connect(ownUrl, { max: 1, applicationName: 'quiver tests' })
  try {
    const [found] = await sql<[{ yes: boolean }]>`
      select coalesce(bool_and(success and result = '1'), false) as yes
      from run_command_on_all_nodes('select count(*) from pg_proc where proname = ''empty''')`
    return found.yes
  } catch {
    return false
  } finally {
    await sql.end()
  }
}

async function onNode(
  url: string,
  { host, port }: Node,
  work: (sql: Database) => PromiseLike<unknown>,
): Promise<void> {
  const address = new URL(url)
  address.host = `${host}:${port}`
  const sql = connect(String(address), { max: 1, applicationName: 'quiver tests' })
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}

/** What a test has left: functions with their triggers, tables and sequences. */
async function dropStrays(sql: Database): Promise<void> {
  const strays = await sql<{ name: string }[]>`
    select oid::regprocedure::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and oid not in (select oid from quiver_tests.functions)`
  for (const { name } of strays) await sql.unsafe(`drop function ${name} cascade`)
  const relations = await sql<{ name: string; kind: string }[]>`
    select oid::regclass::text as name, case relkind when 'S' then 'sequence' else 'table' end as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
      and oid not in (select oid from quiver_tests.relations)`
  for (const { name, kind } of relations) await sql.unsafe(`drop ${kind} if exists ${name} cascade`)
}

/** On the coordinator it empties the tables that are not distributed, on a worker the shards that it has. */
async function prepareEmptying(sql: Database): Promise<void> {
  await sql.begin(async (sql) => {
    await sql`set local citus.enable_ddl_propagation = off`
    await sql`create schema quiver_tests`
    await sql`
      create table quiver_tests.functions as
      select oid from pg_proc where pronamespace = 'public'::regnamespace`
    await sql`
      create table quiver_tests.relations as
      select oid from pg_class where relnamespace = 'public'::regnamespace`
    await sql.unsafe(`
      create function quiver_tests.empty() returns void language plpgsql as $$
        declare
          own text;
          has_rows boolean;
        begin
          perform set_config('session_replication_role', 'replica', true);
          perform set_config('citus.enable_manual_changes_to_shards', 'on', true);
          for own in
            select shard_name(s.logicalrelid, s.shardid)
              from pg_dist_shard s join pg_dist_placement p using (shardid)
              where p.groupid = (select groupid from pg_dist_local_group)
            union all
            select oid::regclass::text from pg_class c
              where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
                and not exists (select from pg_dist_partition where logicalrelid = c.oid)
                and (select groupid from pg_dist_local_group) = 0
          loop
            execute format('select exists (select from %s)', own) into has_rows;
            if has_rows then
              execute format('delete from %s', own);
            end if;
          end loop;
          if (select groupid from pg_dist_local_group) = 0 then
            perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
              from pg_sequences where last_value is not null and schemaname = 'public';
          end if;
        end $$`)
  })
}
