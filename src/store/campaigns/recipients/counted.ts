import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import type { Estimate } from '../../../contract/api/figures.ts'
import { unlessSlow } from '../../../database/driver/statement/time-limit.ts'
import { findSuppressing } from '../../conditions/suppression.ts'
import { estimateReachable, sampleMsMax } from '../../segments/counting/estimate.ts'
import { inRanges, type Bound } from '../../segments/counting/in-ranges.ts'
import { countReachable, countRows } from '../../segments/counting/reachable.ts'
import { findKnown, type Target } from '../../segments/known.ts'
import { wakeWorkers } from '../../server/wake.ts'
import { campaignKind, type ClaimedCampaign } from '../claims.ts'
import { clausesOf, remoteRecipients, targetOf } from './found.ts'

/** How many a campaign has, or about how many: then between `from` and `to`. */
export type FirstCount = Estimate

/** For what needs the number before the first message. If counting takes longer than `seconds`, it is estimated; if that fails, nobody to all who are active. */
export async function countFirst(
  sql: Transaction,
  claim: ClaimedCampaign,
  seconds: number,
): Promise<FirstCount> {
  const target = targetOf(claim)
  const total = await unlessSlow(sql, seconds * 1000, (sql) => countOf(sql, claim, target))
  if (total !== null) return { number: total, from: total, to: total }
  return estimateRecipients(sql, claim, target)
}

async function estimateRecipients(
  sql: Transaction,
  claim: ClaimedCampaign,
  target: Target,
): Promise<FirstCount> {
  const asked = { clauses: clausesOf(claim), suppressing: await findSuppressing(sql, target) }
  // Those of a remote list are whom its query has found.
  const found = claim.is_remote_list
    ? null
    : await estimateReachable(sql, target, asked, { timeMs: sampleMsMax })
  if (found !== null) return found.reached
  const active = await findActive(sql, claim)
  return { number: Math.round(active / 2), from: 0, to: active }
}

/** @throws AppError `validation_failed` if the segment names what is gone. */
export async function requireClauses(sql: Sql, claim: ClaimedCampaign): Promise<void> {
  await findKnown(sql, targetOf(claim), clausesOf(claim))
}

/** Where the ids of the list begin and end. An empty one: at 1 and 0. */
export async function findIds(sql: Sql, claim: ClaimedCampaign): Promise<{ first: number; last: number }> {
  const [row] = await sql<{ first: number; last: number }[]>`
    select coalesce(min(id), 1) as first, coalesce(max(id), 0) as last from subscribers
    where organization_id = ${claim.organization_id} and mailing_list_id = ${claim.mailing_list_id}`
  return row ?? { first: 1, last: 0 }
}

/** Before the first message: the addresses of seed lists, and the recipients if they are known. */
export async function beginCount(sql: Sql, claim: ClaimedCampaign, total: number | null): Promise<void> {
  const is = total === null ? 'counting' : 'exact'
  await sql`
    insert into campaign_stats as s (organization_id, campaign_id, recipients_total, recipients_total_is)
    select ${claim.organization_id}, ${claim.id}, ${total ?? 0}::bigint + count(distinct lower(a.email)), ${is}
    ${seedsOf(sql, claim)}
    on conflict (organization_id, campaign_id) do update set recipients_total = excluded.recipients_total,
      recipients_total_is = excluded.recipients_total_is, counted_until = 0, count_failures = 0`
}

function seedsOf(sql: Sql, claim: ClaimedCampaign) {
  return sql`
    from campaign_seed_lists c
    join seed_list_addresses a on a.organization_id = c.organization_id and a.seed_list_id = c.seed_list_id
    where c.organization_id = ${claim.organization_id} and c.campaign_id = ${claim.id}`
}

type Counting = {
  /** For one statement that counts all; absent: none is tried. */
  atOnceMs?: number
  /** Of one transaction. */
  bound: Bound
  /** From so many on, a part of them is worth a second sender. */
  sharedMin: number
}

/**
 * Counts some of the recipients of a campaign that is being sent, after those who are counted, and keeps the sum. It locks
 * nothing before all is counted that this transaction counts.
 * @returns `slow`: nothing could be counted in time
 */
