import type { Sql } from '../../database/driver/connection.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import type { PeoplePage } from '../../store/responses/people.ts'
import type { Actor } from '../actor.ts'
import { findPeopleOf, type FoundPeople } from '../responses/people.ts'

/** @throws AppError `not_authorized`, `not_found`. */
export async function findCampaignPeople(
  sql: Sql,
  { caller }: Actor,
  id: number,
  page: PeoplePage,
): Promise<FoundPeople> {
  const campaign = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id })
  const mailing = { listId: campaign.mailing_list_id, source: { campaignId: id } }
  return findPeopleOf(sql, caller, mailing, page)
}
