import type { Sql } from '../../../src/database/driver/connection.ts'

/** By table: each row, where it is stored, and which transaction wrote it. A row that is rewritten as it was differs. */
export type Tables = Record<string, { row: Record<string, unknown>; at: string; by: string }[]>

/** All rows of all tables of the database, and the last values of its sequences. */
export async function allTables(sql: Sql): Promise<Tables> {
  const names = await sql<{ name: string }[]>`
    select c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public'
    order by c.relname`
  const tables: Tables = {}
  for (const { name } of names) {
    tables[name] = await sql`
      select to_jsonb(t) as row, t.ctid::text as at, t.xmin::text as by from ${sql(name)} t order by t.ctid`
  }
  tables['(sequences)'] = await sql`
    select jsonb_build_object('name', sequencename, 'last', last_value) as row, '' as at, '' as by
    from pg_sequences order by sequencename`
  return tables
}

/** The names of the tables that differ. */
export function differingTables(before: Tables, after: Tables): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}
