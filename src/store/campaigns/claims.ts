import type { Clause } from '../../contract/segments/clauses.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost, secondsFromNow } from '../../database/lease.ts'
import { candidatesMax, firstTaken, passTurn, takeRow, turnsIn, type DueRow } from '../server/leases.ts'
import { wakeSenders } from '../server/wake.ts'

// Every write names the epoch of its claim and changes nothing after another sender has raised it.

export const leaseSeconds = 30

/** Organizations take turns in it, for campaigns and for parts of them. */
export const campaignQueue = 'campaigns'

/** A campaign that cannot start fails after this many claims in a row. */
export const attemptsMax = 5

export type ClaimedCampaign = {
  organization_id: number
  id: number
  mailing_list_id: number
  name: string
  epoch: number
  attempts: number
  /** `finished`: only messages that a user has resent. */
  state: 'sending' | 'finished'
  pass: 'all' | 'test' | 'rest'
  is_remote_list: boolean
  time_zone: string
  /** All clauses must match; null: the segment is missing. */
  clauses: Clause[] | null
  last_subscriber_id: number | null
  seeds_sent: boolean
  speed: number
  autowinner_enabled: boolean
  /** Hundredths of a per cent of the recipients. */
  test_share: number
  decide_at: Date | null
  winning_content_id: number | null
  special_sending_rule_id: number | null
  time_zone_field_id: number | null
  /** `2026-12-31 09:00:00`, with a time zone field: when it begins by the clocks of each recipient. */
  local_begins_at: string | null
  spread_hours: number | null
  /** What a sender has that does not lead the campaign (ranges/claims.ts); null: the campaign itself. */
  range: { id: number; epoch: number } | null
}

/** Takes turns among organizations, then by the number of claims, so that a small campaign does not wait long. */
export async function claimCampaign(
  sql: Sql,
  worker: string,
  full: readonly number[] = [],
): Promise<ClaimedCampaign | null> {
  const candidates = await sql<DueRow[]>`
    select c.organization_id, c.id, c.epoch
    from campaigns c
    ${turnsIn(sql, campaignQueue, 'c')}
    where ${isClaimable(sql, worker, full)} and ${isFree(sql)}
    order by t.served_at nulls first, c.epoch, c.begins_at, c.id
    limit ${candidatesMax}`
  return firstTaken(candidates, async (due) => {
    const claimed = await takeCampaign(sql, due, worker)
    if (claimed !== null) await passTurn(sql, campaignQueue, due.organization_id)
    return claimed
  })
}

async function takeCampaign(sql: Sql, due: DueRow, worker: string): Promise<ClaimedCampaign | null> {
  const organizationId = due.organization_id
  const taken = await takeRow(sql, due, {
    table: 'campaigns',
    alias: 'c',
    isFree: sql`${isOpen(sql)} and ${isFree(sql)}`,
    // A finished campaign stays claimable until its resent messages were sent.
    set: sql`attempts = c.attempts + 1, worker = ${worker}, waiting_for = '',
      next_attempt_at = case when c.state = 'finished' then c.next_attempt_at end,
      state = case when c.state = 'scheduled' then 'sending' else c.state end,
      started_at = least(c.started_at, now())`,
    leaseSeconds,
    returning: sql`c.id`,
  })
  if (taken === null) return null
  const [row] = await sql<Omit<ClaimedCampaign, 'range'>[]>`
    select ${claimColumns(sql, organizationId)}
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.id = ${due.id} and c.epoch = ${due.epoch + 1}`
  return row === undefined ? null : { ...row, range: null }
}

/** Of `campaigns c`, `mailing_lists l` and `organizations o`. */
export function claimColumns(sql: Sql, organizationId: number) {
  return sql`c.organization_id, c.id, c.mailing_list_id, c.name, c.epoch, c.attempts, c.state, c.pass,
    l.is_remote_list, o.time_zone, c.last_subscriber_id, c.seeds_sent,
    case when c.spread_speed > 0 and (c.speed = 0 or c.spread_speed < c.speed) then c.spread_speed else c.speed end as speed,
    c.autowinner_enabled, c.special_sending_rule_id, c.time_zone_field_id, c.local_begins_at::text as local_begins_at,
    c.spread_hours,
    coalesce(c.autowinner_percentage * 100, 0)::integer as test_share, c.decide_at, c.winning_content_id, (
      select g.clauses from segments g
      where g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id) as clauses`
}

function isFree(sql: Sql) {
  return sql`coalesce(c.next_attempt_at, '-infinity') <= now() and coalesce(c.leased_until, '-infinity') < now()
    and (c.state <> 'scheduled' or ${startsAt(sql)} <= now())`
}

function isOpen(sql: Sql) {
  return sql`(c.state in ('scheduled', 'sending') and not c.paused or c.state = 'finished' and c.next_attempt_at is not null)`
}

/** With a time zone field, the first recipients may be due earlier or later than `begins_at`. */
function startsAt(sql: Sql) {
  return sql`coalesce(c.starts_at, c.begins_at)`
}

/** Apart from the time. A worker has one place in a campaign, so that its death leaves the batches of one. */
function isClaimable(sql: Sql, worker: string, full: readonly number[]) {
  return sql`
    c.organization_id <> all(${[...full]}::integer[]) and
    ${isOpen(sql)}
    and not exists (select from campaign_ranges r where r.organization_id = c.organization_id
      and r.campaign_id = c.id and r.worker = ${worker} and r.leased_until > now())
    and c.organization_id in (select id from organizations where active and deleted_at is null)
    and exists (select from mailing_lists l where l.organization_id = c.organization_id
      and l.id = c.mailing_list_id and l.deleted_at is null)`
}

