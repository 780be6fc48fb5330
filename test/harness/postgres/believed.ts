import { onTestFinished } from 'vitest'
import type { Database, Sql } from '../../../src/database/driver/connection.ts'

type State = [string, (sql: Database, tables: readonly string[]) => Promise<unknown>]

/** What PostgreSQL may believe of tables when a call arrives. */
export const beliefs: State[] = [
  [
    'no statistics, as after a restore',
    async (sql, tables) => {
      for (const table of tables) {
        await sql`delete from pg_statistic where starelid = ${table}::text::regclass`
        await sql`update pg_class set reltuples = -1, relpages = 0 where oid = ${table}::text::regclass`
      }
    },
  ],
  ['statistics that know older rows only', async () => {}],
  [
    'fresh statistics',
    async (sql, tables) => {
      for (const table of tables) await sql`analyze ${sql(table)}`
    },
  ],
]

/** Plans are made once for all values until the test ends, and nothing is analyzed but by the test. */
export async function planOnce(sql: Database, tables: readonly string[]): Promise<void> {
  await onEach(sql, (one) => one`set plan_cache_mode = force_generic_plan`)
  onTestFinished(() => onEach(sql, (one) => one`reset plan_cache_mode`))
  for (const table of tables) await sql`alter table ${sql(table)} set (autovacuum_enabled = off)`
}

/** @returns rows and index entries of these tables that all connections have read so far. */
export async function readsSoFar(sql: Database, tables: readonly string[]): Promise<number> {
  await onEach(sql, (one) => one`select pg_stat_force_next_flush()`)
  const [row] = await sql<[{ reads: number }]>`
    select sum(reads)::bigint as reads, pg_stat_clear_snapshot() from (
      select t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0) as reads
      from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid)
      where t.relname = any(${[...tables]}::text[]) group by t.relid, t.seq_tup_read) each_table`
  return row.reads
}

/** The test's pool has four connections. */
async function onEach(sql: Database, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  let arrived = 0
  let open = () => {}
  const all = new Promise<void>((resolve) => (open = resolve))
  const one = () =>
    sql.begin(async (sql) => {
      if ((arrived += 1) === 4) open()
      await all
      await work(sql)
    })
  await Promise.all([one(), one(), one(), one()])
}
