import { notFound } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'

/**
 * Until the transaction ends the list cannot be deleted: a delete waits until it can cancel what was added to it.
 * @throws AppError `not_found`, also for a deleted one.
 */
export async function keepList(sql: Transaction, organizationId: number, listId: number): Promise<void> {
  const { count } = await sql`
    select 1 from mailing_lists l
    where l.organization_id = ${organizationId} and l.id = ${listId} and l.deleted_at is null for key share`
  if (count === 0) throw notFound('mailing list')
}
