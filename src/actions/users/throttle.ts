import { createHmac } from 'node:crypto'
import type { Scoped } from '../../database/driver/connection.ts'
import { clientOf } from '../../outbound/network.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  deleteAttempt,
  deleteFailures,
  deleteFailuresOf,
  findLockouts,
  insertAttempt,
  type Lock,
  type ThrottleKeys,
} from '../../store/users/log-in-failures.ts'
import { findLogInNetworks, insertLogInNetwork } from '../../store/users/log-in-networks.ts'
import { emailKey } from '../../store/users/rows.ts'
import { tooManyTries, type Tries } from './tries.ts'

type Purpose = 'log in' | 'reset' | 'set up'

export type Throttle = { secrets: Secrets; tries: Tries }
export type Claim = { email: string; remoteAddress: string }

/** Counts as failed until `takeBack`. `locks`: reached limits. `isKnown`: the account has used this network before. */
export type CountedTry = { locks: Lock[]; isKnown: boolean; takeBack: () => Promise<void> }

/**
 * Within 15 minutes at most 10 failures for an account from one network, 100 from a network, and 100 for an account,
 * except from networks where it has logged in before, so that strangers cannot lock its owner out. Missing accounts
 * count, too. Only HMACs are stored.
 * @throws AppError `too_many_requests`; without a query if the limit is known to be reached.
 */
export async function countTry(
  everywhere: Scoped,
  { secrets, tries }: Throttle,
  purpose: Purpose,
  claim: Claim,
): Promise<CountedTry> {
  const keys = keysOf(secrets, purpose, claim)
  tries.check(keys)
  return tries.share(keys, async () => {
    const attempt = await everywhere.begin((sql) => insertAttempt(sql, keys))
    if ('ids' in attempt) {
      const { locks, isKnown } = attempt
      return { locks, isKnown, takeBack: () => deleteAttempt(everywhere, attempt, keys) }
    }
    const { waitSeconds } = attempt
    const networks = waitSeconds.account > 0 ? await findLogInNetworks(everywhere, keys.known.account) : []
    tries.remember(keys, waitSeconds, networks)
    throw tooManyTries(Math.max(...Object.values(waitSeconds)))
  })
}

/** Earlier failures of the owner no longer count, and failures from elsewhere do not lock them out. */
export async function welcome(everywhere: Scoped, { secrets, tries }: Throttle, claim: Claim): Promise<void> {
  const keys = keysOf(secrets, 'log in', claim)
  await everywhere.begin(async (sql) => {
    await deleteFailures(sql, keys.account_from_address)
    await insertLogInNetwork(sql, keys.known)
  })
  tries.forget(keys)
}

/** null: the account is not locked. In the order of the addresses. */
export async function findLockoutsOf(
  everywhere: Scoped,
  secrets: Secrets,
  emails: readonly string[],
): Promise<(Date | null)[]> {
  const accounts = emails.map((email) => accountKey(secrets, 'log in', email))
  const lockouts = await findLockouts(everywhere, accounts)
  return accounts.map((account) => lockouts.get(account.toString('hex')) ?? null)
}

/** In this process at once, in others within a minute. */
export async function endLockout(
  everywhere: Scoped,
  { secrets, tries }: Throttle,
  email: string,
): Promise<void> {
  const account = accountKey(secrets, 'log in', email)
  await everywhere.begin((sql) => deleteFailuresOf(sql, account))
  tries.forgetAccount(account)
}

function accountKey(secrets: Secrets, purpose: Purpose, email: string): Buffer {
  return keyOf(secrets, purpose, 'account', emailKey(email))
}

function keyOf(secrets: Secrets, ...texts: string[]): Buffer {
  return createHmac('sha256', secrets.keyFor('log-in throttle')).update(texts.join('\n')).digest()
}

function keysOf(secrets: Secrets, purpose: Purpose, { email, remoteAddress }: Claim): ThrottleKeys {
  const account = emailKey(email)
  const network = clientOf(remoteAddress)
  const key = (...texts: string[]) => keyOf(secrets, ...texts)
  return {
    account_from_address: key(purpose, 'account from address', account, network),
    address: key(purpose, 'address', network),
    account: accountKey(secrets, purpose, email),
    known: { account: key('known account', account), network: key('known network', network) },
  }
}
