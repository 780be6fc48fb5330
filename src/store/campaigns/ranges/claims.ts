import type { Fragment, Scoped, Sql, Transaction } from '../../../database/driver/connection.ts'
import { LeaseLost, leaseSeconds, secondsFromNow } from '../../../database/lease.ts'
import { passTurn, turnsIn } from '../../server/leases.ts'
import type { ClaimedJob } from '../../jobs/lease.ts'
import { campaignKind, campaignTurns, findClaimed, type ClaimedCampaign } from '../claims.ts'
import { wakeWorkers } from '../../server/wake.ts'
import { cutWidest, isFree, type Campaign } from './cut.ts'
import { heldRange, type Range } from './place.ts'

/** `attempts`: how often it was taken since it last got on. */
type TakenRange = Range & { attempts: number }

export type ClaimedRange = ClaimedCampaign & { range: TakenRange }

type Seeker = {
  worker: string
  /** Organizations that have no turn now. */
  full?: readonly number[]
  /** In ids and in recipients: smaller parts are not worth another sender. */
  rangeMin: number
}

/**
 * Takes recipients of a campaign that another worker is sending: what a sender has given back, otherwise the upper half of
 * the widest part. Campaigns without a leader wait for something, and those with a speed limit or the rows of a query have
 * one sender.
 */
export async function claimRange(everywhere: Scoped, seeker: Seeker): Promise<ClaimedRange | null> {
  const campaign = await findSharable(everywhere, seeker)
  return campaign === null ? null : everywhere.begin((sql) => takeRange(sql, campaign, seeker))
}

async function findSharable(sql: Sql, seeker: Seeker): Promise<Campaign | null> {
  const [row] = await sql<Campaign[]>`
    select c.organization_id, c.id
    from campaigns c
    join jobs j on j.organization_id = c.organization_id and j.kind = ${campaignKind} and j.id = c.id
    join campaign_stats s on s.organization_id = c.organization_id and s.campaign_id = c.id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    ${turnsIn(sql, campaignTurns, 'c')}
    where ${isSharable(sql, seeker)}
    order by t.served_at nulls first, j.epoch, c.begins_at, c.id limit 1`
  return row ?? null
}

/** See `Due`. */
export function dueRanges(sql: Sql, seeker: Seeker): Fragment {
  return sql`
    select min(0)::float8 as seconds
    from campaigns c
    join jobs j on j.organization_id = c.organization_id and j.kind = ${campaignKind} and j.id = c.id
    join campaign_stats s on s.organization_id = c.organization_id and s.campaign_id = c.id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where ${isSharable(sql, seeker)}`
}

/** Of `campaigns c`, their `jobs j`, `campaign_stats s` and `mailing_lists l`. */
function isSharable(sql: Sql, { worker, full = [], rangeMin }: Seeker) {
  const isWide = sql`- c.cursor_subscriber_id >= ${2 * rangeMin} and c.cursor_subscriber_id > 0`
  return sql`c.state = 'sending' and not c.paused and ${isLed(sql)} and j.worker <> ${worker} and c.organization_id <> all(${[...full]}::integer[])
      and c.last_subscriber_id is not null and c.speed = 0 and c.spread_speed = 0
      and not l.is_remote_list and l.deleted_at is null
      and c.organization_id in (select id from organizations where active and deleted_at is null)
      and not exists (select from campaign_ranges r where r.organization_id = c.organization_id
        and r.campaign_id = c.id and r.worker = ${worker} and r.leased_until > now())
      and (
        s.recipients_total - s.recipients_sent - s.recipients_skip >= ${2 * rangeMin}
          and (coalesce(c.until_subscriber_id, c.last_subscriber_id) ${isWide}
            or exists (select from campaign_ranges r where r.organization_id = c.organization_id
              and r.campaign_id = c.id and r.until_subscriber_id - r.cursor_subscriber_id >= ${2 * rangeMin}))
        or exists (select from campaign_ranges r where r.organization_id = c.organization_id
          and r.campaign_id = c.id and ${isDue(sql)}))`
}

function isLed(sql: Sql) {
  return sql`j.state = 'sending' and j.leased_until > now()`
}

function isDue(sql: Sql) {
  return sql`${isFree(sql)} and coalesce(r.next_attempt_at, '-infinity') <= now()`
}

