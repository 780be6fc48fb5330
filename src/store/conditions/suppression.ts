import type { Fragment, Sql } from '../../database/driver/connection.ts'

/** On rows `s` of `subscribers`. In an object: fragments of the driver are promises, which would be executed. */
export async function notSuppressed(sql: Sql, organizationId: number): Promise<{ condition: Fragment }> {
  const ids = await findSuppressionLists(sql, organizationId)
  // Most organizations suppress no addresses: then no look-up per subscriber is needed.
  if (ids.length === 0) return { condition: sql`true` }
  const address = sql`address_key(coalesce(s.email, s.key))`
  return { condition: sql`not ${isSuppressed(sql, organizationId, sql`any(${ids})`, address)}` }
}

export async function findSuppressionLists(sql: Sql, organizationId: number): Promise<number[]> {
  const lists = await sql<{ id: number }[]>`
    select id from suppression_lists l
    where organization_id = ${organizationId} and exists (
      select from suppressed_addresses a where a.organization_id = ${organizationId} and a.suppression_list_id = l.id)`
  return lists.map(({ id }) => id)
}

/**
 * The texts to look up are separate rows: with functions of other tables' columns in the comparison, row-level security
 * prevented the use of an index, and 100 recipients took minutes instead of milliseconds.
 */
export function isSuppressed(sql: Sql, organizationId: number, lists: Fragment, address: Fragment): Fragment {
  return sql`exists (
    select from (values ${knownAs(sql, address)}) known_as (key)
    join suppressed_addresses a on a.key = known_as.key collate "C"
    where a.organization_id = ${organizationId} and a.suppression_list_id = ${lists})`
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

/**
 * Every suppression list of an organization, for `suppression_list_id = …`: the index has the list before the address, so a
 * look-up that names none reads all addresses that the organization suppresses.
 */
export function anyListOf(sql: Sql, organization: Fragment): Fragment {
  return sql`any(array(select id from suppression_lists where organization_id = ${organization}))`
}
