import { notFound } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { addStats } from '../campaigns/stats.ts'
import { countDeliveries } from '../campaigns/deliveries.ts'
import { skipTried } from './reaction-outcomes.ts'
import { countOf, countUpTo, exactCountMax } from '../../database/driver/statement/bounded-count.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

export type PlaceRow = {
  step_id: number
  step_name: string
  step_removed: boolean
  due_at: Date
  entered_at: Date
}

type Sequence = { id: number; mailing_list_id: number }

export async function findPlaces(
  sql: Sql,
  organizationId: number,
  sequence: Sequence,
  { stepId, page }: { stepId: number | undefined; page: PageRequest },
): Promise<{ rows: (PlaceRow & { subscriber_id: number; email: string })[]; count: Count }> {
  const within = sql`
    r.organization_id = ${organizationId} and r.sequence_id = ${sequence.id}
      ${stepId === undefined ? sql`` : sql`and r.autoresponder_id = ${stepId}`}`
  const [rows, count] = await Promise.all([
    sql<(PlaceRow & { subscriber_id: number; email: string })[]>`
      select r.subscriber_id, coalesce(s.email, s.key, '') as email, ${columns(sql)}
      from autoresponder_reactions r
      ${steps(sql)}
      left join ${subscriberWith(sql, { organizationId, listId: sequence.mailing_list_id }, sql`r.subscriber_id`)} s on true
      where ${within} order by r.subscriber_id limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from autoresponder_reactions r where ${within}`),
  ])
  return { rows, count }
}

export async function findPlacesOfSubscriber(
  sql: Sql,
  organizationId: number,
  listId: number,
  subscriberId: number,
): Promise<(PlaceRow & { autoresponder_id: number; autoresponder_name: string; paused: boolean })[]> {
  const rows = await sql<
    (PlaceRow & { autoresponder_id: number; autoresponder_name: string; paused: boolean })[]
  >`
    select h.id as autoresponder_id, h.name as autoresponder_name, h.paused, ${columns(sql)}
    from autoresponder_reactions r
    join autoresponders h on h.organization_id = r.organization_id and h.id = r.sequence_id
    ${steps(sql)}
    where r.organization_id = ${organizationId} and r.mailing_list_id = ${listId}
      and r.subscriber_id = ${subscriberId} and r.sequence_id is not null
    order by h.id`
  return [...rows]
}

function columns(sql: Sql) {
  return sql`a.id as step_id, a.name as step_name, t.removed_at is not null as step_removed,
    greatest(r.due_at, r.next_attempt_at) as due_at, r.entered_at`
}

function steps(sql: Sql) {
  return sql`
    join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id
    join sequence_steps t on t.organization_id = r.organization_id and t.id = r.autoresponder_id`
}

/**
 * A message that is being handed over still leaves, and nothing follows it.
 * @throws AppError `not_found` if the person is not in the sequence.
 */
export async function removePlace(
  sql: Transaction,
  organizationId: number,
  sequenceId: number,
  subscriberId: number,
): Promise<void> {
  const [row] = await sql<{ id: number; autoresponder_id: number; handed_over: boolean }[]>`
    select id, autoresponder_id, handed_over from autoresponder_reactions
    where organization_id = ${organizationId} and sequence_id = ${sequenceId} and subscriber_id = ${subscriberId}
    for update`
  if (row === undefined) throw notFound('person in the sequence')
  if (row.handed_over) {
    await sql`
      update autoresponder_reactions set sequence_id = null, entered_at = null, resent = true
      where organization_id = ${organizationId} and id = ${row.id}`
    return
  }
  await sql`delete from autoresponder_reactions where organization_id = ${organizationId} and id = ${row.id}`
  const moved = await skipTried(sql, organizationId, row.autoresponder_id, [row.id])
  await addStats(sql, organizationId, { autoresponderId: row.autoresponder_id }, countDeliveries(moved))
}

export type StepFigures = {
  id: number
  name: string
  removed: boolean
  waiting: number
  /** false: there are more, at this step or at another one. */
  waiting_is_exact: boolean
  sent: number
  opened: number
  clicked: number
  ended: number
  skipped: number
  waiting_for: string
}

/**
 * The first row is the autoresponder itself.
 * @param countMax who waits for the first message, and who is within the sequence, is counted up to so many
 */
export async function findFigures(
  sql: Sql,
  organizationId: number,
  sequenceId: number,
  countMax = exactCountMax,
): Promise<StepFigures[]> {
  const waiting = (condition: Fragment) => sql`
    select autoresponder_id, count(*) as waiting from (
      select autoresponder_id from autoresponder_reactions
      where organization_id = ${organizationId} and ${condition} limit ${countMax + 1}) counted
    group by 1`
  const rows = await sql<Omit<StepFigures, 'waiting_is_exact'>[]>`
    with places as (
      (${waiting(sql`sequence_id = ${sequenceId}`)})
      union all
      (${waiting(sql`autoresponder_id = ${sequenceId}`)})),
    sums as (
      select autoresponder_id, sum(sent_text + sent_html + sent_multipart) as sent, sum(opens_unique) as opened,
        sum(clicks_unique) as clicked
      from stat_slices
      where organization_id = ${organizationId} and campaign_id is null and autoresponder_id in (
        select id from autoresponders
        where organization_id = ${organizationId} and (id = ${sequenceId} or sequence_id = ${sequenceId}))
      group by 1)
    select a.id, a.name, t.removed_at is not null as removed, coalesce(p.waiting, 0)::bigint as waiting,
      coalesce(s.sent, 0)::bigint as sent, coalesce(s.opened, 0)::bigint as opened,
      coalesce(s.clicked, 0)::bigint as clicked, coalesce(t.ended, 0)::bigint as ended,
      coalesce(t.skipped, 0)::bigint as skipped, coalesce(w.waiting_for, '') as waiting_for
    from autoresponders a
    left join sequence_steps t on t.organization_id = a.organization_id and t.id = a.id
    left join places p on p.autoresponder_id = a.id
    left join sums s on s.autoresponder_id = a.id
    left join reaction_turns w on w.organization_id = a.organization_id and w.autoresponder_id = a.id
      and w.waits_until > now()
    where a.organization_id = ${organizationId} and (a.id = ${sequenceId} or a.sequence_id = ${sequenceId})
      and (t.removed_at is null or p.waiting > 0 or exists (
        select 1 from autoresponder_reactions r
        where r.organization_id = ${organizationId} and r.autoresponder_id = a.id and r.sequence_id = ${sequenceId}))
    order by t.position nulls first`
  const within = rows.slice(1).reduce((sum, { waiting }) => sum + waiting, 0)
  return rows.map((row, place) => {
    const { isExact } = countOf(place === 0 ? row.waiting : within, countMax)
    return { ...row, waiting: Math.min(row.waiting, countMax), waiting_is_exact: isExact }
  })
}
