import type { Scoped } from '../../database/driver/connection.ts'
import { cancelCampaign, setCampaignPaused } from '../../store/campaigns/changes.ts'
import type { Actor } from '../actor.ts'
import type { RecordPlace } from '../place.ts'
import { findReportedCampaign, lockCampaign, logCampaign, type ReportedCampaign } from './changes.ts'

/** If nothing changes, nothing is logged. @throws AppError `validation_failed` for a campaign that has ended. */
export function pauseOrResume(
  sql: Scoped,
  actor: Actor,
  place: RecordPlace,
  paused: boolean,
): Promise<ReportedCampaign> {
  return sql.begin(async (sql) => {
    const { id } = await lockCampaign(sql, actor, place)
    const isChanged = await setCampaignPaused(sql, actor.caller.organization_id, id, paused)
    if (isChanged) await logCampaign(sql, actor, paused ? 'campaign.paused' : 'campaign.resumed', id)
    return findReportedCampaign(sql, actor, { id, listId: undefined })
  })
}

/** @throws AppError `validation_failed` for a campaign that has ended. */
export function cancelForGood(sql: Scoped, actor: Actor, place: RecordPlace): Promise<ReportedCampaign> {
  return sql.begin(async (sql) => {
    const { id } = await lockCampaign(sql, actor, place)
    await cancelCampaign(sql, actor.caller.organization_id, id)
    await logCampaign(sql, actor, 'campaign.cancelled', id)
    return findReportedCampaign(sql, actor, { id, listId: undefined })
  })
}
