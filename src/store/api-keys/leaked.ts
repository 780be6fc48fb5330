import type { Sql, Transaction } from '../../database/driver/connection.ts'

export type FoundKeyValue = { organization_id: number; id: number }

/** By its fingerprints, also during the overlap of a rotation. Keys that do not work any more are found, too. */
export async function findKeyByValue(
  sql: Sql,
  organizationId: number,
  fingerprints: readonly Uint8Array[],
): Promise<FoundKeyValue | null> {
  for (const fingerprint of fingerprints) {
    const [row] = await sql<FoundKeyValue[]>`
      select organization_id, id from api_keys
      where organization_id = ${organizationId}
        and (key_hmac = ${fingerprint} or previous_key_hmac = ${fingerprint})`
    if (row !== undefined) return row
  }
  return null
}

export type SealedKey = FoundKeyValue & { key_sealed: Uint8Array }

/** @param organizationId null: of all organizations, in the scope of everything. */
export function findSealedKeys(
  sql: Sql,
  organizationId: number | null,
  after: FoundKeyValue,
  limit: number,
): Promise<SealedKey[]> {
  return sql<SealedKey[]>`
    select organization_id, id, key_sealed from api_keys
    where (organization_id, id) > (${after.organization_id}::integer, ${after.id}::integer)
      ${organizationId === null ? sql`` : sql`and organization_id = ${organizationId}`}
    order by organization_id, id limit ${limit}`
}

/** Neither of its values works any more. */
export async function deactivateKey(
  sql: Transaction,
  { organization_id: organizationId, id }: FoundKeyValue,
) {
  await sql`
    update api_keys set active = false, previous_key_hmac = null, previous_key_expires_at = null
    where organization_id = ${organizationId} and id = ${id}`
}
