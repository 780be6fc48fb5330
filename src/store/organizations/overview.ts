import type { ConcernKind, Overview } from '../../contract/organizations/overview.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { campaignKind } from '../campaigns/claims.ts'

export type ConcernRow = {
  kind: ConcernKind
  id: number | null
  name: string
  detail: string
  at: Date
}

const shownMax = 10

type ConcernsSeen = Record<
  'brake' | 'campaigns' | 'imports' | 'domains' | 'autoresponders' | 'webhooks',
  boolean
>

/** Each part reads by an index, or the few rows of one organization. */
export function findConcerns(sql: Sql, organizationId: number, sees: ConcernsSeen): Promise<ConcernRow[]> {
  const campaigns = sees.campaigns
    ? sql`union all (
        select 'campaign_waits', j.id, (
            select name from campaigns c where c.organization_id = ${organizationId} and c.id = j.id),
          j.waiting_for, coalesce(j.started_at, j.begins_at)
        from jobs j
        where j.organization_id = ${organizationId} and j.kind = ${campaignKind} and j.finished_at is null
          and 'sending' in (j.state, j.paused_from) and j.waiting_for not in ('', 'the speed limit')
        order by j.id desc limit ${shownMax})
      union all (
        select 'campaign_failed', id, name, coalesce(error_message, ''), finished_at from campaigns
        where organization_id = ${organizationId} and begins_at > now() - interval '37 days' and state = 'failed'
          and finished_at > now() - interval '7 days' and not template
        order by finished_at desc limit ${shownMax})`
    : sql``
  const imports = sees.imports
    ? sql`union all (
        select 'import_failed', id, coalesce(source_filename, source_url, ''), coalesce(error_message, ''), finished_at
        from import_jobs
        where organization_id = ${organizationId} and finished_at > now() - interval '7 days' and state = 'failed'
        order by finished_at desc limit ${shownMax})`
    : sql``
  const domains = sees.domains
    ? sql`union all (
        select 'sender_domain_unproven', id, domain, problem, created_at from sender_domains
        where organization_id = ${organizationId} and proven_at is null
        order by created_at desc limit ${shownMax})
      union all (
        select 'sender_domain_missing', id, domain, problem, missing_since from sender_domains
        where organization_id = ${organizationId} and proven_at is not null and missing_since is not null
        order by missing_since desc limit ${shownMax})
      union all (
        select 'dkim_record_missing', id, domain, problem, coalesce(lost_since, created_at) from dkim_keys
        where organization_id = ${organizationId} and active and (lost_since is not null
          or created_at < now() - interval '1 day' and check_state in ('missing', 'other_key', 'faulty'))
        order by coalesce(lost_since, created_at) desc limit ${shownMax})`
    : sql``
  return sql<ConcernRow[]>`
    select kind, id, name, detail, at from (
      (select 'sending_paused' as kind, null::bigint as id, '' as name, reason as detail, braked_at as at
        from sending_brakes
        where organization_id = ${organizationId} and braked_at is not null and ${sees.brake})
      ${campaigns}
      ${imports} ${domains} ${ofPrograms(sql, organizationId, sees)}) concerns
    order by at desc limit ${shownMax}`
}

/** What sends by itself, and what is told to programs. */
function ofPrograms(sql: Sql, organizationId: number, { autoresponders, webhooks }: ConcernsSeen) {
  const waiting = autoresponders
    ? sql`union all (
        select 'autoresponder_waits', a.id, a.name, w.waiting_for, w.served_at
        from reaction_turns w
        join autoresponders a on a.organization_id = ${organizationId} and a.id = w.autoresponder_id
        where w.organization_id = ${organizationId} and w.waiting_for not in ('', 'the speed limit')
          and not a.paused and a.deleted_at is null
        order by w.served_at desc limit ${shownMax})`
    : sql``
  const untold = webhooks
    ? sql`union all (
        select case when active then 'webhook_failing' else 'webhook_off' end, id, name, last_error,
          coalesce(last_delivered_at, created_at)
        from webhooks
        where organization_id = ${organizationId} and last_error is not null and (not active or failures > 0)
        order by coalesce(last_delivered_at, created_at) desc limit ${shownMax})`
    : sql``
  return sql`${waiting} ${untold}`
}

