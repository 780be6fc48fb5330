import { invalid } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** Those that the caller does not see, or that were deleted, are none. @throws AppError `validation_failed`. */
export async function requireLists(
  sql: Sql,
  organizationId: number,
  ids: readonly number[] | null | undefined,
): Promise<void> {
  if (ids == null || ids.length === 0) return
  const rows = await sql<{ id: number }[]>`
    select id from mailing_lists
    where organization_id = ${organizationId} and id = any(${[...ids]}::integer[]) and deleted_at is null`
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return
  throw invalid(
    `mailing_list_ids has ids that are no mailing list of the organization: ${missing.join(', ')}`,
  )
}
