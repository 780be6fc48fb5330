import { notFound } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'

export type SuppressedAddressRow = {
  id: number
  suppression_list_id: number
  organization_id: number
  user_id: number | null
  email: string
  address_type: 'a' | 'd' | 'm' | 's'
  created_at: Date
}

export async function findSuppressedAddresses(
  sql: Sql,
  organizationId: number,
  { listId, q }: { listId: number; q: string },
  page: PageRequest,
): Promise<{ rows: SuppressedAddressRow[]; count: Count }> {
  const within = sql`
    organization_id = ${organizationId} and suppression_list_id = ${listId} and starts_with(key, ${q})`
  const [rows, count] = await Promise.all([
    sql<SuppressedAddressRow[]>`
      select id, suppression_list_id, organization_id, user_id, key as email, created_at,
        case when key like '@%' then 'd' when key like '%@%' then 'a' when length(key) = 32 then 'm' else 's' end
          as address_type
      from suppressed_addresses
      where ${within}
      order by id limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from suppressed_addresses where ${within}`),
  ])
  return { rows, count }
}

/** The list must be locked. Sorted, so that concurrent calls wait instead of deadlocking. @returns how many are new. */
export async function insertSuppressedAddresses(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { keys, userId }: { keys: string[]; userId: number | null },
): Promise<number> {
  // Counted in the statement: a cluster tells how many rows it was given.
  const [row] = await sql<[{ count: number }]>`
    with added as (
      insert into suppressed_addresses (organization_id, suppression_list_id, key, user_id)
      select ${organizationId}, ${listId}, key, ${userId}
      from unnest(${keys}::text[]) given (key)
      order by key collate "C"
      on conflict do nothing
      returning 1)
    select count(*) from added`
  return row.count
}

export async function deleteSuppressedAddress(
  sql: Sql,
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
  const { count } = await sql`delete from suppressed_addresses where ${ofList} and ${one}`
  if (count === 0) throw notFound('suppressed address')
}

/** Locks a list against its delete until the transaction ends. @throws AppError `not_found`. */
export async function holdSuppressionList(
  sql: Transaction,
  organizationId: number,
  id: number,
): Promise<void> {
  const [row] = await sql`
    select 1 from suppression_lists
    where organization_id = ${organizationId} and id = ${id}::bigint for key share`
  if (row === undefined) throw notFound('suppression list')
}
