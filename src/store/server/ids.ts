import type { Sql } from '../../database/driver/connection.ts'

/** For a row whose id must be known before the insert. */
export async function nextId(sql: Sql, table: string): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id'))::integer as id`
  if (row === undefined) throw new Error('nextval returned no row')
  return row.id
}

/** For an update that gives rows new ids: a cluster takes no `default` there. */
export async function nextIds(sql: Sql, table: string, count: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence(${table}, 'id')) as id from generate_series(1, ${count}::integer)`
  return rows.map(({ id }) => id)
}
