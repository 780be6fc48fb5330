import { notFound } from '../../contract/api/errors.ts'
import { lastAnniversary } from '../../contract/accounting/periods.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { spendCredits } from './credits.ts'

export type SentMessages = { count: number; at?: Date } & (
  | { campaignId: number }
  | { autoresponderId: number }
  /** Of messages to single persons. */
  | { campaignId: null; autoresponderId: null }
)

/**
 * Run it last in the transaction that hands the messages over: the organization's other deliveries wait for its end.
 * @param options.haveLeft the messages cannot be recalled, so they are recorded even without credits
 * @returns false if there are not enough credits: nothing was recorded, and the messages must not be sent.
 */
export async function addMessagesSent(
  sql: Sql,
  organizationId: number,
  sent: SentMessages,
  options: { haveLeft: boolean } = { haveLeft: false },
): Promise<boolean> {
  const { count, at = null } = sent
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError('Messages are counted from 1.')
  const campaignId = 'campaignId' in sent ? sent.campaignId : null
  const autoresponderId = 'autoresponderId' in sent ? sent.autoresponderId : null
  if (await paysAhead(sql, organizationId)) {
    const isPaid = await spendCredits(sql, organizationId, count, { campaignId, autoresponderId })
    if (!isPaid && !options.haveLeft) return false
  }
  // The balance first, always: two transactions that locked these rows in different orders would deadlock.
  await Promise.all([
    sql`
      insert into credit_balances as b (organization_id, lifetime_messages_sent)
      values (${organizationId}, ${count})
      on conflict (organization_id) do update
        set lifetime_messages_sent = b.lifetime_messages_sent + excluded.lifetime_messages_sent`,
    sql`
      insert into messages_sent_by_quarter_hour as m (organization_id, quarter_hour, campaign_id, autoresponder_id, messages)
      values (${organizationId},
        date_bin('15 minutes', ${at === null ? sql`now()` : sql`${at}::timestamptz`}, timestamptz '1970-01-01T00:00:00Z'),
        ${campaignId}, ${autoresponderId}, ${count})
      on conflict (organization_id, quarter_hour, campaign_id, autoresponder_id) do update
        set messages = m.messages + excluded.messages`,
  ])
  return true
}

async function paysAhead(sql: Sql, organizationId: number): Promise<boolean> {
  const [row] = await sql<{ sending_quota_mode: string }[]>`
    select sending_quota_mode from organizations where id = ${organizationId}`
  return row?.sending_quota_mode === 'fixed_credits'
}

type Quota = { ceiling: number; anniversary_day: number; time_zone: string; now: Date }

/** The limit and its overage, minus the messages since the last anniversary day. null: no monthly limit. */
export async function sendingQuotaLeft(sql: Sql, organizationId: number, at?: Date): Promise<number | null> {
  const [quota] = await sql<Quota[]>`
    select floor(sending_quota_limit::numeric * (100 + sending_quota_overage) / 100)::float8 as ceiling,
      anniversary_day, time_zone, now() as now
    from organizations
    where id = ${organizationId} and sending_quota_mode in ('visible_limit', 'hidden_limit')`
  if (quota === undefined) return null
  const since = lastAnniversary(quota.anniversary_day, quota.time_zone, (at ?? quota.now).getTime())
  const [row] = await sql<{ sent: number }[]>`
    select coalesce(sum(messages), 0)::float8 as sent from messages_sent_by_quarter_hour
    where organization_id = ${organizationId} and quarter_hour >= ${new Date(since)}`
  return Math.max(0, quota.ceiling - (row?.sent ?? 0))
}

export async function findReportClock(
  sql: Sql,
  organizationId: number,
): Promise<{ zone: string; nowMs: number }> {
  const [row] = await sql<{ time_zone: string; now: Date }[]>`
    select time_zone, now() as now from organizations where id = ${organizationId} and deleted_at is null`
  if (row === undefined) throw notFound('organization')
  return { zone: row.time_zone, nowMs: row.now.getTime() }
}

export type PeriodRow = {
  period: number
  campaign_id: number | null
  campaign_name: string | null
  autoresponder_id: number | null
  autoresponder_name: string | null
  messages_sent: number
}

/** By period, campaigns before autoresponders, then by name. @param bounds see `periodBounds` */
export async function findMessagesSent(
  sql: Sql,
  organizationId: number,
  bounds: readonly number[],
): Promise<PeriodRow[]> {
  const times = bounds.map((ms) => new Date(ms).toISOString())
  const [first = 0, last = 0] = [bounds.at(0), bounds.at(-1)]
  // In a sub-select, the bounds are read once per statement instead of once per row.
  return sql<PeriodRow[]>`
    select s.period, s.campaign_id, c.name as campaign_name, s.autoresponder_id, a.name as autoresponder_name,
      s.messages_sent
    from (
      select width_bucket(quarter_hour, (select ${times}::text[]::timestamptz[])) - 1 as period,
        campaign_id, autoresponder_id, sum(messages)::bigint as messages_sent
      from messages_sent_by_quarter_hour
      where organization_id = ${organizationId}
        and quarter_hour >= ${new Date(first)} and quarter_hour < ${new Date(last)}
      group by 1, 2, 3) s
    left join campaigns c on c.organization_id = ${organizationId} and c.id = s.campaign_id
    left join autoresponders a on a.organization_id = ${organizationId} and a.id = s.autoresponder_id
    order by s.period, s.campaign_id is null, lower(coalesce(c.name, a.name)) collate "C", s.campaign_id, s.autoresponder_id`
}
