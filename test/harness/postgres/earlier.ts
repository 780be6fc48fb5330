import type { Sql } from '../../../src/database/driver/connection.ts'

/**
 * Moves times of all rows of a table, as if they had come earlier. A cluster does not compute a time of a row in an `update`.
 * @param table.key what names a row within its organization
 * @param by an interval
 */
export async function setEarlier(
  sql: Sql,
  { table, key = 'id', times }: { table: string; key?: string; times: readonly string[] },
  by: string,
): Promise<void> {
  await sql.unsafe(`
    with moved as materialized (
      select organization_id, ${key}, ${times.map((time) => `${time} - interval '${by}' as ${time}`).join(', ')} from ${table})
    update ${table} t set ${times.map((time) => `${time} = moved.${time}`).join(', ')}
    from moved where t.organization_id = moved.organization_id and t.${key} = moved.${key}`)
}
