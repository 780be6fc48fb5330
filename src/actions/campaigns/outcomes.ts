import { AppError, notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import {
  findOutcomePerson,
  findOutcomeRows,
  isSelectedNow,
  type OutcomePlace,
  type OutcomeRow,
} from '../../store/campaigns/messages/outcomes.ts'
import { databaseTime } from '../../store/server/clock.ts'
import { findSubscriberList } from '../../store/subscribers/rows.ts'
import type { Actor } from '../actor.ts'
import { verdictOf } from './outcome-reasons.ts'

export type CampaignOutcomes = {
  rows: (OutcomeRow & ReturnType<typeof verdictOf>)[]
  count: number
}

/** @throws AppError `not_found`: the list, the subscriber, or the campaign of the list. */
export async function findOutcomes(
  sql: Sql,
  { caller }: Actor,
  { listId, id, campaignId }: { listId: number; id: number; campaignId: number | null },
  page: PageRequest,
): Promise<CampaignOutcomes> {
  const place = { organizationId: caller.organization_id, listId, id, timeZone: caller.time_zone }
  await findSubscriberList(sql, place.organizationId, listId)
  const person = await findOutcomePerson(sql, place)
  if (person === null) throw notFound('subscriber')
  const { rows, count } = await findOutcomeRows(sql, place, campaignId, page)
  if (campaignId !== null && count === 0) throw notFound('campaign')
  const nowMs = (await databaseTime(sql)).getTime()
  const judged: CampaignOutcomes['rows'] = []
  for (const row of rows) {
    const verdict = verdictOf(row, person, null, nowMs)
    // The segment of now is asked only where nothing else says why.
    const isOpen = verdict.reasons[0]?.code === 'unknown' && person.status === 'active'
    const isSelected = isOpen ? await selectedNow(sql, place, row.clauses, row.campaign_id) : null
    judged.push({ ...row, ...(isSelected === null ? verdict : verdictOf(row, person, isSelected, nowMs)) })
  }
  return { rows: judged, count }
}

/** null: the segment names something that is gone. */
export async function selectedNow(
  sql: Sql,
  place: OutcomePlace,
  clauses: OutcomeRow['clauses'],
  campaignId?: number,
): Promise<boolean | null> {
  if (clauses === null) return null
  try {
    return await isSelectedNow(sql, place, clauses, campaignId)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
