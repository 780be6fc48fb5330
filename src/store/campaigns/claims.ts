import type { Clause } from '../../contract/segments/clauses.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { LeaseLost } from '../../database/lease.ts'
import type { JobQueue, JobReach } from '../jobs/claim.ts'
import { endJob, landJob, lockHeld, type ClaimedJob, type JobClaim, type JobKey } from '../jobs/lease.ts'

// The state of a campaign is written by the trigger that follows its job (migrations/074-campaign-jobs.sql). Transactions lock
// the job first.

export const campaignKind = 'Campaign'

/** Messages of a finished campaign that are to be sent again. */
export const resendKind = 'CampaignResend'

export const campaignKinds: readonly string[] = [campaignKind, resendKind]

export function jobOf(organizationId: number, id: number, kind = campaignKind): JobKey {
  return { organization_id: organizationId, kind, id }
}

/**
 * Organizations take turns in it, for campaigns and for parts of them. A worker has one place in a campaign, so that its death
 * leaves the batches of one.
 */
export function campaignQueue(worker: string): JobQueue {
  return {
    name: campaignTurns,
    takes: campaignKinds.map((kind) => ({
      kind,
      states: ['scheduled', 'sending'],
      becomes: 'sending',
    })),
    perOrganization: null,
    rotates: true,
    isOpen: (sql) => sql`not exists (select from campaign_ranges r where r.organization_id = j.organization_id
      and r.campaign_id = j.id and r.worker = ${worker} and r.leased_until > now())
      and exists (select from mailing_lists l where l.organization_id = j.organization_id
        and l.id = j.mailing_list_id and l.deleted_at is null)`,
  }
}

export const campaignTurns = 'campaigns'

/** Of senders, which have no files. @param full organizations that have no turn now. */
export function senderReach(full: readonly number[] = []): JobReach {
  return { places: null, full }
}

export type ClaimedCampaign = {
  organization_id: number
  id: number
  mailing_list_id: number
  name: string
  /** Of the claim of its job. */
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

/** What the sender of a claimed job needs to know of its campaign. */
export async function findClaimed(sql: Sql, job: ClaimedJob): Promise<ClaimedCampaign> {
  const { organization_id: organizationId, id, epoch, attempts } = job
  type Row = Omit<ClaimedCampaign, 'epoch' | 'attempts' | 'state' | 'range'>
  const [row] = await sql<Row[]>`
    select ${claimColumns(sql, organizationId)}
    from campaigns c
    join organizations o on o.id = c.organization_id
    join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and c.id = ${id}`
  if (row === undefined) throw new LeaseLost(`campaign ${id}`)
  return { ...row, epoch, attempts, state: job.kind === resendKind ? 'finished' : 'sending', range: null }
}

/** Of `campaigns c`, `mailing_lists l` and `organizations o`. */
function claimColumns(sql: Sql, organizationId: number) {
  return sql`c.organization_id, c.id, c.mailing_list_id, c.name, c.pass,
    l.is_remote_list, o.time_zone, c.last_subscriber_id, c.seeds_sent,
    case when c.spread_speed > 0 and (c.speed = 0 or c.spread_speed < c.speed) then c.spread_speed else c.speed end as speed,
    c.autowinner_enabled, c.special_sending_rule_id, c.time_zone_field_id, c.local_begins_at::text as local_begins_at,
    c.spread_hours,
    coalesce(c.autowinner_percentage * 100, 0)::integer as test_share, c.decide_at, c.winning_content_id, (
      select g.clauses from segments g
      where g.organization_id = ${organizationId} and g.id = c.segmentation_criteria_id) as clauses`
}

export type Claim = Pick<ClaimedCampaign, 'organization_id' | 'id' | 'epoch' | 'state'>

/** The claim of its job. */
export function jobClaimOf({ organization_id: organizationId, id, epoch, state }: Claim): JobClaim {
  return { ...jobOf(organizationId, id, state === 'finished' ? resendKind : campaignKind), epoch }
}

/** Until it is due again. A pause or an end in the meantime remains. @param wait absent: it is due at once. */
export function releaseCampaign(
  sql: Sql,
  claim: Claim,
  wait?: { seconds: number; reason: string },
): Promise<void> {
  return landJob(sql, jobClaimOf(claim), wait && { ...wait, isCounted: false })
}

/** Recipients who left in the meantime do not count, so none remain. @throws LeaseLost. */
export async function finishCampaign(sql: Transaction, claim: Claim): Promise<void> {
  await endJob(sql, jobClaimOf(claim), 'finished')
  if (claim.state === 'finished') return closeAgain(sql, jobClaimOf(claim))
  await sql`
    update campaign_stats set recipients_total = recipients_sent + recipients_skip, recipients_total_is = 'exact'
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id}`
}

/** Starts the waiting time for the choice. @returns seconds until the winner is chosen. */
export async function testIsOver(sql: Transaction, claim: Claim): Promise<number> {
  await lockCampaign(sql, claim)
  const isIt = sql`organization_id = ${claim.organization_id} and id = ${claim.id}`
  const [row] = await sql<{ decide_at: string; seconds: number }[]>`
    select at::text as decide_at, extract(epoch from at - now())::float8 as seconds
    from (
      select coalesce(decide_at, now() + coalesce(autowinner_delay_amount, 0) * case autowinner_delay_unit
        when 'minutes' then interval '1 minute' when 'days' then interval '1 day' else interval '1 hour' end) as at
      from campaigns where ${isIt} for no key update) c`
  if (row === undefined) throw new LeaseLost(`campaign ${claim.id}`)
  await sql`update campaigns set decide_at = ${row.decide_at}::timestamptz where ${isIt}`
  return row.seconds
}

/** After the end of the job of a campaign that had finished before: its people are counted again. */
export async function closeAgain(sql: Sql, claim: JobClaim): Promise<void> {
  if (claim.kind !== resendKind) return
  await sql`
    update campaigns set reopened_at = null, people_kept_at = null, people_again_at = null
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
}

/** Blocks further resends until the transaction ends. @throws LeaseLost. */
export function lockCampaign(sql: Transaction, claim: Claim): Promise<void> {
  return lockHeld(sql, jobClaimOf(claim))
}

/** The job first. It has none before it is scheduled. */
export async function lockJobAndCampaign(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`
    select 1 from jobs where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${id}::bigint
    for no key update`
  await sql`
    select 1 from campaigns where organization_id = ${organizationId} and id = ${id}::bigint for no key update`
}
