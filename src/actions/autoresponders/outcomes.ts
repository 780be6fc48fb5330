import { stepsMax } from '../../contract/autoresponders/sequence-steps.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { PageRequest } from '../../contract/api/paging.ts'
import type { Sql } from '../../database/driver/connection.ts'
import {
  findAutoresponderOutcomes,
  findOwedTo,
  type AutoresponderOutcomeRow,
} from '../../store/autoresponders/outcomes.ts'
import { requireAutoresponderList } from '../../store/autoresponders/rows.ts'
import { findOutcomePerson, type OutcomePlace } from '../../store/campaigns/messages/outcomes.ts'
import { databaseTime } from '../../store/server/clock.ts'
import type { Actor } from '../actor.ts'
import type { Verdict } from '../campaigns/outcome-reasons.ts'
import { selectedNow } from '../campaigns/outcomes.ts'
import { verdictOf } from './outcome-reasons.ts'

export type AutoresponderOutcomes = { rows: (AutoresponderOutcomeRow & Verdict)[]; count: number }

/** @throws AppError `not_found`: the list, the subscriber, or the autoresponder of the list. */
export async function findOutcomesOf(
  sql: Sql,
  { caller }: Actor,
  { listId, id, autoresponderId }: { listId: number; id: number; autoresponderId: number | null },
  page: PageRequest,
): Promise<AutoresponderOutcomes> {
  const place = { organizationId: caller.organization_id, listId, id, timeZone: caller.time_zone }
  await requireAutoresponderList(sql, place.organizationId, listId)
  const person = await findOutcomePerson(sql, place)
  if (person === null) throw notFound('subscriber')
  const { rows, count } = await findAutoresponderOutcomes(sql, place, autoresponderId, page)
  if (autoresponderId !== null && count === 0) throw notFound('autoresponder')
  const sequences = await sequencesOf(sql, place, { rows, count })
  const owed = await findOwedTo(sql, place)
  const nowMs = (await databaseTime(sql)).getTime()
  const judged: AutoresponderOutcomes['rows'] = []
  for (const row of rows) {
    const known = { person, owed, nowMs, steps: sequences.get(row.head_id) ?? [] }
    const verdict = verdictOf(row, known, null)
    const isOpen = verdict.outcome === 'not_sent' && row.message === null && person.status === 'active'
    const isSelected = isOpen ? await selectedNow(sql, place, row.clauses) : null
    judged.push({ ...row, ...(isSelected === null ? verdict : verdictOf(row, known, isSelected)) })
  }
  return { rows: judged, count }
}

/** Of each autoresponder of the page all rows, its own message first: a page may begin or end within a sequence. */
async function sequencesOf(
  sql: Sql,
  place: OutcomePlace,
  { rows, count }: Awaited<ReturnType<typeof findAutoresponderOutcomes>>,
): Promise<Map<number, AutoresponderOutcomeRow[]>> {
  const found = new Map<number, AutoresponderOutcomeRow[]>()
  for (const row of rows) found.set(row.head_id, [...(found.get(row.head_id) ?? []), row])
  const ends = rows.length === count ? [] : [rows.at(0), rows.at(-1)]
  for (const id of new Set(ends.flatMap((row) => row?.head_id ?? []))) {
    const all = { page: 0, perPage: stepsMax + 1, offset: 0 }
    found.set(id, (await findAutoresponderOutcomes(sql, place, id, all)).rows)
  }
  return found
}
