import { changedAutoresponder, newAutoresponder } from '../../contract/autoresponders/rules.ts'
import { readStatisticsDays, showAutoresponderStatistics } from '../../contract/autoresponders/statistics.ts'
import {
  autoresponderBodyMax,
  createAutoresponder,
  listAutoresponders,
  showAutoresponder,
  updateAutoresponder,
} from '../../contract/autoresponders/endpoints.ts'
import type { AutoresponderInput, AutoresponderRecord } from '../../contract/autoresponders/endpoints.ts'
import { invalid } from '../../contract/api/errors.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import { summarize } from '../../contract/campaigns/stat-summary.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import {
  findAutoresponder,
  findAutoresponders,
  insertAutoresponder,
  requireAutoresponderList,
  rewriteAutoresponder,
} from '../../store/autoresponders/rows.ts'
import type { AutoresponderRow } from '../../store/autoresponders/rows.ts'
import { findReferenceProblems, nameSegment } from '../../store/autoresponders/references.ts'
import { findAutoresponderCounts } from '../../store/autoresponders/statistics.ts'
import { findPermissionProblems } from '../../store/resources/permissions.ts'
import type { Router } from '../route/bind.ts'

export function autoresponderRoutes(route: Router): void {
  const options = { bodyLimit: autoresponderBodyMax }

  route(listAutoresponders, async ({ sql, caller, params, page }) => {
    await requireAutoresponderList(sql, caller.organization_id, params.mailing_list_id)
    const request = page()
    const { rows, count } = await findAutoresponders(
      sql,
      caller.organization_id,
      params.mailing_list_id,
      request,
    )
    return { data: rows.map((row) => present(row, caller)), paging: pagingOf(request, count) }
  })

  route(showAutoresponder, async ({ sql, caller, params }) => {
    await requireAutoresponderList(sql, caller.organization_id, params.mailing_list_id)
    const row = await findAutoresponder(sql, caller.organization_id, params.mailing_list_id, params.id)
    return { data: present(row, caller) }
  })

  route(showAutoresponderStatistics, async ({ sql, caller, params, query }) => {
    const { organization_id: organizationId } = caller
    await requireAutoresponderList(sql, organizationId, params.mailing_list_id)
    const { id } = await findAutoresponder(sql, organizationId, params.mailing_list_id, params.id)
    const days = readStatisticsDays(query)
    return { data: summarize(await findAutoresponderCounts(sql, organizationId, id, days)) }
  })

  route(createAutoresponder, (call) => write(call, null), options)
  route(updateAutoresponder, (call) => write(call, call.params.id), options)
}

type WriteCall = {
  sql: Scoped
  caller: Caller
  params: { mailing_list_id: number }
  fields: () => AutoresponderInput
}

/** `id` null: a new one. */
function write({ sql: database, caller, params, fields }: WriteCall, id: number | null) {
  return database.begin(async (sql) => {
    const { organization_id: organizationId } = caller
    const listId = params.mailing_list_id
    await requireAutoresponderList(sql, organizationId, listId, { lock: true })
    const current = id === null ? null : await findAutoresponder(sql, organizationId, listId, id)
    const values = await settle(sql, { organizationId, listId, current }, fields())
    const row =
      current === null
        ? await insertAutoresponder(sql, organizationId, listId, values)
        : await rewriteAutoresponder(sql, organizationId, current.id, values)
    return { data: present(row, caller) }
  })
}

type Place = { organizationId: number; listId: number; current: AutoresponderRow | null }

/** The record as it will be. @throws AppError `validation_failed` with all problems. */
async function settle(
  sql: Transaction,
  { organizationId, listId, current }: Place,
  given: AutoresponderInput,
) {
  const input = await nameSegment(sql, organizationId, listId, given)
  const { values, problems } = changedAutoresponder(current ?? newAutoresponder, input)
  problems.push(...(await findReferenceProblems(sql, organizationId, listId, current?.id ?? null, values)))
  problems.push(...(await findPermissionProblems(sql, organizationId, { wanted: values, current })))
  if (problems.length > 0) throw invalid([...new Set(problems)].join(', '))
  return values
}

function present(row: AutoresponderRow, caller: Caller): AutoresponderRecord {
  const { trigger_click_on_any_url: any, trigger_click_urls: urls, paused_at: pausedAt, ...fields } = row
  const isCampaign = row.trigger.startsWith('campaign_')
  return {
    ...fields,
    paused_at: pausedAt === null ? null : formatInstant(pausedAt.getTime(), caller.time_zone),
    trigger_campaign_to_click_on_any_url: isCampaign ? any : true,
    trigger_campaign_to_click_urls: isCampaign ? urls : [],
    trigger_autoresponder_to_click_on_any_url: isCampaign ? true : any,
    trigger_autoresponder_to_click_urls: isCampaign ? [] : urls,
    special_sending_rule_id: null,
    special_sending_rule_name: null,
  }
}
