import type { PageRequest } from '../../contract/api/paging.ts'
import type { CampaignInput } from '../../contract/campaigns/input.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { deleteCampaign, requireCampaignList } from '../../store/campaigns/changes.ts'
import { findCampaign, findTemplates, type CampaignRow } from '../../store/campaigns/rows.ts'
import type { Actor, WarnedActor } from '../actor.ts'
import type { RecordPlace } from '../place.ts'
import type { Named } from './changes.ts'
import { writeCampaign } from './write.ts'
import { requireVersion } from '../../store/resources/version.ts'

export async function findListTemplates(
  sql: Sql,
  { caller }: Actor,
  listId: number,
  page: PageRequest,
): Promise<{ rows: CampaignRow[]; count: number }> {
  await requireCampaignList(sql, caller.organization_id, listId)
  return findTemplates(sql, caller.organization_id, listId, page)
}

export async function findTemplate(
  sql: Sql,
  { caller }: Actor,
  place: RecordPlace & { lock?: boolean },
): Promise<CampaignRow> {
  const { organization_id: organizationId } = caller
  if (place.listId !== undefined) await requireCampaignList(sql, organizationId, place.listId)
  return findCampaign(sql, organizationId, { ...place, kind: 'template' })
}

export function addTemplate(
  sql: Scoped,
  actor: WarnedActor,
  listId: number,
  fields: () => CampaignInput,
): Promise<CampaignRow> {
  return sql.begin(async (sql) => {
    await requireCampaignList(sql, actor.caller.organization_id, listId)
    const id = await writeCampaign(sql, actor, { listId, kind: 'template', current: null }, fields())
    await log(sql, actor, 'template.created', id)
    return findTemplate(sql, actor, { id, listId: undefined })
  })
}

export function changeTemplate(
  sql: Scoped,
  actor: WarnedActor,
  place: RecordPlace,
  fields: () => CampaignInput,
): Promise<CampaignRow> {
  return sql.begin(async (sql) => {
    const current = await lockTemplate(sql, actor, place)
    const target = { listId: current.mailing_list_id, kind: 'template', current } as const
    const id = await writeCampaign(sql, actor, target, fields())
    await log(sql, actor, 'template.updated', id)
    return findTemplate(sql, actor, { id, listId: undefined })
  })
}

export function removeTemplate(sql: Scoped, actor: Actor, place: RecordPlace): Promise<Named> {
  return sql.begin(async (sql) => {
    const { id, name, segmentation_criteria_id: segmentId } = await lockTemplate(sql, actor, place)
    await deleteCampaign(sql, actor.caller.organization_id, id, segmentId)
    await log(sql, actor, 'template.deleted', id)
    return { id, name }
  })
}

async function lockTemplate(sql: Transaction, actor: Actor, place: RecordPlace): Promise<CampaignRow> {
  const row = await findTemplate(sql, actor, { ...place, lock: true })
  const subject = { type: 'Template', id: row.id }
  const versioned = { what: 'template', table: 'campaigns', row: { id: row.id }, subject }
  await requireVersion(sql, actor.caller.organization_id, versioned, actor)
  return row
}

function log(sql: Transaction, { audit }: Actor, kind: string, id: number): Promise<void> {
  return audit(sql, { kind, subject_type: 'Template', subject_id: id })
}
