import { createHash } from 'node:crypto'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'

/**
 * Suppression lists with the scope system hold for all organizations. Their entries are rows of the System Organization; what
 * other organizations look up are digests, which tell no address (`system_suppressions`).
 */

/** @param keys rows of one text, such as `knownAs` makes */
export function isSuppressedBySystem(sql: Sql, keys: Fragment): Fragment {
  return sql`exists (
    select from (values ${keys}) known_as (key)
    cross join lateral (
      select from system_suppressions y where y.digest = sha256(convert_to(known_as.key, 'UTF8')) offset 0) listed)`
}

/** Without any, no address needs to be looked up. */
export async function hasSystemSuppressions(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select 1 from system_suppressions) as found`
  return row?.found === true
}

export async function isSystemList(sql: Sql, organizationId: number, listId: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select suppression_scope = 'system' as found from suppression_lists
    where organization_id = ${organizationId} and id = ${listId}`
  return row?.found === true
}

/** Sorted, so that concurrent calls wait instead of deadlocking. */
export async function addDigests(sql: Transaction, listId: number, keys: readonly string[]): Promise<void> {
  const sorted = keys
    .map((key) => ({ digest: digestOf(key), kind: kindOf(key) }))
    .toSorted((one, other) => (one.digest < other.digest ? -1 : 1))
  await sql`
    insert into system_suppressions (digest, suppression_list_id, kind)
    select decode(given.digest, 'hex'), ${listId}::integer, given.kind
    from unnest(${sorted.map(({ digest }) => digest)}::text[], ${sorted.map(({ kind }) => kind)}::text[])
      given (digest, kind)
    on conflict do nothing
    returning 1`
}

export async function removeDigest(sql: Transaction, listId: number, key: string): Promise<void> {
  await sql`
    delete from system_suppressions
    where digest = decode(${digestOf(key)}, 'hex') and suppression_list_id = ${listId}`
}

/** Where an entry gets another text, which suppresses the same address. */
export async function replaceDigests(sql: Transaction, before: string, after: string): Promise<void> {
  const rows = await sql<{ id: number }[]>`
    delete from system_suppressions where digest = decode(${digestOf(before)}, 'hex')
    returning suppression_list_id as id`
  for (const { id } of rows) await addDigests(sql, id, [after])
}

export async function removeDigests(sql: Transaction, listId: number): Promise<void> {
  await sql`delete from system_suppressions where suppression_list_id = ${listId}`
}

/** So that counts compute no hashes where there are none. */
function kindOf(key: string): string {
  if (key.includes('@')) return key.startsWith('@') ? 'domain' : 'address'
  return key.length === 32 ? 'md5' : 'sha256'
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
