import type { KeyRole } from '../contract/endpoint.ts'
import type { Sql } from '../database/connection.ts'
import type { Caller } from './callers.ts'

/** The active key of an active organization; null for every other. */
export async function findCaller(
  sql: Sql,
  organizationId: number,
  fingerprint: Uint8Array,
): Promise<Caller | null> {
  const [caller] = await sql<Caller[]>`
    select k.organization_id, k.id as api_key_id, null as user_id, k.role,
      null as permissions, o.time_zone
    from api_keys k join organizations o on o.id = k.organization_id
    where k.organization_id = ${organizationId} and k.key_hmac = ${fingerprint}
      and k.active and o.active and o.deleted_at is null`
  return caller ?? null
}

export type NewApiKey = { name: string; role: KeyRole; keyHmac: Uint8Array; keySealed: Uint8Array }

/** @returns the id of the new key. */
export async function insertApiKey(sql: Sql, organizationId: number, key: NewApiKey): Promise<number> {
  const [row] = await sql<{ id: number }[]>`
    insert into api_keys (organization_id, name, role, key_hmac, key_sealed)
    values (${organizationId}, ${key.name}, ${key.role}, ${key.keyHmac}, ${key.keySealed})
    returning id`
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

/** Whether the System Organization has a system_admin key that works. */
export async function hasSystemKey(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from api_keys where organization_id = 1 and role = 'system_admin' and active) as found`
  return row?.found === true
}
