import { createHmac } from 'node:crypto'
import { tooManyRequests } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import type { Secrets } from '../../secrets.ts'
import { deleteAccountFailures, deleteAttempt, insertAttempt } from '../../store/users/log-in-failures.ts'
import type { Lock, ThrottleKeys } from '../../store/users/log-in-failures.ts'
import { emailKey } from '../../store/users/rows.ts'

type Purpose = 'log in' | 'reset'

/** A try to log in that counts as failed unless it is taken back. `locks`: what it was the last try of. */
export type CountedTry = { keys: ThrottleKeys; locks: Lock[]; takeBack: () => Promise<void> }

/**
 * Counts a try, whether the account exists or not: 10 about an account and 100 from an address may fail within 15
 * minutes. Nothing but the server's own HMACs of both is kept.
 * @param purpose each has counts of its own.
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

/** The account's owner was identified in another way: earlier failures no longer count. */
export async function forgetFailures(everywhere: Sql, secrets: Secrets, email: string): Promise<void> {
  await deleteAccountFailures(everywhere, throttleKey(secrets, 'log in', 'account', emailKey(email)))
}

function throttleKey(secrets: Secrets, purpose: Purpose, kind: 'account' | 'address', text: string): Buffer {
  return createHmac('sha256', secrets.keyFor('log-in throttle'))
    .update(`${purpose}\n${kind}\n${text}`)
    .digest()
}