export async function countSome(
  sql: Transaction,
  claim: ClaimedCampaign,
  { atOnceMs, bound, sharedMin }: Counting,
): Promise<'over' | 'more' | 'slow'> {
  const last = claim.last_subscriber_id ?? 0
  const [before] = await sql<Progress[]>`
    select counted_until, count_failures, recipients_total from campaign_stats
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and recipients_total_is = 'counting'`
  if (before === undefined) return 'over'
  const isFirst = before.counted_until === 0 && before.count_failures === 0
  const all = isFirst && atOnceMs !== undefined ? await countAll(sql, claim, { last, atOnceMs }) : null
  let found = all ?? 0
  const target = targetOf(claim)
  const after = before.counted_until
  const look = async (part: Target) => {
    const ids = part.ids && { ...part.ids, last }
    found += await countOf(sql, claim, { ...part, ...(ids && { ids }) })
    return { isEnough: ids !== undefined && ids.to > last }
  }
  const { end } = all === null ? await inRanges(sql, target, { after, bound }, look) : { end: null }
  if (end !== null && end <= before.counted_until) return noteFailure(sql, claim, before)
  const isOver = end === null || end >= last
  await keep(sql, claim, before, { found, end: end ?? last, isOver })
  const total = before.recipients_total + found
  // When it was scheduled, there was nothing for a second sender.
  if (before.recipients_total < sharedMin && total >= sharedMin) await wakeWorkers(sql, campaignKind)
  return isOver ? 'over' : 'more'
}

function countAll(
  sql: Transaction,
  claim: ClaimedCampaign,
  { last, atOnceMs }: { last: number; atOnceMs: number },
): Promise<number | null> {
  const ids = { from: 0, to: Math.ceil((last + 1) / 1024) * 1024, last }
  return unlessSlow(sql, atOnceMs, (sql) => countOf(sql, claim, { ...targetOf(claim), ids }))
}

type Progress = { counted_until: number; count_failures: number; recipients_total: number }

async function countOf(sql: Transaction, claim: ClaimedCampaign, target: Target): Promise<number> {
  const clauses = clausesOf(claim)
  const suppressing = await findSuppressing(sql, target)
  if (!claim.is_remote_list) return (await countReachable(sql, target, clauses, suppressing)).reached
  const known = await findKnown(sql, target, clauses)
  const people = remoteRecipients(sql, claim)
  return (await countRows(sql, target, { clauses, known, suppressing, people })).reached
}

/** Unless another sender of the campaign was faster. */
async function keep(
  sql: Sql,
  claim: ClaimedCampaign,
  before: Progress,
  { found, end, isOver }: { found: number; end: number; isOver: boolean },
): Promise<void> {
  if (isOver) await setSpread(sql, claim, before.recipients_total + found)
  await sql`
    update campaign_stats
    set recipients_total = recipients_total + ${found}::bigint, counted_until = ${end}::bigint, count_failures = 0,
      recipients_total_is = ${isOver ? 'exact' : 'counting'}
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and recipients_total_is = 'counting'
      and counted_until = ${before.counted_until}::bigint`
}

/** After so many in turn, the number stays about right. */
const failuresMax = 3

async function noteFailure(
  sql: Transaction,
  claim: ClaimedCampaign,
  before: Progress,
): Promise<'over' | 'slow'> {
  const isOver = before.count_failures + 1 >= failuresMax
  const { number } = await estimateRecipients(sql, claim, targetOf(claim))
  await sql`
    update campaign_stats set count_failures = count_failures + 1,
      recipients_total_is = ${isOver ? 'about' : 'counting'},
      recipients_total = ${isOver ? sql`greatest(recipients_total, ${number}::bigint)` : sql`recipients_total`}
    where organization_id = ${claim.organization_id} and campaign_id = ${claim.id} and recipients_total_is = 'counting'`
  return isOver ? 'over' : 'slow'
}

async function findActive(sql: Sql, claim: ClaimedCampaign): Promise<number> {
  const [row] = await sql<{ active: number }[]>`
    select active from subscriber_counts
    where organization_id = ${claim.organization_id} and mailing_list_id = ${claim.mailing_list_id}`
  return row?.active ?? 0
}

/** Messages an hour, so that all leave in the hours that the campaign has. */
export function spreadOf({ spread_hours: hours }: ClaimedCampaign, total: number): number {
  return hours === null ? 0 : Math.max(1, Math.ceil(total / hours))
}

async function setSpread(sql: Sql, claim: ClaimedCampaign, total: number): Promise<void> {
  if (claim.spread_hours === null) return
  await sql`
    update campaigns set spread_speed = ${spreadOf(claim, total)}
    where organization_id = ${claim.organization_id} and id = ${claim.id}`
}
