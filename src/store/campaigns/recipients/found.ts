import { invalid } from '../../../contract/api/errors.ts'
import type { CustomValues } from '../../../contract/subscribers/values.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import type { ClaimedCampaign } from '../claims.ts'
import { segmentCondition } from '../../segments/condition.ts'
import { notSuppressed } from '../../conditions/suppression.ts'
import { subscribersById, subscriberWith } from '../../subscribers/by-id.ts'
import { notPaused } from '../../subscribers/pauses.ts'

/** To a subscriber, or to an address of a seed list (`subscriber_id` 0, `occasion` its id). */
export type Addressee = {
  subscriber_id: number
  occasion: number
  /** Already decided for a retried message. */
  content_id: number | null
  attempts: number
  email: string
  subscribe_time: Date | null
  subscribe_ip: string | null
  email_format: 'html' | 'text' | 'both' | null
  custom_fields: CustomValues
  /** The subscriber's number for this campaign, which assigns contents and the test group. */
  draw: number
  /** By the conditions of its blocks. */
  hidden?: readonly boolean[]
}

function addresseeColumns(sql: Sql, isRemote = false) {
  return sql`s.id as subscriber_id, 0 as occasion, null::integer as content_id, 0 as attempts,
    coalesce(s.email, s.key) as email, s.subscribe_time, s.subscribe_ip, s.email_format,
    ${isRemote ? sql`r.custom_fields` : sql`s.custom_fields`}`
}

/** Constant for a subscriber and a campaign, and uniformly distributed in any part of the list: 0 to 2^53-1. */
export function drawOf(sql: Sql, subscriber: Fragment, campaign: Fragment): Fragment {
  return sql`(hashint8extended(${subscriber}, ${campaign}) & 9007199254740991)`
}

function draw(sql: Sql, campaignId: number) {
  return drawOf(sql, sql`s.id`, sql`${campaignId}::bigint`)
}

/** The lowest four digits select the test group, the others the content. */
export const drawScale = 10_000

/** How many ids are read at once: of a segment that selects few, the rows of the campaign are not locked while all are read. */
export type Reach = { ids: number }

const idsMin = 2 ** 10
const idsMax = 2 ** 26
export const firstReach: Readonly<Reach> = { ids: 2 ** 14 }

/**
 * The next ones, by id: those within reach, which changes with the time that reading takes.
 * @returns `readTo`: up to this id there are no others
 */
export async function findRecipients(
  sql: Sql,
  claim: ClaimedCampaign,
  place: { cursor: number; last: number },
  { limit, reach }: { limit: number; reach: Reach },
): Promise<{ addressees: Addressee[]; readTo: number }> {
  const until = Math.min(place.last, place.cursor + reach.ids)
  const startMs = performance.now()
  const addressees = await readRecipients(sql, claim, { cursor: place.cursor, last: until }, limit)
  const ms = performance.now() - startMs
  const last = addressees.at(-1)
  if (last !== undefined && addressees.length === limit) return { addressees, readTo: last.subscriber_id }
  if (ms < 50) reach.ids = Math.min(reach.ids * 2, idsMax)
  if (ms > 200) reach.ids = Math.max(reach.ids / 2, idsMin)
  return { addressees, readTo: until < place.last ? await skipGap(sql, claim, { ...place, until }) : until }
}

/** Between the ids of a list there may be those of others. */
async function skipGap(
  sql: Sql,
  claim: ClaimedCampaign,
  { until, last }: { until: number; last: number },
): Promise<number> {
  const [next] = await sql<{ id: number | null }[]>`
    select min(id) as id from subscribers
    where organization_id = ${claim.organization_id} and mailing_list_id = ${claim.mailing_list_id} and id > ${until}`
  return Math.min(last, (next?.id ?? last + 1) - 1)
}

/** By id; only subscribers who were on the list when the campaign began, of the current pass. */
async function readRecipients(
  sql: Sql,
  claim: ClaimedCampaign,
  place: { cursor: number; last: number },
  limit: number,
): Promise<Addressee[]> {
  const { condition } = await recipientCondition(sql, claim)
  const isRemote = claim.is_remote_list
  const isTested = sql`${draw(sql, claim.id)} % ${drawScale} < ${claim.test_share}`
  const group = { all: sql``, test: sql`and ${isTested}`, rest: sql`and not (${isTested})` }[claim.pass]
  return sql<Addressee[]>`
    select ${addresseeColumns(sql, isRemote)}, ${draw(sql, claim.id)} as draw
    from ${isRemote ? remoteRecipients(sql, claim) : sql`subscribers s`}
    where ${condition} and s.id > ${place.cursor} and s.id <= ${place.last} ${group}
    order by s.id limit ${limit}`
}

/** The rows of the query with their people (store/remote-lists/queries.ts). */
export function remoteRecipients(sql: Sql, claim: ClaimedCampaign) {
  return sql`
    remote_recipients r
    join subscribers s on r.organization_id = ${claim.organization_id} and r.campaign_id = ${claim.id}
      and s.id = r.subscriber_id`
}