/** If so, a sender yields at its next opportunity. */
export async function someCampaignWaits(sql: Sql, worker: string): Promise<boolean> {
  const [row] = await sql<{ waits: boolean }[]>`
    select exists (
      select 1 from campaigns c where ${isClaimable(sql, worker, [])} and ${isFree(sql)}) as waits`
  return row?.waits === true
}

/** See `Due`. */
export function dueCampaigns(sql: Sql, worker: string, full: readonly number[] = []): Fragment {
  return sql`
    select extract(epoch from min(greatest(case when c.state = 'scheduled' then ${startsAt(sql)} else c.started_at end,
      c.next_attempt_at, c.leased_until)) - now())::float8 as seconds
    from campaigns c where ${isClaimable(sql, worker, full)}`
}

export type Claim = Pick<ClaimedCampaign, 'organization_id' | 'id' | 'epoch' | 'state'>

export function held(sql: Sql, claim: Claim) {
  return sql`organization_id = ${claim.organization_id} and id = ${claim.id} and epoch = ${claim.epoch}
    and state = ${claim.state} and not paused`
}

async function changeHeld(claim: Claim, change: PromiseLike<{ count: number }>): Promise<void> {
  const { count } = await change
  if (count !== 1) throw new LeaseLost(`campaign ${claim.id}`)
}

/** The heartbeat, by which a pause takes effect. @throws LeaseLost, also if the organization may no longer send. */
export async function renewCampaign(sql: Sql, claim: Claim): Promise<void> {
  await changeHeld(
    claim,
    sql`update campaigns set leased_until = ${secondsFromNow(sql, leaseSeconds)}
      where ${held(sql, claim)} and leased_until is not null
        and organization_id in (select id from organizations where active and deleted_at is null)`,
  )
}

/** A pause or an end in the meantime remains. @param wait until it is due again; default: immediately */
export async function releaseCampaign(
  sql: Sql,
  claim: Claim,
  wait?: { seconds: number; reason: string },
): Promise<void> {
  const seconds = wait?.seconds ?? (claim.state === 'finished' ? 0 : null)
  const { count } = await sql`
    update campaigns set leased_until = null, waiting_for = ${wait?.reason ?? ''},
      attempts = greatest(attempts - 1, 0), next_attempt_at = case when state = ${claim.state} then later.at end
    from (select ${secondsFromNow(sql, seconds)} as at) later
    where organization_id = ${claim.organization_id} and id = ${claim.id} and epoch = ${claim.epoch}`
  if (count > 0) await wakeSenders(sql, 'campaigns')
}

/** After a fault. `reason`: what it waits for, if its owner can do something about it. */
export async function postponeCampaign(
  sql: Sql,
  claim: Claim,
  { seconds, reason = '' }: { seconds: number; reason?: string },
): Promise<void> {
  await sql`
    update campaigns set leased_until = null, waiting_for = ${reason},
      next_attempt_at = ${secondsFromNow(sql, seconds)}
    where organization_id = ${claim.organization_id} and id = ${claim.id} and epoch = ${claim.epoch}`
}

/** @param message names the next step for a user; a finished campaign stays finished. @throws LeaseLost. */
export async function failCampaign(sql: Sql, claim: Claim, message: string): Promise<void> {
  if (claim.state === 'finished') return letGo(sql, claim)
  await changeHeld(
    claim,
    sql`update campaigns set state = 'failed', error_message = ${message}, finished_at = now(), leased_until = null,
        waiting_for = ''
      where ${held(sql, claim)}`,
  )
}

/** Recipients who left in the meantime do not count, so none remain. @throws LeaseLost. */
export async function finishCampaign(sql: Transaction, claim: Claim): Promise<void> {
  if (claim.state === 'finished') return letGo(sql, claim)
  await changeHeld(
    claim,
    sql`update campaigns set state = 'finished', finished_at = now(), leased_until = null, waiting_for = '', attempts = 0
      where ${held(sql, claim)}`,
  )
  await sql`
    update campaign_stats set recipients_total = recipients_sent + recipients_skip
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id}`
}

/** Starts the waiting time for the choice. @returns seconds until the winner is chosen. */
export async function testIsOver(sql: Transaction, claim: Claim): Promise<number> {
  const [row] = await sql<{ decide_at: string; seconds: number }[]>`
    select at::text as decide_at, extract(epoch from at - now())::float8 as seconds
    from (
      select coalesce(decide_at, now() + coalesce(autowinner_delay_amount, 0) * case autowinner_delay_unit
        when 'minutes' then interval '1 minute' when 'days' then interval '1 day' else interval '1 hour' end) as at
      from campaigns where ${held(sql, claim)} for no key update) c`
  if (row === undefined) throw new LeaseLost(`campaign ${claim.id}`)
  await sql`update campaigns set decide_at = ${row.decide_at}::timestamptz where ${held(sql, claim)}`
  return row.seconds
}

function letGo(sql: Sql, claim: Claim): Promise<void> {
  return changeHeld(
    claim,
    sql`update campaigns set leased_until = null, attempts = 0, waiting_for = '', next_attempt_at = null,
        people_kept_at = null, people_again_at = null
      where ${held(sql, claim)}`,
  )
}

/** Blocks further resends until the transaction ends. @throws LeaseLost. */
export async function lockCampaign(sql: Transaction, claim: Claim): Promise<void> {
  await changeHeld(claim, sql`select 1 from campaigns where ${held(sql, claim)} for no key update`)
}
