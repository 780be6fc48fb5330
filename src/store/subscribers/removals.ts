import type { SubscriberStatus } from '../../contract/imports/states.ts'
import { readSuppressed } from '../../contract/resources/suppressed-addresses.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { unlimited, type Sql, type Transaction } from '../../database/driver/connection.ts'
import { adjustCounts } from './counts.ts'
import { subscribersById } from './by-id.ts'
import { isOfList, joined, subscribersByKey, unitSeparator } from './by-key.ts'
import type { SubscriberRow } from './rows.ts'
import { noteDepartures } from './departures.ts'
import { insertSuppressedAddresses } from '../resources/suppressed-addresses.ts'

// Specification, section 2.5. No effect on a server without `ConnectOptions.autoSubscriberManagement`.

export type RemovalKind = 'unsub' | 'bounce' | 'scomp'
export type RemovalRules = { distribute: boolean; suppressionListId: number | null; kind: RemovalKind }

export const statusAfter = { unsub: 'unsubscribed', bounce: 'bounced', scomp: 'scomp' } as const

export function removalKindOf(status: SubscriberStatus | null | undefined): RemovalKind | null {
  const kinds = ['unsub', 'bounce', 'scomp'] as const
  return kinds.find((kind) => statusAfter[kind] === status) ?? null
}

/** Locks the organization's row, so that removals from two lists cannot deadlock. Call it where the quota is locked. */
export async function lockRemovals(
  sql: Transaction,
  organizationId: number,
  kind: RemovalKind = 'unsub',
): Promise<RemovalRules | null> {
  // By a statement of its own: the workers of a cluster do not have the session's settings.
  const [session] = await sql<[{ manages: boolean }]>`
    select coalesce(current_setting('quiver.auto_subscriber_management', true) = 'on', false) as manages`
  if (!session.manages) return null
  const column = sql(`${kind}_suppression_list_id`)
  const [rules] = await sql<Omit<RemovalRules, 'kind'>[]>`
    select distribute_removals as distribute, ${column} as "suppressionListId"
    from organizations
    where id = ${organizationId} and (distribute_removals or ${column} is not null)
    for no key update`
  return rules === undefined ? null : { ...rules, kind }
}

/** Call it before any counts change. @returns how many active subscribers each list has lost. */
export async function followRemoval(
  sql: Transaction,
  organizationId: number,
  removed: SubscriberRow,
  rules: RemovalRules,
): Promise<{ listId: number; count: number }[]> {
  const lost = rules.distribute
    ? await unlimited(sql, () => removeElsewhere(sql, organizationId, removed))
    : []
  await suppress(sql, organizationId, [removed.email], rules)
  return lost
}

export async function suppress(
  sql: Transaction,
  organizationId: number,
  emails: readonly string[],
  { suppressionListId, kind }: RemovalRules,
): Promise<void> {
  if (suppressionListId === null || emails.length === 0) return
  const entries = emails.flatMap((email) => readSuppressed(email) ?? [])
  const isComplaint = kind === 'scomp'
  await insertSuppressedAddresses(sql, organizationId, suppressionListId, {
    entries,
    userId: null,
    isComplaint,
  })
}

type Removed = Pick<SubscriberRow, 'id' | 'email' | 'status' | 'remove_time' | 'remove_ip'>

/** A list with another key may contain the address several times. */
async function removeElsewhere(
  sql: Sql,
  organizationId: number,
  removed: Removed,
): Promise<{ listId: number; count: number }[]> {
  const key = parseEmail(removed.email)?.key
  if (key === undefined) return []
  return sql<{ listId: number; count: number }[]>`
    with same as materialized (
      select s.mailing_list_id, s.id
      from mailing_lists l
      cross join lateral (
        select mailing_list_id, id from subscribers
        where organization_id = ${organizationId} and mailing_list_id = l.id and key = ${key}
          and status = 'active' and (l.primary_key_custom_field_id is null or email is null)
        union all
        select mailing_list_id, id from subscribers
        where organization_id = ${organizationId} and mailing_list_id = l.id and email is not null
          and status = 'active' and address_key(email) = ${key} and l.primary_key_custom_field_id is not null) s
      where l.organization_id = ${organizationId} and l.deleted_at is null and s.id <> ${removed.id}),
    gone as (
      update subscribers s
      set updated_at = now(), status = ${removed.status}, remove_time = ${removed.remove_time === null ? sql`now()` : sql`${removed.remove_time}::timestamptz`},
        remove_ip = ${removed.remove_ip}
      from same
      where s.organization_id = ${organizationId} and s.mailing_list_id = same.mailing_list_id and s.id = same.id
        and s.status = 'active'
      returning s.mailing_list_id)
    select mailing_list_id as "listId", count(*) as count from gone group by mailing_list_id order by mailing_list_id`
}

export type RemovedHere = { listId: number; kind: RemovalKind; keys: readonly string[] }

/** For many subscribers at once. Does not change the list itself: the rows of an import are independent. */
export async function followRemovals(
  sql: Transaction,
  organizationId: number,
  { listId, kind, keys }: RemovedHere,
  rules: RemovalRules,
): Promise<{ listId: number; count: number }[]> {
  const found = await sql<{ address: string }[]>`
    select distinct address_key(coalesce(s.email, s.key)) as address
    from ${subscribersByKey(sql, organizationId, listId, joined(keys))}`
  const addresses = found.map(({ address }) => address)
  const lost = rules.distribute
    ? await unlimited(sql, () => removeAddresses(sql, organizationId, { listId, kind, keys: addresses }))
    : []
  await suppress(sql, organizationId, addresses, rules)
  return lost
}

