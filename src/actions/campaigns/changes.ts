import type { PageRequest } from '../../contract/api/paging.ts'
import type { CampaignInput } from '../../contract/campaigns/input.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { deleteCampaign, requireCampaignList } from '../../store/campaigns/changes.ts'
import { findCampaignReport, type CampaignReport } from '../../store/campaigns/reports.ts'
import {
  findCampaign,
  findCampaigns,
  type CampaignElementRow,
  type CampaignFilter,
  type CampaignRow,
} from '../../store/campaigns/rows.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import type { RecordPlace } from '../place.ts'
import { writeCampaign } from './write.ts'
import { requireVersion } from '../../store/resources/version.ts'

/** What is left of a record that was deleted. */
export type Named = { id: number; name: string }

/** `report` null: the campaign has not started. */
export type ReportedCampaign = { row: CampaignRow; report: CampaignReport | null }

export async function findListCampaigns(
  sql: Sql,
  { caller }: Actor,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<{ rows: CampaignElementRow[]; count: number }> {
  await requireCampaignList(sql, caller.organization_id, filter.listId)
  return findCampaigns(sql, caller.organization_id, filter, page)
}

export async function findReportedCampaign(
  sql: Sql,
  { caller }: Actor,
  { id, listId }: RecordPlace,
): Promise<ReportedCampaign> {
  const { organization_id: organizationId } = caller
  if (listId !== undefined) await requireCampaignList(sql, organizationId, listId)
  const row = await findCampaign(sql, organizationId, { kind: 'campaign', id, listId })
  return {
    row,
    report: row.started_at === null ? null : await findCampaignReport(sql, organizationId, row.id),
  }
}

export function addCampaign(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  fields: () => CampaignInput,
): Promise<ReportedCampaign> {
  return sql.begin(async (sql) => {
    await requireCampaignList(sql, actor.caller.organization_id, listId)
    const id = await writeCampaign(sql, actor, { listId, kind: 'campaign', current: null }, fields())
    await logCampaign(sql, actor, 'campaign.created', id)
    return findReportedCampaign(sql, actor, { id, listId: undefined })
  })
}

export function changeCampaign(
  sql: Scoped,
  actor: WarnedActor,
  place: RecordPlace,
  fields: () => CampaignInput,
): Promise<ReportedCampaign> {
  return sql.begin(async (sql) => {
    const current = await lockCampaign(sql, actor, place)
    const target = { listId: current.mailing_list_id, kind: 'campaign', current } as const
    const id = await writeCampaign(sql, actor, target, fields())
    await logCampaign(sql, actor, 'campaign.updated', id)
    return findReportedCampaign(sql, actor, { id, listId: undefined })
  })
}

/** @throws AppError `validation_failed` for a scheduled or started campaign. */
export function removeCampaign(sql: Scoped, actor: Actor, place: RecordPlace): Promise<Named> {
  return sql.begin(async (sql) => {
    const { id, name, segmentation_criteria_id: segmentId } = await lockCampaign(sql, actor, place)
    await deleteCampaign(sql, actor.caller.organization_id, id, segmentId)
    await logCampaign(sql, actor, 'campaign.deleted', id)
    return { id, name }
  })
}

/** @throws AppError with the status 409 if it is not the version that the caller has seen. */
export async function lockCampaign(
  sql: Transaction,
  actor: Actor,
  { id, listId }: RecordPlace,
): Promise<CampaignRow> {
  const { organization_id: organizationId } = actor.caller
  if (listId !== undefined) await requireCampaignList(sql, organizationId, listId)
  const row = await findCampaign(sql, organizationId, { kind: 'campaign', id, listId, lock: true })
  const subject = { type: 'Campaign', id: row.id }
  const versioned = { what: 'campaign', table: 'campaigns', row: { id: row.id }, subject }
  await requireVersion(sql, organizationId, versioned, actor)
  return row
}

export function logCampaign(sql: Transaction, { audit }: Actor, kind: string, id: number): Promise<void> {
  return audit(sql, { kind, subject_type: 'Campaign', subject_id: id })
}
