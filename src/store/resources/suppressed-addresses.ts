import { notFound } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { SuppressionScope } from '../../contract/resources/suppression-lists.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import { knownAs, suppressingEntries } from '../conditions/suppression.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'
import {
  addDigests,
  isSuppressedBySystem,
  isSystemList,
  removeDigest,
} from '../conditions/system-suppression.ts'

export type SuppressedAddressRow = {
  id: number
  suppression_list_id: number
  organization_id: number
  user_id: number | null
  email: string
  address_type: 'a' | 'd' | 'm' | 's'
  added_as_auto_scomp: boolean
  auto_converted_to_punycode: boolean
  created_at: Date
  updated_at: Date
}

/** A search is for an address, and not for how many there are: what is found is in the order of the addresses, which an index has. */
const searchedMax = 10_000

export async function findSuppressedAddresses(
  sql: Sql,
  organizationId: number,
  { listId, q, key }: { listId: number; q: string; key: string | null },
  page: PageRequest,
): Promise<{ rows: SuppressedAddressRow[]; count: Count }> {
  const within = sql`
    organization_id = ${organizationId} and suppression_list_id = ${listId} and starts_with(key, ${q})
    ${key === null ? sql`` : sql`and key = ${key}`}`
  const [rows, count] = await Promise.all([
    sql<SuppressedAddressRow[]>`
      select ${columns(sql)} from suppressed_addresses a
      where ${within}
      order by ${q === '' ? sql`id` : sql`key`} limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from suppressed_addresses where ${within}`, q === '' ? undefined : searchedMax),
  ])
  return { rows, count }
}

function columns(sql: Sql) {
  return sql`
    a.id, a.suppression_list_id, a.organization_id, a.user_id, a.key as email,
    case when a.key like '@%' then 'd' when a.key like '%@%' then 'a' when length(a.key) = 32 then 'm' else 's' end
      as address_type,
    a.added_as_auto_scomp, a.auto_converted_to_punycode, a.created_at, coalesce(a.updated_at, a.created_at) as updated_at`
}

export type FoundSuppression = SuppressedAddressRow & {
  suppression_scope: SuppressionScope
  suppression_list_name: string
  mailing_list_id: number | null
}

/** In all lists of the organization, of any scope, by list. `bySystem`: a list of the system names the address, too. */
export async function findSuppressionsOf(
  sql: Sql,
  organizationId: number,
  key: string,
): Promise<{ rows: FoundSuppression[]; bySystem: boolean }> {
  const known = knownAs(sql, sql`${key}::text`)
  const lists = sql`array(select id from suppression_lists where organization_id = ${organizationId})`
  const [rows, [system]] = await Promise.all([
    sql<FoundSuppression[]>`
      select ${columns(sql)}, l.suppression_scope, l.name as suppression_list_name, l.mailing_list_id
      from ${suppressingEntries(sql, organizationId, lists, known)}
      join suppression_lists l on l.organization_id = ${organizationId} and l.id = a.suppression_list_id
      order by a.suppression_list_id, a.id`,
    sql<{ found: boolean }[]>`select ${isSuppressedBySystem(sql, known)} as found`,
  ])
  const distinct = new Map(rows.map((row) => [row.id, row]))
  return { rows: [...distinct.values()], bySystem: system?.found === true }
}

/** `isConverted`: the domain was given in letters. */
export type NewEntry = { key: string; isConverted: boolean }

export type NewEntries = { entries: readonly NewEntry[]; userId: number | null; isComplaint?: boolean }

/** The list must be locked. Sorted, so that concurrent calls wait instead of deadlocking. @returns how many are new. */
export async function insertSuppressedAddresses(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { entries, userId, isComplaint = false }: NewEntries,
): Promise<number> {
  const keys = entries.map(({ key }) => key)
  // Counted in the statement: a cluster tells how many rows it was given.
  const [row] = await sql<[{ count: number }]>`
    with added as (
      insert into suppressed_addresses (organization_id, suppression_list_id, key, user_id, added_as_auto_scomp,
        auto_converted_to_punycode)
      select ${organizationId}, ${listId}, given.key, ${userId}, ${isComplaint}, given.is_converted
      from unnest(${keys}::text[], ${entries.map(({ isConverted }) => String(isConverted))}::text[]::boolean[])
        given (key, is_converted)
      order by given.key collate "C"
      on conflict do nothing
      returning 1)
    select count(*) from added`
  if (await isShared(sql, organizationId, listId)) await addDigests(sql, listId, keys)
  return row.count
}

/** Only the System Organization has lists of the system. */
async function isShared(sql: Sql, organizationId: number, listId: number): Promise<boolean> {
  return organizationId === systemOrganizationId && (await isSystemList(sql, organizationId, listId))
}

export async function deleteSuppressedAddress(
  sql: Transaction,
  organizationId: number,
  listId: number,
  address: { id: number } | { key: string | null },
): Promise<void> {
  const ofList = sql`organization_id = ${organizationId} and suppression_list_id = ${listId}`
  // In the order of the ids, which one index has: by `id = …` the whole list is read where statistics do not know it.
  const one =
    'id' in address
      ? sql`ctid = (
          select ctid from suppressed_addresses
          where ${ofList} and id >= ${address.id} and id <= ${address.id} order by id limit 1)`
      : sql`key = ${address.key}`
  const [gone] = await sql<{ key: string }[]>`
    delete from suppressed_addresses where ${ofList} and ${one} returning key`
  if (gone === undefined) throw notFound('suppressed address')
  if (await isShared(sql, organizationId, listId)) await removeDigest(sql, listId, gone.key)
}

/** Locks a list against its delete until the transaction ends. @returns its scope. @throws AppError `not_found`. */
export async function holdSuppressionList(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<SuppressionScope> {
  const [row] = await sql<{ suppression_scope: SuppressionScope }[]>`
    select suppression_scope from suppression_lists
    where organization_id = ${organizationId} and id = ${id}::bigint for key share`
  if (row === undefined) throw notFound('suppression list')
  return row.suppression_scope
}
