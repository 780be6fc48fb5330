import { parseEmail } from '../contract/email.ts'
import type { Sql } from '../database/connection.ts'
import type { SubscriberRow } from './subscribers.ts'

/** What an organization wants done when somebody unsubscribes (specification, section 2.5). */
export type RemovalRules = { distribute: boolean; suppressionListId: number | null }

/**
 * The rules, when there are any: then the organization's row stays locked until the transaction ends, so that two
 * removals of one address from two lists do not wait for each other. Take it where the quota is taken.
 */
export async function lockRemovals(sql: Sql, organizationId: number): Promise<RemovalRules | null> {
  const [rules] = await sql<RemovalRules[]>`
    select distribute_removals as distribute, unsub_suppression_list_id as "suppressionListId"
    from organizations
    where id = ${organizationId} and (distribute_removals or unsub_suppression_list_id is not null)
    for no key update`
  return rules ?? null
}

/**
 * Unsubscribes whoever else has the address and is active, and adds the address to the suppression list: each where
 * the rules say so. Before any counts are moved.
 * @returns how many active subscribers each list has lost, by list.
 */
export async function followRemoval(
  sql: Sql,
  organizationId: number,
  removed: SubscriberRow,
  rules: RemovalRules,
): Promise<{ listId: number; count: number }[]> {
  const key = parseEmail(removed.email)?.key
  if (key === undefined) return []
  if (rules.suppressionListId !== null) {
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      values (${organizationId}, ${rules.suppressionListId}, ${key})
      on conflict do nothing`
  }
  return rules.distribute ? removeElsewhere(sql, organizationId, removed, key) : []
}

/** A list that tells its subscribers apart by something else may have the address several times. */
async function removeElsewhere(
  sql: Sql,
  organizationId: number,
  removed: SubscriberRow,
  key: string,
): Promise<{ listId: number; count: number }[]> {
  return sql<{ listId: number; count: number }[]>`
    with same as materialized (
      select s.mailing_list_id, s.id
      from mailing_lists l
      cross join lateral (
        select mailing_list_id, id from subscribers
        where organization_id = l.organization_id and mailing_list_id = l.id and key = ${key}
          and status = 'active' and (l.primary_key_custom_field_id is null or email is null)
        union all
        select mailing_list_id, id from subscribers
        where organization_id = l.organization_id and mailing_list_id = l.id and email is not null
          and status = 'active' and lower(email) = ${key} and l.primary_key_custom_field_id is not null) s
      where l.organization_id = ${organizationId} and l.deleted_at is null and s.id <> ${removed.id}),
    gone as (
      update subscribers s
      set status = 'unsubscribed', remove_time = coalesce(${removed.remove_time}::timestamptz, now()),
        remove_ip = ${removed.remove_ip}
      from same
      where s.organization_id = ${organizationId} and s.mailing_list_id = same.mailing_list_id and s.id = same.id
        and s.status = 'active'
      returning s.mailing_list_id)
    select mailing_list_id as "listId", count(*) as count from gone group by mailing_list_id order by mailing_list_id`
}
