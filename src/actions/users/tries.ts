import { LRUCache } from 'lru-cache'
import { tooManyRequests } from '../../contract/api/errors.ts'
import type { Lock, ThrottleKeys } from '../../store/users/log-in-failures.ts'

/** Remembers refusals, so that refused attempts touch neither the database nor a hash. */
export type Tries = {
  check: (keys: ThrottleKeys) => void
  /** Runs `work` for one network, at most 20 at a time, because attempts arrive before the first refusal is known. */
  share: <Result>(keys: ThrottleKeys, work: () => Promise<Result>) => Promise<Result>
  /** @param networks those that the account's own lock does not hold for, as HMACs */
  remember: (keys: ThrottleKeys, waitSeconds: Record<Lock, number>, networks: readonly Buffer[]) => void
  forget: (keys: ThrottleKeys) => void
  /** From whichever network. */
  forgetAccount: (account: Buffer) => void
  /** @throws AppError `too_many_requests` if the network has sent 60 wrong links within a minute; errors of `find`. */
  findLink: <Found>(network: string, find: () => Promise<Found | null>) => Promise<Found | null>
}

const atOnceMax = 20
const wrongLinksMax = 60
/** The least recently used lock is dropped first; the database then refuses. */
const locksMax = 50_000
/** Then the database is asked again: another process may have ended the lock. */
const rememberedMs = 60_000

type Held = { untilMs: number; askAgainMs: number; account: string; known: ReadonlySet<string> }

/** Locks are in memory, for each server separately. @param now a monotonic clock in milliseconds. */
export function createTries(now: () => number = () => performance.now()): Tries {
  const locks = new LRUCache<string, Held>({
    maxSize: locksMax,
    sizeCalculation: () => 1,
  })
  const running = new Map<string, number>()
  const nobody: ReadonlySet<string> = new Set()
  const wrongLinks = createWrongLinks(now)
  const secondsLeft = (key: Buffer, network: Buffer) => {
    const lock = locks.get(nameOf(key))
    if (lock === undefined || lock.known.has(nameOf(network)) || now() >= lock.askAgainMs) return 0
    return Math.max(0, Math.ceil((lock.untilMs - now()) / 1000))
  }
  const lock = (key: Buffer, seconds: number, of: Pick<Held, 'account' | 'known'>) => {
    if (seconds <= 0) return
    locks.set(nameOf(key), { untilMs: now() + seconds * 1000, askAgainMs: now() + rememberedMs, ...of })
  }
  return {
    check: ({ account_from_address: pair, address, account, known: { network } }) => {
      const seconds = Math.max(...[pair, address, account].map((key) => secondsLeft(key, network)))
      if (seconds > 0) throw tooManyTries(seconds)
    },
    share: async ({ address }, work) => {
      const name = nameOf(address)
      const count = running.get(name) ?? 0
      if (count >= atOnceMax) throw tooManyTries(1)
      running.set(name, count + 1)
      return work().finally(() => {
        const left = (running.get(name) ?? 1) - 1
        if (left === 0) running.delete(name)
        else running.set(name, left)
      })
    },
    remember: (keys, waitSeconds, networks) => {
      const account = nameOf(keys.account)
      lock(keys.account_from_address, waitSeconds.account_from_address, { account, known: nobody })
      lock(keys.address, waitSeconds.address, { account: '', known: nobody })
      lock(keys.account, waitSeconds.account, { account, known: new Set(networks.map(nameOf)) })
    },
    forgetAccount: (account) => {
      const name = nameOf(account)
      for (const [key, held] of locks.entries()) if (held.account === name) locks.delete(key)
    },
    forget: (keys) => void locks.delete(nameOf(keys.account_from_address)),
    findLink: async (network, find) => {
      const takeBack = wrongLinks.count(network)
      const found = await find()
      if (found !== null) takeBack()
      return found
    },
  }
}

/** Counts by minute, before the result is known. */
function createWrongLinks(now: () => number) {
  const counts = new LRUCache<string, { count: number; minute: number }>({
    maxSize: locksMax,
    sizeCalculation: () => 1,
  })
  const count = (network: string) => {
    const minute = Math.floor(now() / 60_000)
    const known = counts.get(network)
    const current = known?.minute === minute ? known : { count: 0, minute }
    if (current.count >= wrongLinksMax)
      throw tooManyRequests('too many wrong links; try again in a minute', 60)
    current.count += 1
    counts.set(network, current)
    return () => {
      current.count -= 1
    }
  }
  return { count }
}

export function tooManyTries(seconds: number) {
  return tooManyRequests('too many failed tries; try again later', seconds)
}

function nameOf(key: Buffer): string {
  return key.toString('base64')
}
