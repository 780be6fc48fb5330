import type { Sql, Transaction } from '../database/driver/connection.ts'

export type IdempotencyKey = {
  caller: string
  keySha256: Uint8Array
  requestSha256: Uint8Array
}

export function idempotencyKeyId(caller: string, keySha256: Uint8Array): string {
  return `${caller} ${hexOf(keySha256)}`
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

export type StoredAnswer = { status: number; answer_sealed: Uint8Array; is_same_request: boolean }

/** Long enough for a request that is about to commit; a connection is not held for longer. */
const waitMs = 50

/**
 * Of keys that differ. @returns the names of those that are claimed, by `idempotencyKeyId`; the others have an answer.
 * @throws the driver's error 55P03 while another transaction holds one of them.
 */
export async function claimIdempotencyKeys(
  sql: Transaction,
  organizationId: number,
  keys: readonly IdempotencyKey[],
): Promise<Set<string>> {
  const [, claimed] = await Promise.all([
    sql.unsafe(`set local lock_timeout = '${waitMs}ms'`),
    // In one order, so that of two transactions one gets all that both want.
    sql<{ caller: string; key_sha256: Uint8Array }[]>`
      insert into idempotency_keys as k (organization_id, caller, key_sha256, request_sha256)
      select ${organizationId}, caller, decode(key, 'hex'), decode(request, 'hex')
      from unnest(${keys.map(({ caller }) => caller)}::text[], ${keys.map((one) => hexOf(one.keySha256))}::text[],
        ${keys.map((one) => hexOf(one.requestSha256))}::text[]) as given (caller, key, request)
      order by caller, key
      on conflict (organization_id, caller, key_sha256) do update
        set request_sha256 = excluded.request_sha256, status = null, answer_sealed = null,
          created_at = excluded.created_at
        where excluded.created_at - k.created_at >= interval '24 hours'
      returning caller, key_sha256`,
    sql`set local lock_timeout to default`,
  ])
  return new Set(claimed.map((one) => idempotencyKeyId(one.caller, one.key_sha256)))
}

/** @returns null: claimed, carry out the request; otherwise the answer to the first request with the key. @throws as for many. */
export async function claimIdempotencyKey(
  sql: Transaction,
  organizationId: number,
  key: IdempotencyKey,
): Promise<StoredAnswer | null> {
  const { caller, keySha256, requestSha256 } = key
  const claimed = await claimIdempotencyKeys(sql, organizationId, [key])
  if (claimed.size > 0) return null
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

export type GivenAnswer = { key: IdempotencyKey; status: number; sealed: Uint8Array }

export async function storeIdempotentAnswers(
  sql: Sql,
  organizationId: number,
  answers: readonly GivenAnswer[],
): Promise<void> {
  await sql`
    update idempotency_keys k set status = given.status, answer_sealed = decode(given.sealed, 'hex')
    from unnest(${answers.map(({ key }) => key.caller)}::text[], ${answers.map(({ key }) => hexOf(key.keySha256))}::text[],
      ${answers.map(({ status }) => status)}::integer[], ${answers.map(({ sealed }) => hexOf(sealed))}::text[])
      as given (caller, key, status, sealed)
    where k.organization_id = ${organizationId} and k.caller = given.caller and k.key_sha256 = decode(given.key, 'hex')`
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
