import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { hasSystemSuppressions, isSuppressedBySystem } from './system-suppression.ts'

/** What is not sent to whom: the suppression lists with addresses that hold here, and whether the system has any. */
export type Suppressing = { lists: readonly number[]; bySystem: boolean }

export const noSuppression: Suppressing = { lists: [], bySystem: false }

export function suppressesNobody({ lists, bySystem }: Suppressing): boolean {
  return lists.length === 0 && !bySystem
}

/** Where something is sent. `listId` null: not to a mailing list. */
export type SuppressedPlace = { organizationId: number; listId: number | null }

/** On rows `s` of `subscribers`. In an object: fragments of the driver are promises, which would be executed. */
export async function notSuppressed(sql: Sql, place: SuppressedPlace): Promise<{ condition: Fragment }> {
  const { lists, bySystem } = await findSuppressing(sql, place)
  // Most organizations suppress no addresses: then no look-up per subscriber is needed.
  const address = sql`address_key(coalesce(s.email, s.key))`
  return { condition: sql`not ${isSuppressedFor(sql, place.organizationId, { lists, bySystem }, address)}` }
}

/** By any of the lists, or by the system. */
export function isSuppressedFor(
  sql: Sql,
  organizationId: number,
  { lists, bySystem }: Suppressing,
  address: Fragment,
): Fragment {
  const byLists =
    lists.length === 0
      ? sql`false`
      : isSuppressed(sql, organizationId, sql`${[...lists]}::integer[]`, address)
  return bySystem
    ? sql`(${byLists} or ${isSuppressedBySystem(sql, knownAs(sql, address))})`
    : sql`(${byLists})`
}

export async function findSuppressing(
  sql: Sql,
  { organizationId, listId }: SuppressedPlace,
): Promise<Suppressing> {
  const [lists, bySystem] = await Promise.all([
    sql<{ id: number }[]>`
      select id from suppression_lists l
      where organization_id = ${organizationId} and ${holdsFor(sql, sql`${listId}::integer`)} and exists (
        select from suppressed_addresses a where a.organization_id = ${organizationId} and a.suppression_list_id = l.id)`,
    hasSystemSuppressions(sql),
  ])
  return { lists: lists.map(({ id }) => id), bySystem }
}

/** Lists with the scope segment hold only where a segment names them, those of the system through their digests. */
export function holdsFor(sql: Sql, listId: Fragment): Fragment {
  return sql`(suppression_scope = 'organization' or mailing_list_id = ${listId})`
}

/** Whether one of the lists names the address, as it is, by its domain or by a hash. @param lists an array of ids */
export function isSuppressed(sql: Sql, organizationId: number, lists: Fragment, address: Fragment): Fragment {
  const entries = suppressingEntries(sql, organizationId, lists, knownAs(sql, address))
  return sql`exists (select from ${entries})`
}

/**
 * The rows `a` of `suppressed_addresses` with one of these keys on one of these lists, for a `from`. The texts to look up
 * are separate rows: with functions of other tables' columns in the comparison, row-level security prevented the use of an
 * index, and 100 recipients took minutes instead of milliseconds. One look-up of one row for each, which `offset 0` keeps
 * from becoming a join: without fresh statistics each person read all that the organization suppresses.
 * @param lists an array of ids, such as `listsFor` makes
 * @param keys rows of one text, such as `knownAs` makes
 */
export function suppressingEntries(
  sql: Sql,
  organizationId: number,
  lists: Fragment,
  keys: Fragment,
): Fragment {
  return sql`(values ${keys}) known_as (key)
    cross join unnest(${lists}) list (id)
    cross join lateral (
      select * from suppressed_addresses
      where organization_id = ${organizationId} and suppression_list_id = list.id
        and suppressed_addresses.key = known_as.key collate "C" offset 0) a`
}

/** The keys under which lists may have an address: rows of one text. The hash of an internationalized one is of either spelling. */
export function knownAs(sql: Sql, address: Fragment): Fragment {
  const letters = sql`address_in_letters(${address})`
  return sql`(${address}), (substring(${address}, '@[^@]*$')), (md5(${address})), (${sha256Of(sql, address)}),
    (md5(${letters})), (${sha256Of(sql, letters)})`
}

function sha256Of(sql: Sql, address: Fragment): Fragment {
  return sql`encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`
}

/** The ids of the suppression lists that hold for a mailing list, as an array. */
export function listsFor(sql: Sql, organizationId: number, listId: Fragment): Fragment {
  return sql`array(select id from suppression_lists
    where organization_id = ${organizationId} and ${holdsFor(sql, listId)})`
}
