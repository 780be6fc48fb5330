import {
  addAutoresponder,
  changeAutoresponder,
  findListAutoresponder,
  findListAutoresponders,
  removeAutoresponder,
} from '../../actions/autoresponders/changes.ts'
import { countMessages } from '../../actions/autoresponders/statistics.ts'
import { readStatisticsDays, showAutoresponderStatistics } from '../../contract/autoresponders/statistics.ts'
import {
  autoresponderBodyMax,
  createAutoresponder,
  deleteAutoresponder,
  listAutoresponders,
  showAutoresponder,
  updateAutoresponder,
  type AutoresponderRecord,
} from '../../contract/autoresponders/endpoints.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { summarize } from '../../contract/campaigns/stat-summary.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'
import type { AutoresponderRow } from '../../store/autoresponders/rows.ts'
import type { Router } from '../route/bind.ts'

const bodyLimit = autoresponderBodyMax

export function autoresponderRoutes(route: Router): void {
  route(listAutoresponders, async (call) => {
    const { sql, caller, params } = call
    const request = call.page()
    const { rows, count } = await findListAutoresponders(sql, call, params.mailing_list_id, request)
    return { data: rows.map((row) => presentAutoresponder(row, caller)), paging: pagingOf(request, count) }
  })

  route(showAutoresponder, async (call) => {
    return present(await findListAutoresponder(call.sql, call, placeOf(call)), call)
  })

  route(showAutoresponderStatistics, async (call) => {
    const days = readStatisticsDays(call.query)
    return { data: summarize(await countMessages(call.sql, call, placeOf(call), days)) }
  })

  route(
    createAutoresponder,
    async (call) => {
      return present(await addAutoresponder(call.sql, call, call.params.mailing_list_id, call.fields), call)
    },
    { bodyLimit },
  )

  route(
    updateAutoresponder,
    async (call) => present(await changeAutoresponder(call.sql, call, placeOf(call), call.fields), call),
    { bodyLimit },
  )

  route(deleteAutoresponder, async (call) => {
    await removeAutoresponder(call.sql, call, placeOf(call))
    return { data: null }
  })
}

export function placeOf({ params }: { params: { mailing_list_id: number; id: number } }) {
  return { listId: params.mailing_list_id, id: params.id }
}

function present(row: AutoresponderRow, { caller }: { caller: Caller }) {
  return { data: presentAutoresponder(row, caller) }
}

function presentAutoresponder(row: AutoresponderRow, caller: Caller): AutoresponderRecord {
  const { trigger_click_on_any_url: any, trigger_click_urls: urls, paused_at: pausedAt, ...others } = row
  const { content_attachment_ids: _, ...fields } = others
  const isCampaign = row.trigger.startsWith('campaign_')
  return {
    ...fields,
    paused_at: pausedAt === null ? null : formatInstant(pausedAt.getTime(), caller.time_zone),
    updated_at: formatInstant(row.updated_at.getTime(), caller.time_zone),
    trigger_campaign_to_click_on_any_url: isCampaign ? any : true,
    trigger_campaign_to_click_urls: isCampaign ? urls : [],
    trigger_autoresponder_to_click_on_any_url: isCampaign ? true : any,
    trigger_autoresponder_to_click_urls: isCampaign ? [] : urls,
  }
}
