import { notFound } from '../../contract/api/errors.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { cancelCampaigns } from '../campaigns/changes.ts'
import { cancelExports } from '../exports/rows.ts'
import { cancelImports } from '../imports/of-organization.ts'
import { freeNamesOf } from '../server/taken-names.ts'
import { deleteUsersOf } from '../users/rows.ts'

/**
 * The lock order is campaigns, lists, organization, imports: senders lock their campaign first, transactions that add
 * subscribers lock list and organization in this order, workers organization and import. A list or import that is created at this moment may remain, but it is
 * invisible and cannot be claimed or added to.
 */
export async function markOrganizationDeleted(sql: Transaction, id: number): Promise<void> {
  await cancelCampaigns(sql, id)
  await sql`
    select 1 from mailing_lists
    where organization_id = ${id} and deleted_at is null
    order by id for no key update`
  const { count } = await sql`
    update organizations set deleted_at = now() where id = ${id} and deleted_at is null`
  if (count === 0) throw notFound('organization')
  await cancelImports(sql, id)
  await cancelExports(sql, id)
  await cancelCampaigns(sql, id)
  await sql`update mailing_lists set deleted_at = now() where organization_id = ${id} and deleted_at is null`
  await sql`update api_keys set active = false where organization_id = ${id} and active`
  await deleteUsersOf(sql, id)
  await freeNamesOf(sql, id)
}
