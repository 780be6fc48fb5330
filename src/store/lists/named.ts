import type { Sql } from '../../database/driver/connection.ts'

/** @returns the ids that are no mailing list of the organization, or of one that was deleted. */
export async function missingLists(
  sql: Sql,
  organizationId: number,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await sql<{ id: number }[]>`
    select id from mailing_lists
    where organization_id = ${organizationId} and id = any(${[...ids]}::integer[]) and deleted_at is null`
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !found.has(id))
}
