import type { Sql } from '../../database/driver/connection.ts'

/** What is stored or compared with stored times takes the database's clock: machines may disagree. */
export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`
  return row.now
}
