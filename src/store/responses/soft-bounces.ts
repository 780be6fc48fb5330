import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { insertAuditEvent } from '../audit-events/rows.ts'
import { foldedMessages } from '../conditions/folded-deliveries.ts'
import { addStats, type Source } from '../campaigns/stats.ts'
import { endSubscriptions } from '../subscribers/removals.ts'
import { queueEvents } from '../webhooks/events.ts'
import { bounceEvent } from './events.ts'
import { subscribersById } from '../subscribers/by-id.ts'

// Each soft bounce is noted when it is counted; upkeep examines the deliveries of subscribers who have enough of them.

/** How many messages in a row, over how many days, have to bounce softly; `limit` 0: the rule is off. */
export type SoftBounceRule = { limit: number; days: number }

/** @param subscriberIds one for each message. */
export async function noteSoftBounces(
  sql: Transaction,
  organizationId: number,
  listId: number,
  subscriberIds: readonly number[],
): Promise<void> {
  if (subscriberIds.length === 0) return
  const active = await sql<{ id: number }[]>`
    select s.id from ${subscribersById(sql, { organizationId, listId }, subscriberIds)} where s.status = 'active'`
  await sql`
    insert into soft_bounces as b (organization_id, mailing_list_id, subscriber_id, bounces)
    select ${organizationId}, ${listId}, id, count(*)
    from unnest(${subscriberIds.map(String)}::text[]::bigint[]) bounced (id)
    where id = any(${active.map(({ id }) => String(id))}::text[]::bigint[])
    group by id order by id
    on conflict (organization_id, subscriber_id) do update set bounces = b.bounces + excluded.bounces,
      last_at = excluded.last_at`
}

export type SoftBouncer = {
  organization_id: number
  mailing_list_id: number
  subscriber_id: number
  since: Date
}

export async function findSoftBouncers(
  sql: Sql,
  { limit, days }: SoftBounceRule,
  batchRows: number,
): Promise<SoftBouncer[]> {
  return sql<SoftBouncer[]>`
    select organization_id, mailing_list_id, subscriber_id, since from soft_bounces
    where bounces >= ${limit} and since <= now() - ${days} * interval '1 day'
    order by organization_id, subscriber_id limit ${batchRows}`
}

/**
 * Ends the subscription if all messages of the time bounced softly; otherwise counts from the last one that did not.
 * @returns whether it ended.
 */
export async function judgeSoftBouncer(
  sql: Transaction,
  bouncer: SoftBouncer,
  { limit, days }: SoftBounceRule,
): Promise<boolean> {
  const run = await findRun(sql, bouncer)
  const [last] = run
  const first = run.at(-1)
  if (last === undefined || first === undefined) return forget(sql, bouncer)
  if (run.length < limit || first.age_days < days)
    return recount(sql, bouncer, { count: run.length, since: first.sent_at })
  const { organization_id: organizationId, mailing_list_id: listId, subscriber_id: subscriberId } = bouncer
  const { ended, counted } = await endSubscriptions(sql, organizationId, {
    listId,
    kind: 'bounce',
    subscriberIds: [subscriberId],
    ip: null,
  })
  await forget(sql, bouncer)
  if (ended.length === 0) return false
  await addStats(sql, organizationId, sourceOf(last), [
    { contentId: last.content_id, counts: { bounces_status_updated: counted.length } },
  ])
  await tell(sql, bouncer, run)
  return true
}

type Sent = {
  campaign_id: number | null
  autoresponder_id: number | null
  content_id: number | null
  state: string
  status: string | null
  diagnostic: string | null
  sent_at: Date
  age_days: number
}

const messagesMax = 1000

