import { notFound } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { PeoplePage } from '../../store/responses/people.ts'
import type { Actor } from '../actor.ts'
import { requirePermission } from '../permission.ts'
import { findPeopleOf, type FoundPeople } from '../responses/people.ts'

/** @throws AppError `not_authorized`, `not_found`. */
export async function findCampaignPeople(
  sql: Sql,
  { caller }: Actor,
  id: number,
  page: PeoplePage,
): Promise<FoundPeople> {
  requirePermission(caller, 'campaign.read_stats')
  const campaign = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id })
  const { contentId } = page
  if (contentId !== null && !campaign.contents.some((content) => content.id === contentId))
    throw notFound('content')
  const mailing = { listId: campaign.mailing_list_id, source: { campaignId: id } }
  return findPeopleOf(sql, caller.organization_id, mailing, page)
}
