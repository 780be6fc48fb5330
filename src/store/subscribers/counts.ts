import { AppError, notFound } from '../../contract/api/errors.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { SubscriberCounts } from '../../contract/subscribers/counts.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'

type Counts = SubscriberCounts['counts']

/** Call it last in the transaction: it locks the row that every change of the list's subscribers needs. */
export async function adjustCounts(
  sql: Sql,
  organizationId: number,
  listId: number,
  delta: Partial<Record<SubscriberStatus, number>>,
): Promise<void> {
  const { active = 0, unsubscribed = 0, scomp = 0, bounced = 0, deactivated = 0 } = delta
  if ([active, unsubscribed, scomp, bounced, deactivated].every((change) => change === 0)) return
  // Not one upsert: its proposed row is checked too, and a decrease is not a valid row.
  const { count } = await sql`
    update subscriber_counts
    set active = active + ${active}, unsubscribed = unsubscribed + ${unsubscribed}, scomp = scomp + ${scomp},
      bounced = bounced + ${bounced}, deactivated = deactivated + ${deactivated}
    where organization_id = ${organizationId} and mailing_list_id = ${listId}`
  if (count > 0) return
  // A remote list has no subscribers: its people count for no quota, and have no row.
  await sql`
    insert into subscriber_counts as c
      (organization_id, mailing_list_id, active, unsubscribed, scomp, bounced, deactivated)
    select ${organizationId}, ${listId}, ${active}::bigint, ${unsubscribed}::bigint, ${scomp}::bigint,
      ${bounced}::bigint, ${deactivated}::bigint
    where not exists (
      select from mailing_lists
      where organization_id = ${organizationId} and id = ${listId} and is_remote_list)
    on conflict (organization_id, mailing_list_id) do update
    set active = c.active + excluded.active, unsubscribed = c.unsubscribed + excluded.unsubscribed,
      scomp = c.scomp + excluded.scomp, bounced = c.bounced + excluded.bounced,
      deactivated = c.deactivated + excluded.deactivated`
}

/** For each of the organization's lists by id, and in total; without deleted lists. */
export async function findSubscriberCounts(sql: Sql, organizationId: number): Promise<SubscriberCounts> {
  const [organization] = await sql<{ id: number; name: string }[]>`
    select id, name from organizations where id = ${organizationId} and deleted_at is null`
  if (organization === undefined) throw notFound('organization')
  const rows = await sql<({ id: number; name: string } & Counts)[]>`
    select l.id, l.name, coalesce(c.active, 0) as active, coalesce(c.bounced, 0) as bounced,
      coalesce(c.unsubscribed, 0) as unsubscribed, coalesce(c.scomp, 0) as scomp,
      coalesce(c.deactivated, 0) as deactivated
    from mailing_lists l
    left join subscriber_counts c on c.organization_id = l.organization_id and c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.deleted_at is null
    order by l.id`
  const counts: Counts = { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 }
  for (const row of rows) for (const status of subscriberStatuses) counts[status] += row[status]
  const lists = rows.map(({ id, name, ...ofList }) => ({ mailing_list: { id, name }, counts: ofList }))
  return { organization, counts, mailing_lists: lists }
}

export async function countSubscribers(sql: Sql, organizationId: number, listId: number): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select active + unsubscribed + scomp + bounced + deactivated as total
    from subscriber_counts
    where organization_id = ${organizationId} and mailing_list_id = ${listId}`
  return row?.total ?? 0
}

/** Of a list. */
export async function countStatuses(sql: Sql, organizationId: number, listId: number): Promise<Counts> {
  const [row] = await sql<Counts[]>`
    select active, bounced, unsubscribed, scomp, deactivated from subscriber_counts
    where organization_id = ${organizationId} and mailing_list_id = ${listId}`
  return row ?? { active: 0, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 }
}

export async function countOfStatuses(
  sql: Sql,
  { organizationId, listId }: { organizationId: number; listId: number },
  statuses: readonly SubscriberStatus[],
): Promise<number> {
  const all = await countStatuses(sql, organizationId, listId)
  return statuses.reduce((sum, status) => sum + all[status], 0)
}

/** Without those of deleted lists. With those of lists that a limited caller does not see: the quota is the organization's. */
export async function activeSubscribers(sql: Sql, organizationId: number): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(c.active), 0)::bigint as total
    from subscriber_counts c
    left join mailing_lists l on l.organization_id = c.organization_id and l.id = c.mailing_list_id
    where c.organization_id = ${organizationId} and l.deleted_at is null`
  return row?.total ?? 0
}

/** Of a row of `organizations`. */
export function quotaCeiling(sql: Sql) {
  return sql`floor(subscriber_quota_limit::numeric * (100 + subscriber_quota_overage) / 100)::float8`
}

/**
 * null: no limit. Locks the organization's row, so that no other transaction uses the same places. Take it before any
 * lock on subscribers: the fixed order prevents deadlocks.
 */
export async function lockQuota(sql: Transaction, organizationId: number): Promise<number | null> {
  // `no key update` still allows foreign key checks.
  const [quota] = await sql<{ ceiling: number }[]>`
    select ${quotaCeiling(sql)} as ceiling
    from organizations
    where id = ${organizationId} and subscriber_quota_mode <> 'no_limit'
    for no key update`
  if (quota === undefined) return null
  // A separate statement, whose snapshot includes what the last holder of the lock committed.
  return Math.max(0, quota.ceiling - (await activeSubscribers(sql, organizationId)))
}

/** null: no limit. Takes no lock: for answers that only say what would be. */
export async function findFreePlaces(sql: Sql, organizationId: number): Promise<number | null> {
  const [quota] = await sql<{ ceiling: number }[]>`
    select ${quotaCeiling(sql)} as ceiling
    from organizations where id = ${organizationId} and subscriber_quota_mode <> 'no_limit'`
  return quota === undefined
    ? null
    : Math.max(0, quota.ceiling - (await activeSubscribers(sql, organizationId)))
}

export const quotaReached = Symbol('quota reached')

/** Hidden limits and overages are never shown. */
export async function quotaRefusal(sql: Sql, organizationId: number) {
  const [quota] = await sql<{ limit: number | null }[]>`
    select case when subscriber_quota_mode = 'visible_limit' then subscriber_quota_limit end as limit
    from organizations where id = ${organizationId}`
  const number = quota?.limit === null || quota?.limit === undefined ? '' : `${quota.limit} `
  const message = `the organization has reached its limit of ${number}active subscribers`
  return new AppError('validation_failed', message, { cause: quotaReached })
}
