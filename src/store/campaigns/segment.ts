import type { Clause } from '../../contract/segments/clauses.ts'
import type { Transaction } from '../../database/driver/connection.ts'

export type CampaignSegment = {
  segmentation_criteria_id: number | null
  segmentation_criteria_remote_sql: string | null
}

export const noSegment: CampaignSegment = {
  segmentation_criteria_id: null,
  segmentation_criteria_remote_sql: null,
}

export async function isSavedSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from segments
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and id = ${id}
      and name is not null for key share`
  return row !== undefined
}

/** The segment of a template for a campaign of the same list: a saved one is shared, an ad hoc one is copied. */
export async function duplicateSegment(
  sql: Transaction,
  organizationId: number,
  listId: number,
  source: CampaignSegment,
): Promise<CampaignSegment> {
  const { segmentation_criteria_id: id, segmentation_criteria_remote_sql } = source
  if (id === null || (await isSavedSegment(sql, organizationId, listId, id))) {
    return { segmentation_criteria_id: id, segmentation_criteria_remote_sql }
  }
  const [row] = await sql<{ id: number; clauses: Clause[] }[]>`
    insert into segments (organization_id, mailing_list_id, description, clauses)
    select organization_id, mailing_list_id, description, clauses from segments
    where organization_id = ${organizationId} and id = ${id}
    returning id`
  if (row === undefined) throw new Error('the segment of the template is gone')
  return { ...noSegment, segmentation_criteria_id: row.id }
}