/** The latest messages to the subscriber that all bounced softly, the latest first. Undecided ones are left out. */
async function findRun(sql: Sql, bouncer: SoftBouncer): Promise<Sent[]> {
  const { organization_id: organizationId, mailing_list_id: listId, subscriber_id: subscriberId } = bouncer
  // One look-up per campaign: an index of deliveries by subscriber would cost every message.
  const rows = await sql<Sent[]>`
    select campaign_id, autoresponder_id, content_id, state, status, diagnostic, sent_at,
      extract(epoch from now() - sent_at)::float8 / 86400 as age_days
    from (
      select d.campaign_id, d.autoresponder_id, d.content_id, d.state, d.status, d.diagnostic, d.sent_at
      from campaigns c
      join deliveries d on d.organization_id = c.organization_id and d.campaign_id = c.id
        and d.autoresponder_id is null and d.subscriber_id = ${subscriberId}
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.started_at is not null
      union all
      select f.campaign_id, null, f.content_id, 'accepted', null, null, f.sent_at
      from campaigns c cross join lateral (
        ${foldedMessages(sql, organizationId, sql`f.campaign_id = c.id`, sql`${subscriberId}::bigint`)}) f
      where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.deliveries_folded_at is not null
      union all
      select d.campaign_id, d.autoresponder_id, d.content_id, d.state, d.status, d.diagnostic, d.sent_at
      from autoresponders a
      join deliveries d on d.organization_id = a.organization_id and d.campaign_id is null
        and d.autoresponder_id = a.id and d.subscriber_id = ${subscriberId}
      where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}) sent
    where state in ('accepted', 'bounced')
      -- The first of them was sent before it was noted.
      and sent_at >= ${bouncer.since}::timestamptz - interval '8 days'
    order by sent_at desc limit ${messagesMax}`
  const end = rows.findIndex((row) => !hasBouncedSoftly(row))
  return end === -1 ? [...rows] : rows.slice(0, end)
}

function hasBouncedSoftly({ state, status, diagnostic }: Sent): boolean {
  return state === 'bounced' && judgeBounce({ reply: diagnostic ?? '', status }).severity === 'soft'
}

async function forget(sql: Sql, bouncer: SoftBouncer): Promise<false> {
  await sql`
    delete from soft_bounces
    where organization_id = ${bouncer.organization_id} and subscriber_id = ${bouncer.subscriber_id}`
  return false
}

async function recount(
  sql: Sql,
  bouncer: SoftBouncer,
  { count, since }: { count: number; since: Date },
): Promise<false> {
  await sql`
    update soft_bounces set bounces = ${count}, since = ${since}
    where organization_id = ${bouncer.organization_id} and subscriber_id = ${bouncer.subscriber_id}`
  return false
}

function sourceOf({ campaign_id: campaignId, autoresponder_id: autoresponderId }: Sent): Source {
  return campaignId === null ? { autoresponderId: autoresponderId ?? 0 } : { campaignId }
}

async function tell(sql: Sql, bouncer: SoftBouncer, run: readonly Sent[]): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId, subscriber_id: subscriberId } = bouncer
  const [last] = run
  const since = run.at(-1)?.sent_at.toISOString().slice(0, 10) ?? ''
  const [row] = await sql<{ email: string; name: string; time: number }[]>`
    select coalesce(s.email, s.key) as email, l.name, extract(epoch from now())::bigint as time
    from subscribers s
    join mailing_lists l on l.organization_id = s.organization_id and l.id = s.mailing_list_id
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.id = ${subscriberId}`
  if (row === undefined || last === undefined) return
  const { status } = last
  const reason = `all ${run.length} messages since ${since} bounced softly; the last: ${last.diagnostic ?? ''}`
  const sent = { listName: row.name, time: row.time }
  const refusal = { status, severity: 'soft', diagnostic: reason, isSynchronous: false } as const
  const event = bounceEvent({ listId, source: sourceOf(last) }, sent, row.email, refusal)
  await queueEvents(sql, organizationId, 'bounce_bad_address', [event])
  await insertAuditEvent(sql, organizationId, {
    kind: 'subscriber.bounced',
    subject_type: 'Subscriber',
    subject_id: subscriberId,
    details: {
      mailing_list_id: listId,
      reason: 'soft bounces',
      bounces: run.length,
      since,
      last_status: status,
    },
  })
}
