import { lastAnniversary } from '../../contract/accounting/periods.ts'
import { shownName } from '../../contract/values/shown-name.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { mailAdministrators } from '../users/system-mails.ts'

type Reached = { name: string; limit: number | null }

/** At most once a day (UTC), for the limit without its overage. Call it after the counts were changed. */
export async function queueQuotaNotice(sql: Sql, organizationId: number): Promise<void> {
  const [reached] = await sql<Reached[]>`
    update organizations o
    set subscriber_quota_notified_on = current_date
    where o.id = ${organizationId} and o.subscriber_quota_notify and o.subscriber_quota_mode <> 'no_limit'
      and o.subscriber_quota_notified_on is distinct from current_date
      and o.subscriber_quota_limit <= (
        select coalesce(sum(c.active), 0)
        from subscriber_counts c
        left join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
        where c.organization_id = ${organizationId} and l.deleted_at is null)
    returning o.name, case when o.subscriber_quota_mode = 'visible_limit' then o.subscriber_quota_limit end as limit`
  if (reached !== undefined) await mailAdministrators(sql, organizationId, textOf(reached))
}

/** Hidden limits and overages are never shown. */
function textOf({ name, limit }: Reached): { subject: string; text: string } {
  const organization = shownName(name)
  const number = limit === null ? '' : `${limit} `
  return {
    subject: `${organization} has reached its limit of active subscribers`,
    text: `${organization} has reached its limit of ${number}active subscribers. Further subscribers may be refused, and imports skip the rows beyond the limit (skipped_over_limit).

To make room, unsubscribe or delete subscribers that you no longer write to. If you need more, ask the administrator of this server to raise the limit. Rows that were skipped can then be imported again.

Quiver sends this notice at most once a day.
`,
  }
}

type SendingQuota = {
  name: string
  mode: 'visible_limit' | 'hidden_limit' | 'fixed_credits'
  limit: number | null
  anniversary_day: number
  time_zone: string
  now: Date
}

/**
 * Call it after `addMessagesSent`, or if nothing could be sent. It skips a locked row of the organization, whose holder
 * may wait for this transaction; then the next batch sends the mail.
 */
export async function queueSendingQuotaNotice(sql: Transaction, organizationId: number): Promise<void> {
  const [quota] = await sql<SendingQuota[]>`
    select name, sending_quota_mode as mode, sending_quota_limit as limit, anniversary_day, time_zone, now() as now
    from organizations
    where id = ${organizationId} and sending_quota_notify and sending_quota_mode <> 'no_limit'
      and sending_quota_notified_on is distinct from current_date`
  if (quota === undefined || !(await isUsedUp(sql, organizationId, quota))) return
  const { count } = await sql`
    update organizations set sending_quota_notified_on = current_date
    where id = (
      select id from organizations
      where id = ${organizationId} and sending_quota_notified_on is distinct from current_date
      for no key update skip locked)`
  if (count > 0) await mailAdministrators(sql, organizationId, sendingTextOf(quota))
}

async function isUsedUp(sql: Sql, organizationId: number, quota: SendingQuota): Promise<boolean> {
  if (quota.mode === 'fixed_credits') {
    const [balance] = await sql<{ available: number }[]>`
      select available from credit_balances where organization_id = ${organizationId}`
    return (balance?.available ?? 0) === 0
  }
  const since = lastAnniversary(quota.anniversary_day, quota.time_zone, quota.now.getTime())
  const [row] = await sql<{ sent: number }[]>`
    select coalesce(sum(messages), 0)::float8 as sent from messages_sent_by_quarter_hour
    where organization_id = ${organizationId} and quarter_hour >= ${new Date(since)}`
  return (row?.sent ?? 0) >= (quota.limit ?? 0)
}

function sendingTextOf({ name, mode, limit }: SendingQuota): { subject: string; text: string } {
  const organization = shownName(name)
  if (mode === 'fixed_credits') {
    return {
      subject: `The sending credits of ${organization} are used up`,
      text: `${organization} has no sending credits left. Its campaigns and autoresponders wait.

Ask the administrator of this server to add credits. Sending then continues by itself, and no message is lost or sent twice.

Quiver sends this notice at most once a day.
`,
    }
  }
  const number = mode === 'visible_limit' ? `${limit} ` : ''
  return {
    subject: `${organization} has reached its sending quota`,
    text: `${organization} has reached its limit of ${number}messages for this month. Campaigns and autoresponders beyond it wait.

Sending continues by itself when the next month of the quota begins. To send earlier, ask the administrator of this server to raise the limit. No message is lost or sent twice.

Quiver sends this notice at most once a day.
`,
  }
}
