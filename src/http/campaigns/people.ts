import { findAutoresponderPeople } from '../../actions/autoresponders/people.ts'
import { findCampaignPeople } from '../../actions/campaigns/people.ts'
import {
  listAutoresponderPeople,
  listCampaignPeople,
  type PeopleQuery,
} from '../../contract/campaigns/results/people.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { PersonRow } from '../../store/responses/people.ts'
import type { Router } from '../route/bind.ts'
import type { PageTokens, TokenPage } from '../route/page-token.ts'

export function peopleRoutes(route: Router, pageTokens: PageTokens): void {
  route(listCampaignPeople, async (call) => {
    const { query, params, caller } = call
    const page = pageTokens.readPage(query, [
      caller.organization_id,
      'campaign_people',
      params.id,
      ...filters(query),
    ])
    const found = await findCampaignPeople(call.sql, call, params.id, pageOf(query, page))
    const { rows, paging } = pageTokens.answerPage(page, found.rows, found.count)
    return { data: rows.map((row) => presentPerson(row, caller.time_zone)), paging }
  })

  route(listAutoresponderPeople, async (call) => {
    const { query, params, caller } = call
    const place = { listId: params.mailing_list_id, id: params.id }
    const scope = [caller.organization_id, 'autoresponder_people', place.listId, place.id, ...filters(query)]
    const page = pageTokens.readPage(query, scope)
    const found = await findAutoresponderPeople(call.sql, call, place, pageOf(query, page))
    const { rows, paging } = pageTokens.answerPage(page, found.rows, found.count)
    return { data: rows.map((row) => presentPerson(row, caller.time_zone)), paging }
  })
}

function filters({ kind, severity, link_id: link, content_id: content }: PeopleQuery) {
  return [kind, severity ?? null, link ?? null, content ?? null]
}

function pageOf(query: PeopleQuery, { start, perPage }: TokenPage) {
  return {
    kind: query.kind,
    severity: query.severity ?? null,
    linkId: query.link_id ?? null,
    contentId: query.content_id ?? null,
    afterId: 'afterId' in start ? start.afterId : 0,
    limit: perPage + 1,
  }
}

function presentPerson({ id, at, ...row }: PersonRow, zone: string) {
  return { subscriber_id: id, ...row, at: at === null ? null : formatInstant(at.getTime(), zone) }
}
