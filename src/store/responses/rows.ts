import type { BounceSeverity } from '../../contract/responses/severity.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { contentSentTo } from '../conditions/content-sent-to.ts'
import { sourceIds, type Source } from '../campaigns/stats.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

export type Mailing = { listId: number; source: Source }

export type Reader = Mailing & { subscriberId: number }

export function readerOf(ref: {
  listId: number
  source: 'campaign' | 'autoresponder'
  sourceId: number
  subscriberId: number
}): Reader {
  const { listId, subscriberId, sourceId } = ref
  const source = ref.source === 'campaign' ? { campaignId: sourceId } : { autoresponderId: sourceId }
  return { listId, source, subscriberId }
}

export type Sent = {
  listName: string
  contentId: number | null
  email: string | null
  time: number
  /** Since the message was handed to a server, at most. null: not known. */
  ageSeconds: number | null
  /** On a remote list, where the subscriber's id says nothing to others. */
  remote: { seqId: number | null; distinctId: number | null } | null
}

/** null: the organization has no such campaign or autoresponder of this list. */
export async function findSent(sql: Sql, organizationId: number, reader: Reader): Promise<Sent | null> {
  const sents = await findSents(sql, organizationId, reader, [reader.subscriberId])
  return sents.get(reader.subscriberId) ?? null
}

/** By subscriber. Empty: the organization has no such campaign or autoresponder of this list. */
export async function findSents(
  sql: Sql,
  organizationId: number,
  { listId, source }: Mailing,
  subscriberIds: readonly number[],
): Promise<Map<number, Sent>> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const { columns, joins } =
    campaignId === null
      ? ofAutoresponder(sql, organizationId, autoresponderId ?? 0)
      : ofCampaign(sql, organizationId, campaignId)
  const rows = await sql<(Sent & { id: number })[]>`
    select given.id, l.name as "listName", coalesce(s.email, s.key) as email,
      extract(epoch from now())::bigint as time, ${columns}
    from ${sql(sourceTable(source))} c
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    cross join unnest(${[...subscriberIds]}::bigint[]) given (id)
    left join ${subscriberWith(sql, { organizationId, listId }, sql`given.id`)} s on true
    ${joins}
    where c.organization_id = ${organizationId} and c.id = ${campaignId ?? autoresponderId} and l.id = ${listId}`
  return new Map(rows.map(({ id, ...sent }) => [id, sent]))
}

/** Of `given.id`. It has one content, and no remote list. */
function ofAutoresponder(sql: Sql, organizationId: number, autoresponderId: number) {
  return {
    columns: sql`
      null as remote, null as "contentId",
      extract(epoch from now() - (
        select sent_at from deliveries
        where organization_id = ${organizationId} and campaign_id is null and autoresponder_id = ${autoresponderId}
          and subscriber_id = given.id
        order by occasion desc limit 1))::float8 as "ageSeconds"`,
    joins: sql``,
  }
}

/** Of `given.id` on list `l`. A message that is not recorded yet is as old as the batch that it is in. */
function ofCampaign(sql: Sql, organizationId: number, campaignId: number) {
  return {
    columns: sql`
      case when l.is_remote_list then jsonb_build_object('seqId', r.seq_id, 'distinctId', r.distinct_id) end as remote,
      ${contentSentTo(sql, organizationId, campaignId, sql`given.id`)} as "contentId",
      extract(epoch from now() - coalesce((
        select sent_at from deliveries
        where organization_id = ${organizationId} and campaign_id = ${campaignId}
          and autoresponder_id is null and subscriber_id = given.id
        order by occasion limit 1), (
        select created_at from sending_batches
        where organization_id = ${organizationId} and campaign_id = ${campaignId} and given.id = any(subscriber_ids)
        limit 1)))::float8 as "ageSeconds"`,
    joins: sql`
      left join remote_recipients r on r.organization_id = ${organizationId}
        and r.campaign_id = ${campaignId} and r.subscriber_id = given.id`,
  }
}

export function sourceTable(source: Source): 'campaigns' | 'autoresponders' {
  return 'campaignId' in source ? 'campaigns' : 'autoresponders'
}

/** `is not distinct from` cannot use an index. */
export function ofSource(sql: Sql, source: Source) {
  return 'campaignId' in source
    ? sql`campaign_id = ${source.campaignId} and autoresponder_id is null`
    : sql`campaign_id is null and autoresponder_id = ${source.autoresponderId}`
}

export type ResponseCount = 'bounces' | 'scomps' | 'unsubs'

/** When a subscriber did it first: written once. */
const firstAt = {
  bounces: 'first_bounced_at',
  scomps: 'first_complained_at',
  unsubs: 'first_unsubscribed_at',
} as const satisfies Record<ResponseCount, string>

type NewResponses = {
  count: ResponseCount
  /** By subscriber. */
  times: ReadonlyMap<number, number>
  /** Of bounces. */
  severities?: ReadonlyMap<number, BounceSeverity>
}

/** Of many concurrent responses exactly one is the first. @returns the subscribers with a first one of its kind. */
export async function addResponses(
  sql: Sql,
  organizationId: number,
  source: Source,
  { count, times, severities }: NewResponses,
): Promise<Set<number>> {
  const { campaignId, autoresponderId } = sourceIds(source)
  const [column, at] = [sql(count), sql(firstAt[count])]
  const ids = [...times.keys()]
  const rows = await sql<{ id: number; count: number }[]>`
    insert into message_responses as r
      (organization_id, campaign_id, autoresponder_id, subscriber_id, ${column}, ${at}, bounce_severity)
    select ${organizationId}, ${campaignId}::integer, ${autoresponderId}::integer, id, times, now(), severity
    from unnest(${ids}::bigint[], ${[...times.values()]}::integer[],
      ${ids.map((id) => severities?.get(id) ?? null)}::text[]) given (id, times, severity)
    order by id
    on conflict (organization_id, campaign_id, autoresponder_id, subscriber_id) do update
      set ${column} = r.${column} + excluded.${column},
        -- One that was counted before the column existed keeps its unknown time.
        ${at} = case when r.${column} > 0 and r.${at} is null then null else least(r.${at}, excluded.${at}) end,
        bounce_severity = case when r.bounces > 0 then r.bounce_severity else excluded.bounce_severity end
    returning subscriber_id as id, ${column} as count`
  return new Set(rows.flatMap(({ id, count: now }) => (now === times.get(id) ? [id] : [])))
}
