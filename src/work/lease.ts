import type { FastifyBaseLogger } from 'fastify'
import { LeaseLost } from '../database/lease.ts'

export type KeptLease = {
  /** Aborts with `LeaseLost`, or when the process stops. */
  signal: AbortSignal
  end: () => Promise<void>
}

/** @param renew throws `LeaseLost` if there is nothing to renew; other errors are retried. */
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
  let failures = 0
  const renewOnce = async () => {
    await renew()
    if (failures > 0) log.info({ failures }, 'lease renewal works again')
    failures = 0
  }
  const timer = setInterval(() => {
    // If the database does not answer, concurrent renewals would take all connections.
    renewal ??= renewOnce()
      .catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error)
        else if ((failures += 1) === 1) log.warn({ err: error }, 'lease renewal failed; will retry')
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
