import type { KeyRole } from '../../contract/api/endpoint.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { columns, matching } from './rows.ts'
import type { ApiKeyRow, KeyFilter } from './rows.ts'
import { systemOrganizationId } from '../organizations/system.ts'

/** An organization as its keys need it: its zone, and the database's clock. */
export type KeyOwner = { id: number; time_zone: string; now_ms: number }

/** @throws AppError `not_found`: missing or deleted. */
export async function findKeyOwner(sql: Sql, organizationId: number): Promise<KeyOwner> {
  const [row] = await sql<KeyOwner[]>`
    select id, time_zone, (extract(epoch from now()) * 1000)::bigint as now_ms
    from organizations where id = ${organizationId} and deleted_at is null`
  if (row === undefined) throw notFound('organization')
  return row
}

/**
 * The key, held until the transaction ends. On the System Organization changes of keys go one after the other, so that
 * two of them cannot each take the other for the last system_admin key.
 * @throws AppError `not_found`, also for a key that the caller may not see.
 */
export async function lockApiKey(
  sql: Sql,
  organizationId: number,
  id: number,
  { seesSystemKeys }: Pick<KeyFilter, 'seesSystemKeys'>,
): Promise<ApiKeyRow> {
  if (organizationId === systemOrganizationId) {
    await sql`select 1 from organizations where id = ${organizationId} for no key update`
  }
  const [row] = await sql<ApiKeyRow[]>`
    select ${columns(sql)} from api_keys k
    where ${matching(sql, organizationId, { seesSystemKeys })} and k.id = ${id}
    for update`
  if (row === undefined) throw notFound('API key')
  return row
}

/**
 * Whether another system_admin key stays for good: an active one that does not expire. Run it in the transaction that
 * has locked a key of the System Organization.
 * @throws AppError `validation_failed`.
 */
export async function requireOtherSystemKey(sql: Sql, id: number, problem: string): Promise<void> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from api_keys
      where organization_id = ${systemOrganizationId} and role = 'system_admin' and active and expires_at is null
        and id <> ${id}) as found`
  if (row?.found !== true) throw invalid(problem)
}

export type KeyAttributes = { name: string; role: KeyRole; active: boolean; expires_at: Date | null }

/** Run it in the transaction that has locked the key. */
export async function updateApiKey(
  sql: Sql,
  organizationId: number,
  id: number,
  key: KeyAttributes,
): Promise<void> {
  await sql`
    update api_keys set name = ${key.name}, role = ${key.role}, active = ${key.active},
      expires_at = ${key.expires_at}
    where organization_id = ${organizationId} and id = ${id}`
}

export async function deleteApiKey(sql: Sql, organizationId: number, id: number): Promise<void> {
  await sql`delete from api_keys where organization_id = ${organizationId} and id = ${id}`
}

export type NewKeyValue = { keyHmac: Uint8Array; keySealed: Uint8Array; overlapSeconds: number }

/** The old value works until the overlap is over; the one before it no longer. */
export async function rotateApiKey(
  sql: Sql,
  organizationId: number,
  id: number,
  { keyHmac, keySealed, overlapSeconds }: NewKeyValue,
): Promise<void> {
  await sql`
    update api_keys set key_hmac = ${keyHmac}, key_sealed = ${keySealed},
      previous_key_hmac = case when ${overlapSeconds}::integer > 0 then key_hmac end,
      previous_key_expires_at =
        case when ${overlapSeconds}::integer > 0 then now() + make_interval(secs => ${overlapSeconds}::integer) end
    where organization_id = ${organizationId} and id = ${id}`
}
