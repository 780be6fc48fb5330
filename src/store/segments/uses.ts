import type { SegmentUses } from '../../contract/segments/preview.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { namesRecord } from '../conditions/segments-naming.ts'

const usesMax = 100

/** `from …` of those `e` that are limited to a segment. */
export function unfinishedExports(sql: Sql, organizationId: number, segmentId: number) {
  return sql`
    from subscriber_exports e
    join jobs j on j.organization_id = e.organization_id and j.kind = 'SubscriberExport' and j.id = e.id
    where e.organization_id = ${organizationId} and e.segment_id = ${segmentId} and j.finished_at is null`
}

export async function findSegmentUses(sql: Sql, organizationId: number, id: number): Promise<SegmentUses> {
  const ofCampaigns = (template: boolean) => sql<SegmentUses['campaigns']>`
    select id, name, state from campaigns
    where organization_id = ${organizationId} and segmentation_criteria_id = ${id} and template = ${template}
    order by id desc limit ${usesMax}`
  const [campaigns, templates, autoresponders, segments, exports] = await Promise.all([
    ofCampaigns(false),
    ofCampaigns(true),
    sql<SegmentUses['autoresponders']>`
      select id, name from autoresponders
      where organization_id = ${organizationId} and id in (select coalesce(sequence_id, id) from autoresponders
        where organization_id = ${organizationId} and segmentation_criteria_id = ${id})
      order by id desc limit ${usesMax}`,
    sql<SegmentUses['segments']>`
      select g.id, g.name from segments g
      where ${namesRecord(sql, organizationId, 'segment', id)} and g.name is not null
      order by g.id desc limit ${usesMax}`,
    sql<SegmentUses['unfinished_exports']>`
      select e.id ${unfinishedExports(sql, organizationId, id)} order by e.id desc limit ${usesMax}`,
  ])
  return { campaigns, templates, autoresponders, segments, unfinished_exports: exports }
}
