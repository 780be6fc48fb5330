import { notFound } from '../../contract/api/errors.ts'
import { growthDays, type MailingListGrowth } from '../../contract/lists/endpoints.ts'
import type { Sql } from '../../database/driver/connection.ts'

/** `namesForms`: the caller may know them. @throws AppError `not_found`. */
export async function findListGrowth(
  sql: Sql,
  organizationId: number,
  listId: number,
  { namesForms }: { namesForms: boolean },
): Promise<MailingListGrowth> {
  const [now] = await sql<MailingListGrowth['now'][]>`
    select coalesce(c.active, 0) as active, coalesce(c.unsubscribed, 0) as unsubscribed, coalesce(c.scomp, 0) as scomp,
      coalesce(c.bounced, 0) as bounced, coalesce(c.deactivated, 0) as deactivated
    from mailing_lists l
    left join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.id = ${listId}::bigint and l.deleted_at is null`
  if (now === undefined) throw notFound('mailing list')
  const daily = sql<MailingListGrowth['days']>`
    select to_char(day, 'YYYY-MM-DD') as day, active, unsubscribed, scomp, bounced, deactivated
    from subscriber_counts_by_day
    where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and day > (now() at time zone 'UTC')::date - ${growthDays}::integer
    order by day`
  const byImports = sql<{ imported: number }[]>`
    select coalesce(sum(added), 0)::bigint as imported from import_jobs
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and not dry_run
      and started_at > now() - ${growthDays} * interval '1 day'`
  const byForms = sql<MailingListGrowth['sources']['web_forms']>`
    select id, name, confirmed from web_forms
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and deleted_at is null and ${namesForms}
    order by confirmed desc, id limit 5`
  const [days, [imports], forms] = await Promise.all([daily, byImports, byForms])
  return { now, days: [...days], sources: { imported: imports?.imported ?? 0, web_forms: [...forms] } }
}
