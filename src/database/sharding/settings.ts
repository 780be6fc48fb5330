import type { Sql } from '../driver/connection.ts'
import { applicationRole } from '../roles.ts'

/** Of the database, on the coordinator and each worker. */
const databaseSettings: Record<string, string> = {
  // `set local quiver.scope` has to reach the workers, or each policy there hides every row.
  'citus.propagate_set_commands': 'local',
  // The triggers read the row itself and rows of its organization, which are on the same worker.
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  // The coordinator's sessions have it from the client, those of the workers do not.
  TimeZone: 'UTC',
}

/** @throws Error with what an administrator has to run, if rights are missing. */
export async function setEverywhere(sql: Sql, log: (message: string) => void): Promise<void> {
  const [database] = await sql<[{ name: string }]>`select quote_ident(current_database()) as name`
  log('Setting the database up on each node.')
  // Citus repeats these statements on the workers.
  for (const [name, value] of Object.entries(databaseSettings)) {
    await sql.unsafe(`alter database ${database.name} set ${name} = '${value}'`)
  }
  await checkSettings(sql)
  // Workers are connected to as the role that the application has on the coordinator.
  const [role] = await sql<{ can: boolean }[]>`
    select rolcanlogin as can from pg_roles where rolname = ${applicationRole}`
  if (role?.can !== true) await runAsAdministrator(sql, `alter role ${applicationRole} login`)
  // The coordinator draws the ids of an \`insert … select\` as the application.
  await sql.unsafe(`grant usage on all sequences in schema public to ${applicationRole}`)
}

async function checkSettings(sql: Sql): Promise<void> {
  const found = await sql<{ node: string; result: string }[]>`
    select n.nodename || ':' || n.nodeport as node, r.result
    from run_command_on_all_nodes(${`select coalesce((
      select string_agg(lower(setting), ' ') from pg_db_role_setting, unnest(setconfig) setting
      where setrole = 0 and setdatabase = (select oid from pg_database where datname = current_database())), '')`}) r
    join pg_dist_node n on n.nodeid = r.nodeid`
  for (const [name, value] of Object.entries(databaseSettings)) {
    const setting = `${name}=${value}`.toLowerCase()
    const without = found.find(({ result }) => !result.split(' ').includes(setting))
    if (without !== undefined) {
      throw new Error(
        `The node ${without.node} did not get the setting ${name}: ask an administrator to run "alter database … set ${name} = '${value}';" there, and run quiver migrate --distribute again.`,
      )
    }
  }
}

async function runAsAdministrator(sql: Sql, command: string): Promise<void> {
  try {
    await sql.unsafe(command)
  } catch (error) {
    throw new Error(
      `The role ${applicationRole} must be able to log in to the workers: ask an administrator of the cluster to run "${command};" on the coordinator, and run quiver migrate --distribute again.`,
      { cause: error },
    )
  }
}

/** Settings of this transaction, which begins with them: tables are distributed one after another. */
export async function beginUpkeep(sql: Sql, shards: number | undefined): Promise<void> {
  for (const [name, value] of Object.entries(databaseSettings)) {
    await sql.unsafe(`set local ${name} = '${value}'`)
  }
  await sql.unsafe(`set local quiver.scope = 'everywhere'`)
  // Parallel connections would not see what this transaction has done to the tables.
  await sql.unsafe(`set local citus.multi_shard_modify_mode = 'sequential'`)
  if (shards !== undefined) await sql.unsafe(`set local citus.shard_count = ${shards}`)
}
