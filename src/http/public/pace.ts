import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from '../../outbound/network.ts'
import { createBuckets } from '../route/buckets.ts'

export type PaceSettings = {
  /** Hits on one link that are counted; 0: no limit. */
  perMinute: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
  /** How long an answer is held beyond the limits, on average. */
  holdMs?: number
  /** Answers held at once; beyond it hits are refused. */
  heldMax?: number
}

export type Hit = {
  /** The text of a genuine token; null: a wrong link. */
  token: string | null
  address: string
}

/** `counted`: within the limits. `uncounted`: beyond them, and held for a while. `refused`: too many are held. */
export type Admitted = 'counted' | 'uncounted' | 'refused'

export type Pace = { admit: (hit: Hit) => Promise<Admitted> }

/** Hits of one network beyond the first on each link. The proxies of large mail services open messages of thousands. */
const perNetwork = 10

/**
 * Limits hits by link and by network, in memory. The first hit on a link always counts: tokens are signed, so each stands
 * for a message that was sent. Beyond the limits an answer is held, which slows down programs that ask again and again but
 * harms no person: they get it, only later.
 */
export function createPace({ perMinute, now, holdMs = 1000, heldMax = 2000 }: PaceSettings): Pace {
  if (perMinute === 0) return { admit: () => Promise.resolve('counted') }
  const links = createBuckets(perMinute, now)
  const networks = createBuckets(perMinute * perNetwork, now)
  let held = 0

  const isWithin = ({ token, address }: Hit) => {
    if (token !== null && !links.knows(token)) return links.take(token).waitSeconds === 0
    const isLinkFull = token !== null && links.take(token).waitSeconds > 0
    return !isLinkFull && networks.take(clientOf(address)).waitSeconds === 0
  }
  const hold = async (): Promise<Admitted> => {
    if (held >= heldMax) return 'refused'
    held += 1
    // Not all for the same time: a crowd that came at once would come back at once.
    await pause(holdMs * (0.5 + Math.random()))
    held -= 1
    return 'uncounted'
  }
  return { admit: (hit) => (isWithin(hit) ? Promise.resolve('counted') : hold()) }
}
