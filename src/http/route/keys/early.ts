import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Authenticated } from '../auth.ts'

/** The least recently used is dropped first. */
const knownMax = 10_000

type Read<Result> = {
  /** Of the endpoint: who may call one may not call another. */
  id: string
  authorization: string | undefined
  admit: () => Promise<Authenticated>
  work: (caller: Authenticated) => Promise<Result>
}

export type EarlyReads = <Result>(read: Read<Result>) => Promise<Result>

/**
 * For reads that leave no trace. One begins as the caller that its credential had at the last call of the same endpoint,
 * so that its statements travel in one write with those of `admit`. What it finds counts only if `admit` then says that
 * this is the caller; else it is thrown away, so that nothing is ever answered by what was known.
 */
export function createEarlyReads(): EarlyReads {
  const known = new LRUCache<string, Authenticated>({ maxSize: knownMax, sizeCalculation: () => 1 })
  return async ({ id, authorization, admit, work }) => {
    const name = hash('sha256', `${id} ${authorization}`, 'base64')
    const assumed = known.get(name)
    // In this order: a failed statement of the work must not fail those of the admission.
    const admission = admit()
    const early = assumed === undefined ? undefined : work(assumed)
    const [admitted, done] = await Promise.allSettled([admission, early])
    if (admitted.status === 'rejected') {
      // Who is refused, by a rate too, makes no more work than the refusal.
      known.delete(name)
      throw admitted.reason
    }
    const caller = admitted.value
    if (early !== undefined && isDeepStrictEqual(caller, assumed)) {
      if (done.status === 'rejected') throw done.reason
      return early
    }
    known.set(name, caller)
    return work(caller)
  }
}