/** @returns null: its senders have come too far since, or it waits. */
async function takeRange(sql: Transaction, campaign: Campaign, seeker: Seeker): Promise<ClaimedRange | null> {
  const { organization_id: organizationId, id } = campaign
  const [job] = await sql<ClaimedJob[]>`
    select j.organization_id, j.kind, j.id, j.epoch, j.mailing_list_id, j.state, j.attempts from jobs j
    where j.organization_id = ${organizationId} and j.kind = ${campaignKind} and j.id = ${id} and ${isLed(sql)}
    for no key update`
  if (job === undefined) return null
  const claim = await findClaimed(sql, job)
  const range = (await takeFree(sql, campaign, seeker)) ?? (await takeHalf(sql, campaign, seeker))
  if (range === null) return null
  await passTurn(sql, campaignTurns, campaign.organization_id)
  return { ...claim, range }
}

async function takeFree(sql: Sql, campaign: Campaign, { worker }: Seeker): Promise<TakenRange | null> {
  const [range] = await sql<TakenRange[]>`
    update campaign_ranges
    set epoch = epoch + 1, attempts = attempts + 1, worker = ${worker}, stopped = false, next_attempt_at = null,
      leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where organization_id = ${campaign.organization_id} and campaign_id = ${campaign.id} and id = (
      select r.id from campaign_ranges r
      where r.organization_id = ${campaign.organization_id} and r.campaign_id = ${campaign.id} and ${isDue(sql)}
      order by r.id limit 1 for no key update)
    returning id, epoch, attempts`
  return range ?? null
}

async function takeHalf(
  sql: Transaction,
  campaign: Campaign,
  { worker, rangeMin }: Seeker,
): Promise<TakenRange | null> {
  const part = await cutWidest(sql, campaign, rangeMin)
  if (part === null) return null
  const [range] = await sql<TakenRange[]>`
    insert into campaign_ranges (organization_id, campaign_id, cursor_subscriber_id, until_subscriber_id, epoch,
      attempts, worker, leased_until)
    values (${campaign.organization_id}, ${campaign.id}, ${part.cursor}::bigint, ${part.until}::bigint, 1, 1,
      ${worker}, ${secondsFromNow(sql, leaseSeconds)})
    returning id, epoch, attempts`
  return range ?? null
}

/** The heartbeat, by which a pause takes effect. @throws LeaseLost, also if the organization may no longer send. */
export async function renewRange(sql: Sql, claim: ClaimedRange): Promise<void> {
  const { count } = await sql`
    update campaign_ranges set leased_until = ${secondsFromNow(sql, leaseSeconds)}
    where ${heldRange(sql, claim, claim.range)}
      and organization_id in (select id from organizations where active and deleted_at is null)`
  if (count !== 1) throw new LeaseLost(`range ${claim.range.id} of campaign ${claim.id}`)
}

/** Gives the rest back, for any sender. @param seconds until another than the campaign's leader may take it */
export async function releaseRange(sql: Sql, claim: ClaimedRange, seconds: number | null): Promise<void> {
  const { count } = await sql`
    update campaign_ranges set leased_until = null, next_attempt_at = ${secondsFromNow(sql, seconds)}
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and id = ${claim.range.id}
      and epoch = ${claim.range.epoch}`
  if (seconds === null && count > 0) await wakeWorkers(sql, campaignKind)
}

/** All its messages are recorded. */
export async function endRange(sql: Sql, claim: ClaimedRange): Promise<void> {
  await sql`
    delete from campaign_ranges
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and id = ${claim.range.id}
      and epoch = ${claim.range.epoch} and cursor_subscriber_id = until_subscriber_id`
}

/** Of campaigns that were cancelled or have failed, across organizations, once what their senders left is recorded. */
export async function deleteLeftRanges(sql: Sql): Promise<void> {
  await sql`
    delete from campaign_ranges r using campaigns c
    where c.organization_id = r.organization_id and c.id = r.campaign_id and c.state in ('cancelled', 'failed')
      and ${isFree(sql)} and not exists (select from sending_batches b where b.organization_id = r.organization_id
        and b.campaign_id = r.campaign_id and b.range_id = r.id)`
}
