import { campaignBodyMax, duplicationInput } from '../../contract/campaigns/input.ts'
import {
  cancelCampaign,
  createCampaign,
  deleteCampaign,
  listCampaigns,
  pauseCampaign,
  resumeCampaign,
  showCampaign,
  updateCampaign,
} from '../../contract/campaigns/endpoints.ts'
import { overlay } from '../../contract/api/overlay.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { rangeIn } from '../../contract/api/query.ts'
import { checkFields } from '../../contract/api/problems.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import * as changes from '../../store/campaigns/changes.ts'
import { findCampaignReport } from '../../store/campaigns/reports.ts'
import { findCampaign, findCampaigns } from '../../store/campaigns/rows.ts'
import type { CampaignRow } from '../../store/campaigns/rows.ts'
import { sendId } from '../../store/responses/events.ts'
import { smallId } from '../route/call.ts'
import { writeCampaign } from './changes.ts'
import { presentCampaign, presentElement } from './present.ts'
import type { Router } from '../route/bind.ts'

const subject = (id: number) => ({ subject_type: 'Campaign', subject_id: id })

export function campaignRoutes(route: Router): void {
  route(listCampaigns, async ({ sql, caller, params, query, page }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    await changes.requireCampaignList(sql, caller.organization_id, listId)
    const { start, end } = rangeIn(query, 'started_at', caller.time_zone)
    const filter = { listId, startedFrom: start, startedTo: end, states: query.state ?? null }
    const request = page()
    const { rows, count } = await findCampaigns(sql, caller.organization_id, filter, request)
    return { data: rows.map((row) => presentElement(row, caller)), paging: pagingOf(request, count) }
  })

  route(showCampaign, async ({ sql, caller, params, query, aliasListId }) => {
    const { data } = await show(sql, caller, params.id, aliasListId)
    const isAsked = query.include_engine_sendid === true
    return { data: isAsked ? { ...data, engine_sendid: sendId({ campaignId: data.id }) } : data }
  })

  writeRoutes(route)
  stateRoutes(route)
}

function writeRoutes(route: Router): void {
  const options = { bodyLimit: campaignBodyMax }

  route(
    createCampaign,
    ({ sql: database, caller, params, fields, body, audit }) =>
      database.begin(async (sql) => {
        const listId = smallId(params.mailing_list_id, 'mailing list')
        await changes.requireCampaignList(sql, caller.organization_id, listId)
        const { campaign_contents_attributes: older, contents = older, ...input } = fields()
        const beside = checkFields(duplicationInput, typeof body === 'object' && body !== null ? body : {})
        const target = { listId, kind: 'campaign', current: null } as const
        const id = await writeCampaign(sql, caller, target, { ...overlay(input, beside), contents })
        await audit(sql, { kind: 'campaign.created', ...subject(id) })
        return show(sql, caller, id)
      }),
    options,
  )

  route(
    updateCampaign,
    ({ sql: database, caller, params, aliasListId, fields, audit }) =>
      database.begin(async (sql) => {
        const current = await hold(sql, caller, params.id, aliasListId)
        const { campaign_contents_attributes: older, contents = older, ...input } = fields()
        const target = { listId: current.mailing_list_id, kind: 'campaign', current } as const
        const id = await writeCampaign(sql, caller, target, { ...input, contents })
        await audit(sql, { kind: 'campaign.updated', ...subject(id) })
        return show(sql, caller, id)
      }),
    options,
  )

  route(deleteCampaign, ({ sql: database, caller, params, aliasListId, audit }) =>
    database.begin(async (sql) => {
      const { id, segmentation_criteria_id: segmentId } = await hold(sql, caller, params.id, aliasListId)
      await changes.deleteCampaign(sql, caller.organization_id, id, segmentId)
      await audit(sql, { kind: 'campaign.deleted', ...subject(id) })
      return { data: null }
    }),
  )
}

/** Pausing what is paused, and resuming what is not, is no change. */
function stateRoutes(route: Router): void {
  for (const [definition, kind, paused] of [
    [pauseCampaign, 'campaign.paused', true],
    [resumeCampaign, 'campaign.resumed', false],
  ] as const) {
    route(definition, ({ sql: database, caller, params, aliasListId, audit }) =>
      database.begin(async (sql) => {
        const { id } = await hold(sql, caller, params.id, aliasListId)
        const isChanged = await changes.setCampaignPaused(sql, caller.organization_id, id, paused)
        if (isChanged) await audit(sql, { kind, ...subject(id) })
        return show(sql, caller, id)
      }),
    )
  }

  route(cancelCampaign, ({ sql: database, caller, params, aliasListId, audit }) =>
    database.begin(async (sql) => {
      const { id } = await hold(sql, caller, params.id, aliasListId)
      await changes.cancelCampaign(sql, caller.organization_id, id)
      await audit(sql, { kind: 'campaign.cancelled', ...subject(id) })
      return show(sql, caller, id)
    }),
  )
}

/** The campaign, which nobody else changes until the transaction ends. */
async function hold(sql: Sql, caller: Caller, id: number, listId?: number): Promise<CampaignRow> {
  if (listId !== undefined) await changes.requireCampaignList(sql, caller.organization_id, listId)
  return findCampaign(sql, caller.organization_id, { kind: 'campaign', id, listId, lock: true })
}

async function show(sql: Sql, caller: Caller, id: number, listId?: number) {
  if (listId !== undefined) await changes.requireCampaignList(sql, caller.organization_id, listId)
  const row = await findCampaign(sql, caller.organization_id, { kind: 'campaign', id, listId })
  const report =
    row.started_at === null ? null : await findCampaignReport(sql, caller.organization_id, row.id)
  return { data: presentCampaign(row, caller, report) }
}
