import type { Sql, Transaction } from '../database/driver/connection.ts'

export type IdempotencyKey = {
  caller: string
  keySha256: Uint8Array
  requestSha256: Uint8Array
}

export function idempotencyKeyId(caller: string, keySha256: Uint8Array): string {
  return `${caller} ${Buffer.from(keySha256).toString('hex')}`
}

export type StoredAnswer = { status: number; answer_sealed: Uint8Array; is_same_request: boolean }

/** Long enough for a request that is about to commit; a connection is not held for longer. */
const waitMs = 50

/**
 * @returns null: claimed, carry out the request; otherwise the answer to the first request with the key.
 * @throws the driver's error 55P03 while another transaction holds the key.
 */
export async function claimIdempotencyKey(
  sql: Transaction,
  organizationId: number,
  { caller, keySha256, requestSha256 }: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const [, { count }] = await Promise.all([
    sql.unsafe(`set local lock_timeout = '${waitMs}ms'`),
    sql`
      insert into idempotency_keys as k (organization_id, caller, key_sha256, request_sha256)
      values (${organizationId}, ${caller}, ${keySha256}, ${requestSha256})
      on conflict (organization_id, caller, key_sha256) do update
        set request_sha256 = excluded.request_sha256, status = null, answer_sealed = null,
          created_at = excluded.created_at
        where excluded.created_at - k.created_at >= interval '24 hours'`,
    sql`set local lock_timeout to default`,
  ])
  if (count === 1) return null
  const [stored] = await sql<StoredAnswer[]>`
    select status, answer_sealed, request_sha256 = ${requestSha256} as is_same_request from idempotency_keys
    where organization_id = ${organizationId} and caller = ${caller} and key_sha256 = ${keySha256}`
  if (stored === undefined) throw new Error('an idempotency key was purged too early')
  return stored
}

/** null: no answer was committed in the last 24 hours. */
export async function findIdempotentAnswer(
  sql: Sql,
  organizationId: number,
  { caller, keySha256, requestSha256 }: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const [stored] = await sql<StoredAnswer[]>`
    select status, answer_sealed, request_sha256 = ${requestSha256} as is_same_request from idempotency_keys
    where organization_id = ${organizationId} and caller = ${caller} and key_sha256 = ${keySha256}
      and created_at > now() - interval '24 hours'`
  return stored ?? null
}

export async function storeIdempotentAnswer(
  sql: Sql,
  organizationId: number,
  { caller, keySha256 }: IdempotencyKey,
  answer: { status: number; sealed: Uint8Array },
): Promise<void> {
  await sql`
    update idempotency_keys set status = ${answer.status}, answer_sealed = ${answer.sealed}
    where organization_id = ${organizationId} and caller = ${caller} and key_sha256 = ${keySha256}`
}

/** Keys are kept an hour longer than they are valid, so that none disappears between the two statements of a claim. */
export async function purgeIdempotencyKeys(sql: Sql, batchRows: number): Promise<number> {
  const { count } = await sql`
    delete from idempotency_keys
    where (organization_id, caller, key_sha256) in (
      select organization_id, caller, key_sha256 from idempotency_keys
      where created_at <= now() - interval '25 hours'
      order by created_at limit ${batchRows})`
  return count
}
