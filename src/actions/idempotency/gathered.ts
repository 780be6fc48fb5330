import type { AppError } from '../../contract/api/errors.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { claimIdempotencyKeys, idempotencyKeyId, storeIdempotentAnswers } from '../../store/idempotency.ts'
import { sealedAnswer, type Answer, type Once } from './carry-out.ts'

/** Of a call with an `Idempotency-Key` whose transaction other calls share: the answer that is kept with the key. */
export type SharedKey = Once & { answerOf: (outcome: Outcome) => Answer }

type Outcome = { data: unknown } | { refusal: AppError }

/**
 * Claims the keys of calls that share this transaction. @returns the calls whose key is claimed: those of others were
 * carried out before, or have the key of another call in the group.
 * @throws the driver's error 55P03 while another transaction holds one of the keys.
 */
export async function claimKeys(
  sql: Transaction,
  organizationId: number,
  calls: readonly SharedKey[],
): Promise<Set<SharedKey>> {
  const firsts = new Map<string, SharedKey>()
  for (const call of calls) if (!firsts.has(nameOf(call))) firsts.set(nameOf(call), call)
  if (firsts.size === 0) return new Set()
  const keys = [...firsts.values()].map(({ keyed }) => keyed.key)
  const claimed = await claimIdempotencyKeys(sql, organizationId, keys)
  return new Set([...firsts].flatMap(([name, call]) => (claimed.has(name) ? [call] : [])))
}

export async function keepAnswers(
  sql: Sql,
  organizationId: number,
  kept: readonly { once: SharedKey; outcome: Outcome }[],
): Promise<void> {
  if (kept.length === 0) return
  const sealed = kept.map(({ once, outcome }) => sealedAnswer(once.keyed, once.answerOf(outcome)))
  await storeIdempotentAnswers(sql, organizationId, sealed)
}

function nameOf({ keyed: { key } }: Once): string {
  return idempotencyKeyId(key.caller, key.keySha256)
}
