import type { z } from 'zod'
import {
  addCampaign,
  changeCampaign,
  findListCampaigns,
  findReportedCampaign,
  removeCampaign,
  type ReportedCampaign,
} from '../../actions/campaigns/changes.ts'
import { cancelForGood, pauseOrResume } from '../../actions/campaigns/states.ts'
import {
  campaignBodyMax,
  duplicationInput,
  type campaignChanges,
  type CampaignInput,
} from '../../contract/campaigns/input.ts'
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
import type { Caller } from '../../store/callers.ts'
import { sendId } from '../../store/responses/events.ts'
import { recordPlace, smallId } from '../route/call.ts'
import { presentCampaign, presentElement } from './present.ts'
import type { Router } from '../route/bind.ts'

const bodyLimit = campaignBodyMax

export function campaignRoutes(route: Router): void {
  route(listCampaigns, async (call) => {
    const { start, end } = rangeIn(call.query, 'started_at', call.caller.time_zone)
    const states = call.query.state ?? null
    const filter = { listId: listIdOf(call), startedFrom: start, startedTo: end, states }
    const request = call.page()
    const { rows, count } = await findListCampaigns(call.sql, call, filter, request)
    return { data: rows.map((row) => presentElement(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(showCampaign, async (call) => {
    const { data } = presentReported(await findReportedCampaign(call.sql, call, recordPlace(call)), call)
    const isAsked = call.query.include_engine_sendid === true
    return { data: isAsked ? { ...data, engine_sendid: sendId({ campaignId: data.id }) } : data }
  })

  writeRoutes(route)
  stateRoutes(route)
}

function writeRoutes(route: Router): void {
  route(
    createCampaign,
    async (call) =>
      presentReported(await addCampaign(call.sql, call, listIdOf(call), () => readNew(call)), call),
    { bodyLimit },
  )

  route(
    updateCampaign,
    async (call) => {
      const fields = () => readContents(call.fields())
      return presentReported(await changeCampaign(call.sql, call, recordPlace(call), fields), call)
    },
    { bodyLimit },
  )

  route(deleteCampaign, async (call) => {
    return { data: { campaign: await removeCampaign(call.sql, call, recordPlace(call)) } }
  })
}

function stateRoutes(route: Router): void {
  route(pauseCampaign, async (call) => {
    return presentReported(await pauseOrResume(call.sql, call, recordPlace(call), true), call)
  })

  route(resumeCampaign, async (call) => {
    return presentReported(await pauseOrResume(call.sql, call, recordPlace(call), false), call)
  })

  route(cancelCampaign, async (call) => {
    return presentReported(await cancelForGood(call.sql, call, recordPlace(call)), call)
  })
}

export function listIdOf({ params }: { params: { mailing_list_id: number } }) {
  return smallId(params.mailing_list_id, 'mailing list')
}

type Fields = CampaignInput & Pick<z.output<typeof campaignChanges>, 'campaign_contents_attributes'>

/** The duplicate options can be inside the record or next to it. */
function readNew({ fields, body }: { fields: () => Fields; body: unknown }): CampaignInput {
  const input = readContents(fields())
  const beside = checkFields(duplicationInput, typeof body === 'object' && body !== null ? body : {})
  return overlay(input, beside)
}

export function readContents({ campaign_contents_attributes: older, ...input }: Fields): CampaignInput {
  return { ...input, contents: input.contents ?? older }
}

export function presentReported({ row, report }: ReportedCampaign, { caller }: { caller: Caller }) {
  return { data: presentCampaign(row, caller, report) }
}
