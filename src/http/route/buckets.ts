import { LRUCache } from 'lru-cache'

/** The least recently used name is dropped first. */
const namesMax = 50_000

export type Taken = {
  left: number
  fullSeconds: number
  /** Time until the next token; 0: one was taken. */
  waitSeconds: number
}

/**
 * Token buckets by name. A full one holds the tokens of one minute and refills evenly, so bursts and a steady rate at
 * the limit both pass.
 * @param now a monotonic clock in milliseconds
 */
export function createBuckets(perMinute: number, now: () => number = () => performance.now()) {
  const buckets = new LRUCache<string, { tokens: number; atMs: number }>({
    maxSize: namesMax,
    sizeCalculation: () => 1,
  })
  const perMs = perMinute / 60_000
  const secondsFor = (tokens: number) => Math.ceil(tokens / perMs / 1000)
  const take = (name: string): Taken => {
    const atMs = now()
    const last = buckets.get(name)
    const filled =
      last === undefined ? perMinute : Math.min(perMinute, last.tokens + (atMs - last.atMs) * perMs)
    const tokens = filled >= 1 ? filled - 1 : filled
    buckets.set(name, { tokens, atMs })
    return {
      left: Math.floor(tokens),
      fullSeconds: secondsFor(perMinute - tokens),
      waitSeconds: filled >= 1 ? 0 : Math.max(1, secondsFor(1 - filled)),
    }
  }
  const giveBack = (name: string) => {
    const bucket = buckets.get(name)
    if (bucket !== undefined) bucket.tokens = Math.min(perMinute, bucket.tokens + 1)
  }
  const knows = (name: string) => buckets.has(name)
  return { take, giveBack, knows }
}
