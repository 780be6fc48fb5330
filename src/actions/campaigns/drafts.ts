import { invalid, notFound } from '../../contract/api/errors.ts'
import { checkFields } from '../../contract/api/problems.ts'
import { campaignChanges, type CampaignInput } from '../../contract/campaigns/input.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import {
  deleteCampaignDraftRow,
  findCampaignDraft,
  keepCampaignDraft,
  type CampaignDraft,
} from '../../store/campaigns/drafts.ts'
import { findCampaign } from '../../store/campaigns/rows.ts'
import { requireVersion } from '../../store/resources/version.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import { findReportedCampaign, lockCampaign, logCampaign, type ReportedCampaign } from './changes.ts'
import { writeCampaign } from './write.ts'

const anyVersion = <Given extends Actor>(actor: Given): Given => ({ ...actor, expectedAt: null })

/** @throws AppError `not_found`. */
export async function findDraftBeside(
  sql: Sql,
  { caller }: Actor,
  id: number,
): Promise<CampaignDraft | null> {
  const { organization_id: organizationId } = caller
  await findCampaign(sql, organizationId, { kind: 'campaign', id, listId: undefined })
  return findCampaignDraft(sql, organizationId, id)
}

/** @throws AppError `validation_failed` unless the campaign is scheduled; 409 if somebody else has changed the draft. */
export function keepDraftBeside(
  sql: Scoped,
  actor: Actor,
  id: number,
  fields: () => { changes: Record<string, unknown> },
): Promise<CampaignDraft> {
  return sql.begin(async (sql) => {
    const { organization_id: organizationId } = actor.caller
    const { state } = await lockCampaign(sql, anyVersion(actor), { id, listId: undefined })
    const { changes } = fields()
    if (state !== 'scheduled')
      throw invalid(
        'the campaign has a draft beside it only while it is scheduled: change the campaign itself',
      )
    const subject = { type: 'Campaign', id, kind: 'campaign.draft_kept' }
    const versioned = { what: 'draft', table: 'campaign_drafts', row: { campaign_id: id }, subject }
    await requireVersion(sql, organizationId, versioned, actor)
    const kept = await keepCampaignDraft(sql, organizationId, id, changes)
    await logCampaign(sql, actor, 'campaign.draft_kept', id)
    return kept
  })
}

export function discardDraftBeside(sql: Scoped, actor: Actor, id: number): Promise<void> {
  return sql.begin(async (sql) => {
    await lockCampaign(sql, anyVersion(actor), { id, listId: undefined })
    await deleteCampaignDraftRow(sql, actor.caller.organization_id, id)
    await logCampaign(sql, actor, 'campaign.draft_discarded', id)
  })
}

/** @throws AppError as `changeCampaign`; `not_found` without a draft. @param read from attributes to what a change takes. */
export function scheduleDraftBeside(
  sql: Scoped,
  actor: WarnedActor,
  id: number,
  read: (fields: ReturnType<typeof parsed>) => CampaignInput,
): Promise<ReportedCampaign> {
  return sql.begin(async (sql) => {
    const { organization_id: organizationId } = actor.caller
    const current = await lockCampaign(sql, actor, { id, listId: undefined })
    const draft = await findCampaignDraft(sql, organizationId, id)
    if (draft === null) throw notFound('draft')
    const target = { listId: current.mailing_list_id, kind: 'campaign', current } as const
    await writeCampaign(sql, actor, target, read(parsed(draft.changes)))
    await deleteCampaignDraftRow(sql, organizationId, id)
    await logCampaign(sql, actor, 'campaign.updated', id)
    return findReportedCampaign(sql, actor, { id, listId: undefined })
  })
}

function parsed(changes: unknown) {
  return checkFields(campaignChanges, changes)
}
