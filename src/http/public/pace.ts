import { setTimeout as pause } from 'node:timers/promises'
import { clientOf } from '../../outbound/network.ts'
import { createBuckets } from '../route/buckets.ts'

export type PaceSettings = {
  /** Hits per link that are counted; 0: no limit. */
  perMinute: number
  /** A monotonic clock in milliseconds. */
  now?: () => number
  /** The average delay of an answer beyond the limits. */
  holdMs?: number
  /** Beyond it, hits are refused. */
  heldMax?: number
}

export type Hit = {
  /** null: the link is not valid. */
  token: string | null
  address: string
}

/** `uncounted`: beyond the limits, and delayed. `refused`: too many answers are delayed already. */
export type Admitted = 'counted' | 'uncounted' | 'refused'

export type Pace = { admit: (hit: Hit) => Promise<Admitted> }

/** Multiple of the limit per link. The proxies of large mail services open the messages of thousands of readers. */
const perNetwork = 10

/**
 * Limits hits by link and by network, in memory. The first hit on a link always counts: its signed token proves that a
 * message was sent. Delays slow down programs that ask repeatedly, while people still get their answer.
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
    // Random, so that simultaneous requests do not come back simultaneously.
    await pause(holdMs * (0.5 + Math.random()))
    held -= 1
    return 'uncounted'
  }
  return { admit: (hit) => (isWithin(hit) ? Promise.resolve('counted') : hold()) }
}