/** Those of them who are still recipients, by id. */
export async function findRecipientsAmong(
  sql: Sql,
  claim: ClaimedCampaign,
  subscriberIds: readonly number[],
): Promise<Addressee[]> {
  const { condition } = await recipientCondition(sql, claim)
  const isRemote = claim.is_remote_list
  return sql<Addressee[]>`
    select ${addresseeColumns(sql, isRemote)}, ${draw(sql, claim.id)} as draw
    from ${subscribersById(sql, targetOf(claim), subscriberIds)}
    ${
      isRemote
        ? sql`join remote_recipients r on r.organization_id = ${claim.organization_id}
            and r.campaign_id = ${claim.id} and r.subscriber_id = s.id`
        : sql``
    }
    where ${condition}
    order by s.id`
}

/** Whoever it is, active or not: to show what the subscriber would get. */
export async function findListSubscriber(
  sql: Sql,
  organizationId: number,
  listId: number,
  id: number,
): Promise<Addressee | null> {
  const [row] = await sql<Addressee[]>`
    select ${addresseeColumns(sql)}, 0 as draw from subscribers s
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.id = ${id}::bigint`
  return row ?? null
}

async function recipientCondition(sql: Sql, claim: ClaimedCampaign) {
  const target = targetOf(claim)
  // Sent together: one round trip before each batch.
  const [selected, allowed, awake] = await Promise.all([
    segmentCondition(sql, target, clausesOf(claim)),
    notSuppressed(sql, target),
    notPaused(sql, target),
  ])
  return {
    condition: sql`${activeOnList(sql, target)} and ${selected.condition} and ${allowed.condition}
      and ${awake.condition}`,
  }
}

/** Never all clauses of none: that would be everybody. */
export function clausesOf({ clauses, is_remote_list: isRemote }: ClaimedCampaign) {
  // The query has chosen the recipients.
  if (isRemote) return []
  if (clauses === null) throw invalid('the campaign has no segment: choose its recipients')
  return clauses
}

export function targetOf(claim: ClaimedCampaign) {
  return {
    organizationId: claim.organization_id,
    listId: claim.mailing_list_id,
    timeZone: claim.time_zone,
    campaignId: claim.id,
  }
}

function activeOnList(sql: Sql, { organizationId, listId }: { organizationId: number; listId: number }) {
  return sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and s.status = 'active'`
}

export async function findSeeds(sql: Sql, claim: ClaimedCampaign): Promise<Addressee[]> {
  return sql<Addressee[]>`
    select distinct on (lower(a.email)) 0 as subscriber_id, a.id as occasion, null::integer as content_id, 0 as attempts, a.email,
      null::timestamptz as subscribe_time, null as subscribe_ip, null as email_format, '{}'::jsonb as custom_fields,
      a.id::bigint * ${drawScale} as draw
    from campaign_seed_lists c
    join seed_list_addresses a on a.organization_id = c.organization_id and a.seed_list_id = c.seed_list_id
    where c.organization_id = ${claim.organization_id} and c.campaign_id = ${claim.id}
    order by lower(a.email), a.id`
}

/** `email` is '' for a subscriber who has become inactive or suppressed or pauses, for example while the campaign was paused. */
export async function findDeferred(sql: Sql, claim: ClaimedCampaign, limit: number): Promise<Addressee[]> {
  const [allowed, awake] = await Promise.all([
    notSuppressed(sql, targetOf(claim)),
    notPaused(sql, targetOf(claim)),
  ])
  const isRemote = claim.is_remote_list
  return sql<Addressee[]>`
    select d.subscriber_id, d.occasion, d.content_id, d.attempts, coalesce(s.email, s.key, a.email, '') as email, s.subscribe_time,
      s.subscribe_ip, s.email_format, coalesce(${isRemote ? sql`r.custom_fields` : sql`null`}, s.custom_fields, '{}') as custom_fields,
      0 as draw
    from (
      select * from deliveries
      where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and state = 'deferred'
        and next_attempt_at <= now()
      order by next_attempt_at limit ${limit}) d
    left join ${subscriberWith(sql, targetOf(claim), sql`d.subscriber_id`)} s on s.status = 'active' and ${allowed.condition} and ${awake.condition}
    ${
      isRemote
        ? sql`left join remote_recipients r on r.organization_id = ${claim.organization_id}
            and r.campaign_id = d.campaign_id and r.subscriber_id = d.subscriber_id`
        : sql``
    }
    left join seed_list_addresses a on d.subscriber_id = 0 and a.organization_id = ${claim.organization_id}
      and a.id = d.occasion
    order by d.next_attempt_at, d.subscriber_id, d.occasion`
}

export async function secondsToDeferred(sql: Sql, claim: ClaimedCampaign): Promise<number | null> {
  const [row] = await sql<{ seconds: number | null }[]>`
    select extract(epoch from min(next_attempt_at) - now())::float8 as seconds from deliveries
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and state = 'deferred'`
  return row?.seconds ?? null
}
