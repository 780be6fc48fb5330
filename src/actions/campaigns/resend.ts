import { invalid } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { ResendInput } from '../../contract/campaigns/reports.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { findCampaign, type CampaignRow } from '../../store/campaigns/rows.ts'
import {
  findUncertainDeliveries,
  resendUncertain,
  type UncertainRow,
} from '../../store/campaigns/messages/uncertain.ts'
import type { Actor } from '../actor.ts'

export async function findUncertainMessages(
  sql: Sql,
  { caller }: Actor,
  id: number,
  page: PageRequest,
): Promise<{ campaign: CampaignRow; rows: UncertainRow[]; count: Count }> {
  const campaign = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id })
  return { campaign, ...(await findUncertainDeliveries(sql, caller.organization_id, campaign, page)) }
}

/** Without ids, all uncertain messages. @throws AppError `validation_failed` if the campaign is cancelled or failed. */
export function resendMessages(
  sql: Scoped,
  { caller, audit }: Actor,
  id: number,
  fields: () => ResendInput,
): Promise<number> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { state } = await findCampaign(sql, organizationId, { kind: 'campaign', id, lock: true })
    const { subscriber_ids: subscriberIds = null } = fields()
    if (state === 'cancelled' || state === 'failed') throw invalid(`campaign sends nothing: it is ${state}`)
    const resent = await resendUncertain(sql, organizationId, id, subscriberIds)
    if (resent > 0) {
      const event = { kind: 'campaign.uncertain_resent', subject_type: 'Campaign', subject_id: id }
      await audit(sql, { ...event, details: { resent } })
    }
    return resent
  })
}
