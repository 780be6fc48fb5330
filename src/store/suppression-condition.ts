import type postgres from 'postgres'
import type { Sql } from '../database/connection.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/**
 * A condition on rows `s` of `subscribers` that holds for those to whom the organization may write: whose address, its
 * domain, and the hashes of the address stand on none of its suppression lists.
 *
 * In an object, because the driver's fragments are promises: returned alone it would be run.
 */
export async function notSuppressed(sql: Sql, organizationId: number): Promise<{ condition: Fragment }> {
  const lists = await sql<{ id: number }[]>`
    select id from suppression_lists l
    where organization_id = ${organizationId} and exists (
      select from suppressed_addresses a where a.organization_id = l.organization_id and a.suppression_list_id = l.id)`
  // Most organizations suppress nobody: then there is nothing to look up for each subscriber.
  if (lists.length === 0) return { condition: sql`true` }
  const address = sql`lower(coalesce(s.email, s.key))`
  return {
    condition: sql`not exists (
      select from suppressed_addresses a
      where a.organization_id = ${organizationId} and a.suppression_list_id = any(${lists.map(({ id }) => id)})
        and a.key in (${address}, substring(${address}, '@[^@]*$'), md5(${address}),
          encode(sha256(convert_to(${address}, 'UTF8')), 'hex')))`,
  }
}
