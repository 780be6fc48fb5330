import type { Sql, Transaction } from '../../database/driver/connection.ts'

/** Keys of the server (src/secrets/ring.ts), across organizations. */

export type RingKey = {
  id: number
  state: 'introduced' | 'current' | 'former'
  opens_unbound: boolean
  is_adopted: boolean
  /** null: no SECRET_KEY with this check opens it. */
  wrapped: Uint8Array | null
}

/** Starts and rotations change the ring one at a time. */
export async function lockRing(sql: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('key_ring'))`
}

/** @param check of the SECRET_KEY whose wrappings are wanted. */
export async function findRing(sql: Sql, check: Uint8Array): Promise<RingKey[]> {
  return sql<RingKey[]>`
    select k.id, k.state, k.opens_unbound, k.is_adopted, w.wrapped
    from key_ring k left join key_wrappings w on w.key_id = k.id and w.secret_check = ${check}
    order by k.id`
}

export async function insertRingKey(
  sql: Transaction,
  key: Pick<RingKey, 'id' | 'state' | 'opens_unbound' | 'is_adopted'>,
): Promise<void> {
  await sql`
    insert into key_ring (id, state, opens_unbound, is_adopted)
    values (${key.id}, ${key.state}, ${key.opens_unbound}, ${key.is_adopted})`
}

export async function insertWrapping(
  sql: Transaction,
  keyId: number,
  check: Uint8Array,
  wrapped: Uint8Array,
): Promise<void> {
  await sql`
    insert into key_wrappings (key_id, secret_check, wrapped) values (${keyId}, ${check}, ${wrapped})
    on conflict do nothing`
}

/** An API key with a sealed value, to test whether a SECRET_KEY opens it. */
export async function findOldestSeal(sql: Sql): Promise<SealedRow | null> {
  const [row] = await sql<SealedRow[]>`
    select organization_id, id, key_sealed as sealed from api_keys
    where octet_length(key_sealed) > 1 order by organization_id, id limit 1`
  return row ?? null
}

/** From now on the introduced key seals and signs. @returns false if it did already. */
export async function makeCurrent(sql: Transaction, keyId: number): Promise<boolean> {
  const [introduced] = await sql`select 1 from key_ring where id = ${keyId} and state = 'introduced'`
  if (introduced === undefined) return false
  await sql`update key_ring set state = 'former' where state = 'current'`
  await sql`update key_ring set state = 'current' where id = ${keyId}`
  return true
}

/** All sealed values were sealed again by this key. */
export async function markAdopted(sql: Transaction, keyId: number): Promise<void> {
  await sql`update key_ring set is_adopted = true where id = ${keyId}`
  await sql`update key_ring set opens_unbound = false where opens_unbound`
}

/** Only the SECRET_KEY with this check opens the ring from now on. */
export async function forgetOtherSecrets(sql: Transaction, check: Uint8Array): Promise<void> {
  await sql`delete from key_wrappings where secret_check <> ${check}`
}

export type SealedColumn = { table: string; column: string }

export type SealedRow = { organization_id: number; id: number | string; sealed: Uint8Array }

/** Across organizations. @param page.after the last row of the page before; null: from the beginning */
export async function findSealedRows(
  sql: Sql,
  place: SealedColumn,
  page: { keyId: number; after: SealedRow | null; limit: number },
): Promise<SealedRow[]> {
  const column = sql(place.column)
  const id = rowId(sql, place)
  const { keyId, after, limit } = page
  return sql<SealedRow[]>`
    select organization_id, ${id} as id, ${column} as sealed from ${sql(place.table)}
    where octet_length(${column}) > 1 and get_byte(${column}, 0) <> ${keyId}
      ${after === null ? sql`` : sql`and (organization_id, ${id}) > (${after.organization_id}, ${after.id})`}
    order by organization_id, ${id} limit ${limit}`
}

/** @returns false if the row was changed or deleted since it was found. */
export async function replaceSealed(
  sql: Transaction,
  place: SealedColumn,
  { organization_id, id, sealed }: SealedRow,
  by: Uint8Array,
): Promise<boolean> {
  const column = sql(place.column)
  const { count } = await sql`
    update ${sql(place.table)} set ${column} = ${by}
    where organization_id = ${organization_id} and ${rowId(sql, place)} = ${id} and ${column} = ${sealed}`
  return count === 1
}

export async function replaceFingerprint(
  sql: Transaction,
  { organization_id, id }: Pick<SealedRow, 'organization_id' | 'id'>,
  keyHmac: Uint8Array,
): Promise<void> {
  await sql`
    update api_keys set key_hmac = ${keyHmac} where organization_id = ${organization_id} and id = ${id}`
}

/** See `idempotencyKeyId` (idempotency.ts). */
function rowId(sql: Sql, { table }: SealedColumn) {
  return table === 'idempotency_keys' ? sql`caller || ' ' || encode(key_sha256, 'hex')` : sql`id`
}

/** Whether the current key has not yet sealed all values again. */
export async function findUnadopted(sql: Sql, keyId: number): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (select 1 from key_ring where id = ${keyId} and state = 'current' and not is_adopted) as found`
  return row?.found === true
}