/** Ends the active subscriptions of addresses to all lists but one. Locks in order, so that concurrent calls wait. */
async function removeAddresses(
  sql: Transaction,
  organizationId: number,
  { listId, kind, keys }: RemovedHere,
): Promise<{ listId: number; count: number }[]> {
  const lists = await sql<{ id: number; hasOwnKey: boolean }[]>`
    select id, primary_key_custom_field_id is not null as "hasOwnKey" from mailing_lists
    where organization_id = ${organizationId} and deleted_at is null and id <> ${listId}`
  const ownKeyIds = lists.filter(({ hasOwnKey }) => hasOwnKey).map(({ id }) => id)
  const [locked] = await sql<[{ places: string | null }]>`
    with gone as materialized (
      select distinct key collate "C" as key
      from unnest(string_to_array(${joined(keys)}, ${unitSeparator})) given (key)),
    same as materialized (
      select l.id as list_id, s.id, s.key
      from unnest(${lists.map(({ id }) => id)}::integer[]) l (id)
      cross join gone
      cross join lateral (
        select o.id, o.key from subscribers o
        where o.organization_id = ${organizationId} and o.mailing_list_id = l.id
          and o.key >= gone.key and o.key <= gone.key and o.status = 'active'
          and (o.email is null or l.id <> all(${ownKeyIds}::integer[]))
        order by o.key limit 1) s
      ${ownKeyIds.length === 0 ? sql`` : sql`union all ${sameAddresses(sql, organizationId, ownKeyIds)}`})
    select string_agg(s.place::text, ';') as places
    from (select list_id, id from same order by list_id, key) found
    cross join lateral (
      select o.ctid as place from subscribers o
      where o.organization_id = ${organizationId} and o.mailing_list_id = found.list_id
        and o.id >= found.id and o.id <= found.id and o.status = 'active'
      order by o.id limit 1 for update) s`
  if (locked.places === null) return []
  // A statement of its own: one snapshot for both would not see what a concurrent call has just changed.
  return sql<{ listId: number; count: number }[]>`
    with found as materialized (
      select place::tid as place from unnest(string_to_array(${locked.places}, ';')) given (place)),
    gone as (
      update subscribers s set status = ${statusAfter[kind]}, remove_time = now(), remove_ip = null, updated_at = now()
      from found
      where s.ctid = found.place and s.organization_id = ${organizationId}::float8 and s.status = 'active'
      returning s.mailing_list_id)
    select mailing_list_id as "listId", count(*) as count
    from gone group by mailing_list_id order by mailing_list_id`
}

/**
 * Reads the lists once. No index helps: row-level security runs `lower`, which PostgreSQL does not trust, only on rows
 * that it has let through. In brackets a hash table decides; as a join it would not, see `planByIndex`.
 */
function sameAddresses(sql: Sql, organizationId: number, listIds: readonly number[]) {
  return sql`
    select o.mailing_list_id, o.id, o.key from subscribers o
    where o.organization_id = ${organizationId} and o.mailing_list_id = any(${[...listIds]}::integer[])
      and o.email is not null and o.status = 'active'
      and (address_key(o.email) in (select key from gone)) is true`
}

export type Leaving = {
  listId: number
  kind: RemovalKind
  subscriberIds: readonly number[]
  ip: string | null
}

/**
 * Inactive subscribers do not change; their addresses are suppressed, too, except for a bounce.
 * @returns `ended`: those whose status changed; `counted`: those of them that reports count, none of a remote list
 */
export async function endSubscriptions(
  sql: Transaction,
  organizationId: number,
  { listId, kind, subscriberIds, ip }: Leaving,
): Promise<{ ended: number[]; counted: number[] }> {
  if (subscriberIds.length === 0) return { ended: [], counted: [] }
  const rules = await lockRemovals(sql, organizationId, kind)
  const status = statusAfter[kind]
  // Sorted, so that two transactions that end the same subscriptions wait instead of deadlocking.
  const [found, [list]] = await Promise.all([
    sql<{ id: number; email: string; active: boolean }[]>`
      select s.id, coalesce(s.email, s.key) as email, s.status = 'active' as active
      from ${subscribersById(sql, { organizationId, listId }, subscriberIds, { isLocked: true })}
      order by s.id`,
    // Not joined: a cluster cannot join what is locked.
    sql<{ is_remote: boolean }[]>`
      select is_remote_list as is_remote from mailing_lists
      where organization_id = ${organizationId} and id = ${listId}`,
  ])
  const gone = found.filter(({ active }) => active)
  if (kind !== 'bounce') {
    const again = found.filter(({ active }) => !active).map(({ id }) => id)
    await noteDepartures(sql, organizationId, listId, again)
  }
  await sql`
    update subscribers u set status = ${status}, remove_time = now(), remove_ip = ${ip}, updated_at = now()
    from (select s.place from ${subscribersById(
      sql,
      { organizationId, listId },
      gone.map(({ id }) => id),
    )}) found
    where u.ctid = found.place and ${isOfList(sql, 'u', organizationId, listId)}`
  const lost = [{ listId, count: gone.length }]
  if (rules !== null) {
    for (const { id, email } of rules.distribute ? gone : []) {
      const removed = { id, email, status, remove_time: null, remove_ip: ip }
      lost.push(...(await unlimited(sql, () => removeElsewhere(sql, organizationId, removed))))
    }
    const suppressed = kind === 'bounce' ? gone : found
    await suppress(sql, organizationId, suppressed.map(({ email }) => email), rules) // oxfmt-ignore
  }
  for (const { listId: id, count } of lost.toSorted((one, other) => one.listId - other.listId)) {
    await adjustCounts(sql, organizationId, id, { active: -count, [status]: count })
  }
  const ended = gone.map(({ id }) => id)
  return { ended, counted: list?.is_remote === true ? [] : ended }
}
