import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { BulkSelection } from '../bulk-changes/rows.ts'
import type { ExportSelection } from '../exports/rows.ts'

// Whom the work that a call has ordered will concern, as the order is stored.

export async function findBulkOrder(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<{ mailing_list_id: number; selection: BulkSelection } | null> {
  const [row] = await sql<{ mailing_list_id: number; selection: BulkSelection }[]>`
    select mailing_list_id, selection from subscriber_bulk_changes
    where organization_id = ${organizationId} and id = ${id}`
  return row ?? null
}

export type ExportOrder = {
  mailing_list_id: number
  statuses: SubscriberStatus[] | null
  selection: ExportSelection | null
  clauses: Clause[] | null
}

export async function findExportOrder(
  sql: Sql,
  organizationId: number,
  id: number,
): Promise<ExportOrder | null> {
  const [row] = await sql<ExportOrder[]>`
    select e.mailing_list_id, e.statuses, e.selection, g.clauses
    from subscriber_exports e
    left join segments g on g.organization_id = e.organization_id and g.id = e.segment_id
    where e.organization_id = ${organizationId} and e.id = ${id}`
  return row ?? null
}
