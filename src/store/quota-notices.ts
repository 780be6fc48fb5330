import type { Sql } from '../database/connection.ts'
import { insertSystemMail } from './system-mails.ts'

type Reached = { name: string; limit: number | null }

/**
 * Mails the organization's administrators that its active subscribers have reached the limit, without its overage: at
 * most once a day (UTC), and only where the quota says so. Call it after the counts have moved.
 */
export async function queueQuotaNotice(sql: Sql, organizationId: number): Promise<void> {
  const [reached] = await sql<Reached[]>`
    update organizations o
    set subscriber_quota_notified_on = current_date
    where o.id = ${organizationId} and o.subscriber_quota_notify and o.subscriber_quota_mode <> 'no_limit'
      and o.subscriber_quota_notified_on is distinct from current_date
      and o.subscriber_quota_limit <= (
        select coalesce(sum(c.active), 0)
        from subscriber_counts c
        join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
        where c.organization_id = ${organizationId} and l.deleted_at is null)
    returning o.name, case when o.subscriber_quota_mode = 'visible_limit' then o.subscriber_quota_limit end as limit`
  if (reached === undefined) return
  const admins = await sql<{ email: string }[]>`
    select email from users
    where organization_id = ${organizationId} and role = 'organization_admin' and active
    order by id`
  for (const { email } of admins) {
    await insertSystemMail(sql, organizationId, { to_email: email, ...textOf(reached) })
  }
}

/** A hidden limit stays hidden; no overage is ever shown. */
function textOf({ name, limit }: Reached): { subject: string; text: string } {
  const number = limit === null ? '' : `${limit} `
  return {
    subject: 'The limit of active subscribers is reached',
    text: `The organization ${name} has reached its limit of ${number}active subscribers.\n`,
  }
}
