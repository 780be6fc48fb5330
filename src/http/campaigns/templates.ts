import { campaignBodyMax } from '../../contract/campaigns/input.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  createTemplate,
  deleteTemplate,
  listTemplates,
  showTemplate,
  updateTemplate,
} from '../../contract/campaigns/templates.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { deleteCampaign, requireCampaignList } from '../../store/campaigns/changes.ts'
import { findCampaign, findTemplates } from '../../store/campaigns/rows.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'
import { smallId } from '../route/call.ts'
import { writeCampaign } from './changes.ts'
import { presentTemplate } from './present.ts'
import type { Router } from '../route/bind.ts'

const subject = (id: number) => ({ subject_type: 'Template', subject_id: id })

export function templateRoutes(route: Router): void {
  route(listTemplates, async ({ sql, caller, params, page }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    await requireCampaignList(sql, caller.organization_id, listId)
    const request = page()
    const { rows, count } = await findTemplates(sql, caller.organization_id, listId, request)
    return { data: rows.map((row) => presentTemplate(row, caller)), paging: pagingOf(request, count) }
  })

  route(showTemplate, async ({ sql, caller, params, aliasListId }) => {
    return { data: presentTemplate(await find(sql, caller, params.id, aliasListId), caller) }
  })

  writeRoutes(route)
  deleteRoute(route)
}

function writeRoutes(route: Router): void {
  const options = { bodyLimit: campaignBodyMax }

  route(
    createTemplate,
    ({ sql: database, caller, params, fields, audit }) =>
      database.begin(async (sql) => {
        const listId = smallId(params.mailing_list_id, 'mailing list')
        await requireCampaignList(sql, caller.organization_id, listId)
        const { template_contents_attributes: older, contents = older, ...input } = fields()
        const target = { listId, kind: 'template', current: null } as const
        const id = await writeCampaign(sql, caller, target, { ...input, contents })
        await audit(sql, { kind: 'template.created', ...subject(id) })
        return { data: presentTemplate(await find(sql, caller, id), caller) }
      }),
    options,
  )

  route(
    updateTemplate,
    ({ sql: database, caller, params, aliasListId, fields, audit }) =>
      database.begin(async (sql) => {
        const current = await find(sql, caller, params.id, aliasListId, true)
        const { template_contents_attributes: older, contents = older, ...input } = fields()
        const target = { listId: current.mailing_list_id, kind: 'template', current } as const
        const id = await writeCampaign(sql, caller, target, { ...input, contents })
        await audit(sql, { kind: 'template.updated', ...subject(id) })
        return { data: presentTemplate(await find(sql, caller, id), caller) }
      }),
    options,
  )
}

function deleteRoute(route: Router): void {
  route(deleteTemplate, ({ sql: database, caller, params, aliasListId, audit }) =>
    database.begin(async (sql) => {
      const { id, segmentation_criteria_id: segmentId } = await find(
        sql,
        caller,
        params.id,
        aliasListId,
        true,
      )
      await deleteCampaign(sql, caller.organization_id, id, segmentId)
      await audit(sql, { kind: 'template.deleted', ...subject(id) })
      return { data: null }
    }),
  )
}

async function find(
  sql: Sql,
  caller: Caller,
  id: number,
  listId?: number,
  lock = false,
): Promise<CampaignRow> {
  if (listId !== undefined) await requireCampaignList(sql, caller.organization_id, listId)
  return findCampaign(sql, caller.organization_id, { kind: 'template', id, listId, lock })
}
