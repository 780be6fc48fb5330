import type { Estimate } from '../../contract/api/figures.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { segmentCondition, segmentSets } from '../segments/condition.ts'
import { sampleList, sampleMsMax } from '../segments/counting/estimate.ts'
import { atOnceOr, type Bound } from '../segments/counting/in-ranges.ts'
import { andWithin } from '../segments/id-range.ts'
import type { Target } from '../segments/known.ts'
import type { BulkSelection } from './rows.ts'
import { countStatuses } from '../subscribers/counts.ts'
import { subscribersById } from '../subscribers/by-id.ts'
import { addressMatches } from '../subscribers/search.ts'

export type Range = { after: number; last: number; limit: number }

/** By id, beginning after the last one of the chunk before. */
export async function findNextSelected(
  sql: Sql,
  target: Target,
  selection: BulkSelection,
  { after, last, limit }: Range,
): Promise<number[]> {
  const { condition } = await conditionOf(sql, target, selection)
  const rows = await sql<{ id: number }[]>`
    select s.id from ${peopleOf(sql, target, selection)}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      and s.id > ${after} and s.id <= ${last} and ${condition}
    order by s.id limit ${limit}`
  return rows.map(({ id }) => id)
}

async function conditionOf(sql: Sql, target: Target, selection: BulkSelection) {
  if ('ids' in selection || selection.clauses === null) return { condition: plain(sql, selection) }
  const { condition } = await segmentCondition(sql, target, selection.clauses)
  return { condition: sql`${plain(sql, selection)} and ${condition}` }
}

export type PlainSelection = { ids: number[] } | { q: string; status: SubscriberStatus | null }

/** Follows `from`: `s`, those who may be of the selection. */
export function peopleOf(
  sql: Sql,
  place: { organizationId: number; listId: number },
  selection: PlainSelection | null,
): Fragment {
  return selection !== null && 'ids' in selection
    ? subscribersById(sql, place, selection.ids)
    : sql`subscribers s`
}

/** On `peopleOf`, without a segment. A text is read as `GET subscribers` reads it. */
export function plain(sql: Sql, selection: PlainSelection): Fragment {
  if ('ids' in selection) return sql`true`
  const { q, status } = selection
  const byStatus = status === null ? sql`true` : sql`s.status = ${status}`
  if (q === '') return byStatus
  const ofAddress = addressMatches(sql, sql`address_key(coalesce(s.email, s.key))`, q)
  return q.startsWith('@')
    ? sql`${byStatus} and ${ofAddress}`
    : sql`${byStatus} and (starts_with(s.key, ${q}) or ${ofAddress})`
}

type Statuses = Record<SubscriberStatus, number>

/** Not exact: those of a sample, and an estimate of all. */
export type CountedSelection = { statuses: Statuses; isExact: boolean; estimate: Estimate | null }

/** Of each status. null: of nobody, because there was no time. */
export async function countSelection(
  sql: Transaction,
  target: Target,
  selection: BulkSelection,
  bound: Bound,
): Promise<CountedSelection | null> {
  const { organizationId, listId } = target
  const isPart = 'ids' in selection || selection.q !== '' || selection.clauses !== null
  const all = await countStatuses(sql, organizationId, listId)
  const exact = (statuses: Statuses) => ({ statuses, isExact: true, estimate: null })
  if (!isPart) return exact(ofStatus(all, selection.status))
  const atOnce = async () => exact(await countPart(sql, target, selection))
  const about = (rest: Bound) => sampleSelection(sql, target, selection, rest)
  return atOnceOr<CountedSelection | null>(sql, { subscribers: sumOf(all), bound }, atOnce, about)
}

export function sumOf(statuses: Statuses): number {
  return subscriberStatuses.reduce((sum, status) => sum + statuses[status], 0)
}

async function sampleSelection(
  sql: Transaction,
  target: Target,
  selection: BulkSelection,
  { timeMs }: Bound,
): Promise<CountedSelection | null> {
  if ('ids' in selection) return null
  const { condition } = await conditionOf(sql, target, selection)
  const place = sql`array_position(${[...subscriberStatuses]}::text[], s.status)`
  const sampled = await sampleList(
    sql,
    target,
    {
      classOf: sql`case when ${condition} then ${place} else 0 end`,
      classes: subscriberStatuses.length,
      onlyActive: false,
    },
    { timeMs: Math.min(timeMs, sampleMsMax) },
  )
  if (sampled === null) return null
  const statuses = { ...none }
  for (const [index, status] of subscriberStatuses.entries()) statuses[status] = sampled.seen[index] ?? 0
  return { statuses, isExact: false, estimate: sampled.estimateOf([...subscriberStatuses.keys()]) }
}

const none = { active: 0, unsubscribed: 0, scomp: 0, bounced: 0, deactivated: 0 }

function ofStatus(all: Statuses, only: SubscriberStatus | null) {
  return only === null ? all : { ...none, [only]: all[only] }
}

async function countPart(sql: Sql, target: Target, selection: BulkSelection): Promise<Statuses> {
  const segment =
    'ids' in selection || selection.clauses === null
      ? null
      : await segmentSets(sql, target, selection.clauses)
  const rows = await sql<{ status: SubscriberStatus; count: number }[]>`
    select s.status, count(*) as count from ${peopleOf(sql, target, selection)} ${segment === null ? sql`` : segment.joins}
    where s.organization_id = ${target.organizationId} and s.mailing_list_id = ${target.listId}
      ${andWithin(sql, sql`s.id`, target.ids)}
      and ${plain(sql, selection)} ${segment === null ? sql`` : sql`and ${segment.condition}`}
    group by s.status`
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}
