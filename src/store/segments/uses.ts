import type { SegmentUses } from '../../contract/segments/preview.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { namesRecord } from './naming.ts'

const usesMax = 100

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
      select id from subscriber_exports
      where organization_id = ${organizationId} and segment_id = ${id} and finished_at is null
      order by id desc limit ${usesMax}`,
  ])
  return { campaigns, templates, autoresponders, segments, unfinished_exports: exports }
}
