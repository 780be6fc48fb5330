import type { FastifyBaseLogger } from 'fastify'
import { LeaseLost } from '../database/lease.ts'

export type KeptLease = {
  /** Aborts when the lease was lost, with the `LeaseLost`, or when the process is to stop. */
  signal: AbortSignal
  /** Renews no more, and waits until a renewal under way has ended. */
  end: () => Promise<void>
}

/**
 * Renews the lease of a piece of work until `end`.
 * @param renew throws `LeaseLost` when there is nothing to renew. Any other error says nothing of the lease, which has
 * an end of its own: the next renewal is tried.
 */
export function keepLease({
  everyMs,
  renew,
  stop,
  log,
}: {
  everyMs: number
  renew: () => Promise<void>
  stop: AbortSignal
  log: FastifyBaseLogger
}): KeptLease {
  const lost = new AbortController()
  let renewal: Promise<void> | null = null
  const timer = setInterval(() => {
    // A database that does not answer is asked once: renewals that pile up would take all its connections.
    renewal ??= renew()
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error)
        else log.warn({ err: error }, 'lease renewal failed; will retry')
      })
      .finally(() => (renewal = null))
  }, everyMs)
  return {
    signal: AbortSignal.any([lost.signal, stop]),
    end: async () => {
      clearInterval(timer)
      await renewal
    },
  }
}
