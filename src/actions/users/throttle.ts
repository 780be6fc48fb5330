import { createHmac } from 'node:crypto'
import { tooManyRequests } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import type { Secrets } from '../../secrets.ts'
import { deleteAccountFailures, deleteAttempt, insertAttempt } from '../../store/users/log-in-failures.ts'
import type { Lock, ThrottleKeys } from '../../store/users/log-in-failures.ts'
import { emailKey } from '../../store/users/rows.ts'

type Purpose = 'log in' | 'reset'

/** A log-in attempt that counts as failed until `takeBack`. `locks`: the limits that it has reached. */
export type CountedTry = { keys: ThrottleKeys; locks: Lock[]; takeBack: () => Promise<void> }

/**
 * Counts an attempt, whether the account exists or not: at most 10 failures for an account and 100 from an address
 * within 15 minutes. Only HMACs of both are stored.
 * @param purpose counted separately.
 * @throws AppError `too_many_requests`.
 */
export async function countTry(
  everywhere: Scoped,
  secrets: Secrets,
  purpose: Purpose,
  { email, remoteAddress }: { email: string; remoteAddress: string },
): Promise<CountedTry> {
  const keys = {
    account: throttleKey(secrets, purpose, 'account', emailKey(email)),
    address: throttleKey(secrets, purpose, 'address', clientOf(remoteAddress)),
  }
  const attempt = await everywhere.begin((sql) => insertAttempt(sql, keys))
  if ('ids' in attempt) {
    return { keys, locks: attempt.locks, takeBack: () => deleteAttempt(everywhere, attempt, keys) }
  }
  throw tooManyRequests('too many failed tries; try again later', attempt.retryAfterSeconds)
}

/** Call it when the owner was identified by other means: earlier failures no longer count. */
export async function forgetFailures(everywhere: Sql, secrets: Secrets, email: string): Promise<void> {
  await deleteAccountFailures(everywhere, throttleKey(secrets, 'log in', 'account', emailKey(email)))
}

function throttleKey(secrets: Secrets, purpose: Purpose, kind: 'account' | 'address', text: string): Buffer {
  return createHmac('sha256', secrets.keyFor('log-in throttle'))
    .update(`${purpose}\n${kind}\n${text}`)
    .digest()
}