type FiguresRow = {
  id: number
  name: string
  started_at: Date
  recipients: number
  sent: number
  opened: number
  clicked: number
  left: number
}

export function findLastFigures(sql: Sql, organizationId: number): Promise<FiguresRow[]> {
  return sql<FiguresRow[]>`
    select c.id, c.name, c.started_at, coalesce(greatest(s.recipients_total, s.recipients_sent + s.recipients_skip), 0) as recipients,
      coalesce(s.sent_accepted, 0) as sent, coalesce(s.open_unique, 0) as opened,
      coalesce(s.click_unique, 0) as clicked, coalesce(s.unsub_unique, 0) as left
    from campaigns c
    left join campaign_stats s on s.organization_id = c.organization_id and s.campaign_id = c.id
    where c.organization_id = ${organizationId} and not c.template and c.begins_at is not null
      and c.begins_at <= now() and c.started_at is not null
    order by c.begins_at desc, c.id desc limit 5`
}

export async function findGrowth(sql: Sql, organizationId: number): Promise<Overview['growth']> {
  const days = await sql<{ day: string; active: number }[]>`
    select to_char(d.day, 'YYYY-MM-DD') as day, sum(d.active)::bigint as active
    from subscriber_counts_by_day d
    join mailing_lists l on l.organization_id = d.organization_id and l.id = d.mailing_list_id
    where d.organization_id = ${organizationId} and d.day > (now() at time zone 'UTC')::date - 30
      and l.deleted_at is null
    group by d.day order by d.day`
  const lists = await sql<Overview['growth']['lists']>`
    select l.id, l.name, coalesce(c.active, 0) as active, (
        select d.active from subscriber_counts_by_day d
        where d.organization_id = ${organizationId} and d.mailing_list_id = l.id
          and d.day = ${days[0]?.day ?? null}::date) as before
    from mailing_lists l
    left join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.deleted_at is null
    order by coalesce(c.active, 0) desc, l.id limit 5`
  const [total] = await sql<{ active: number }[]>`
    select coalesce(sum(c.active), 0)::bigint as active
    from mailing_lists l
    join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.deleted_at is null`
  return { active: total?.active ?? 0, days: [...days], lists: [...lists] }
}

export async function hasBegun(sql: Sql, organizationId: number): Promise<boolean> {
  const [row] = await sql<{ has_begun: boolean }[]>`
    select exists (select 1 from subscriber_imports where organization_id = ${organizationId})
      or exists (select 1 from campaigns where organization_id = ${organizationId} and not template)
      or exists (
        select 1 from mailing_lists l
        join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
        where l.organization_id = ${organizationId} and c.active > 0) as has_begun`
  return row?.has_begun === true
}

/** Across organizations. The last copy of a day is its end. */
export async function keepCountsOfDay(sql: Sql): Promise<void> {
  await sql`
    insert into subscriber_counts_by_day as d
      (organization_id, mailing_list_id, day, active, unsubscribed, scomp, bounced, deactivated)
    select organization_id, mailing_list_id, (now() at time zone 'UTC')::date, active, unsubscribed, scomp, bounced,
      deactivated
    from subscriber_counts
    on conflict (organization_id, day, mailing_list_id) do update
    set active = excluded.active, unsubscribed = excluded.unsubscribed, scomp = excluded.scomp,
      bounced = excluded.bounced, deactivated = excluded.deactivated
    where (d.active, d.unsubscribed, d.scomp, d.bounced, d.deactivated)
      is distinct from (excluded.active, excluded.unsubscribed, excluded.scomp, excluded.bounced, excluded.deactivated)`
}

/** Across organizations. @returns how many rows it deleted. */
export async function deleteOldCounts(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from subscriber_counts_by_day where (organization_id, day, mailing_list_id) in (
      select organization_id, day, mailing_list_id from subscriber_counts_by_day
      where day < (now() at time zone 'UTC')::date - 400 limit ${batchRows})`
  return count
}
