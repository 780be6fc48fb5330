import type { FastifyBaseLogger } from 'fastify'
import { LeaseLost } from '../database/lease.ts'

export type KeptLease = {
  /** Aborts with `LeaseLost` if the lease was lost, or when the process stops. */
  signal: AbortSignal
  /** Stops renewing and waits for a renewal in progress. */
  end: () => Promise<void>
}

/**
 * Renews the lease of a piece of work until `end`.
 * @param renew throws `LeaseLost` if there is nothing to renew. After any other error the renewal is retried, because the
 * lease may still be valid.
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
    // One renewal at a time: if the database does not answer, piled-up renewals would take all connections.
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
