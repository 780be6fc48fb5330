import { expect } from 'vitest'
import type { Sql } from '../../../src/database/driver/connection.ts'
import { until } from '../core/until.ts'

type Reads = Map<string, number>

/**
 * PostgreSQL reads a small table whole, which says nothing about a large one. For connections that are made from now on.
 */
export async function asIfTablesWereLarge(sql: Sql): Promise<void> {
  const [database] = await sql<[{ name: string }]>`select quote_ident(current_database()) as name`
  await sql.unsafe(`alter database ${database.name} set enable_seqscan = off`)
}

/**
 * @param application the name of the connections that `work` makes and ends: a server process tells of its last statements
 * when it ends
 * @param work @returns how many things it has done
 * @returns how many rows and index entries it has read for each of them, by table
 */
export async function rowsReadEach(
  sql: Sql,
  application: string,
  work: () => Promise<number>,
): Promise<Reads> {
  const before = await rowsRead(sql, application)
  const count = await work()
  const after = await rowsRead(sql, application)
  return new Map([...after].map(([table, rows]) => [table, (rows - (before.get(table) ?? 0)) / count]))
}

async function rowsRead(sql: Sql, application: string): Promise<Reads> {
  await until(async () => {
    const left = await sql`
      select from pg_stat_activity where datname = current_database() and application_name = ${application}`
    return left.length === 0
  })
  await sql`select pg_stat_clear_snapshot()`
  const rows = await sql<{ name: string; rows: number }[]>`
    select t.relname as name, (t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0))::bigint as rows
    from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid)
    where t.schemaname = 'public' group by t.relname, t.seq_tup_read`
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}

/** Of ten times as many things, each may read a little more, but not ten times as much. */
export function expectNoMore(small: Reads, large: Reads): void {
  const grown = [...large].filter(([table, rows]) => rows > 3 * (small.get(table) ?? 0) + 3)
  const seen = grown.map(
    ([table, rows]) => `${table}: ${small.get(table)?.toFixed(1)}, then ${rows.toFixed(1)}`,
  )
  expect(seen).toEqual([])
}
