import { noCounts, type StatCounts } from '../../../contract/campaigns/stat-summary.ts'
import { scoreOf, type WinnerMetric } from '../../../contract/campaigns/results/winner-score.ts'
import type { Sql, Transaction } from '../../../database/driver/connection.ts'
import { campaignKind, lockJobAndCampaign } from '../claims.ts'
import { findCampaignSlices } from '../reports.ts'
import { findUnsettled, type UnsettledCounter } from './unsettled.ts'
import { wakeWorkers } from '../../server/wake.ts'
import { nextVersion } from '../../server/next-version.ts'

type Contestant = { contentId: number; sliceId: number | null; counts: StatCounts }

export function pickWinner(metric: WinnerMetric, contestants: readonly Contestant[]): Contestant | null {
  return contestants.reduce<Contestant | null>(
    (best, next) =>
      best === null || scoreOf(metric, next.counts) > scoreOf(metric, best.counts) ? next : best,
    null,
  )
}

/**
 * Also records the counters behind the choice, without what the last hits have counted. The sender then starts again from the first recipient.
 * @returns the content's id; null if it is too early.
 */
export async function decideWinner(
  sql: Transaction,
  organizationId: number,
  campaignId: number,
): Promise<number | null> {
  // The job first: senders take the locks in this order.
  await lockJobAndCampaign(sql, organizationId, campaignId)
  const [campaign] = await sql<{ metric: WinnerMetric | null }[]>`
    select autowinner_metric as metric from campaigns
    where organization_id = ${organizationId} and id = ${campaignId} and state = 'sending' and pass = 'test'
      and decide_at <= now()`
  if (campaign === undefined) return null
  const contestants = await findContestants(sql, organizationId, campaignId)
  const winner = pickWinner(campaign.metric ?? 'opens_unique', contestants)
  if (winner === null) return null
  for (const { contentId, sliceId, counts } of contestants) {
    await sql`
      insert into winner_snapshots (organization_id, campaign_id, content_id, stat_slice_id, counts, is_winner)
      values (${organizationId}, ${campaignId}, ${contentId}, ${sliceId}, ${sql.json(counts)},
        ${contentId === winner.contentId})`
  }
  await sql`
    update campaigns
    set winning_content_id = ${winner.contentId}, pass = 'rest', cursor_subscriber_id = 0,
      until_subscriber_id = null, updated_at = ${nextVersion(sql)}
    where organization_id = ${organizationId} and id = ${campaignId}`
  await sql`
    update jobs set next_attempt_at = null
    where organization_id = ${organizationId} and kind = ${campaignKind} and id = ${campaignId}`
  await wakeWorkers(sql, campaignKind)
  return winner.contentId
}

async function findContestants(sql: Sql, organizationId: number, campaignId: number): Promise<Contestant[]> {
  const contents = await sql<{ id: number }[]>`
    select id from campaign_contents
    where organization_id = ${organizationId} and campaign_id = ${campaignId} order by position`
  const slices = await findCampaignSlices(sql, organizationId, campaignId)
  const unsettled = await findUnsettled(sql, organizationId, campaignId)
  return contents.map(({ id }) => {
    const slice = slices.find(({ content_id: contentId }) => contentId === id)
    const counts = { ...(slice?.counts ?? noCounts) }
    for (const [name, by] of Object.entries(unsettled.get(id) ?? {})) {
      counts[name as UnsettledCounter] = Math.max(counts[name as UnsettledCounter] - by, 0)
    }
    return { contentId: id, sliceId: slice?.id ?? null, counts }
  })
}
