import type { FastifyBaseLogger } from 'fastify'
import { isDatabaseAway } from '../database/retry.ts'

/**
 * For a look that is repeated every few seconds: the first failure in a row is a warning. An outage of the database is none, for
 * every loop logs it.
 */
export function warnOnce(log: Pick<FastifyBaseLogger, 'warn' | 'debug'>, text: string) {
  let isTold = false
  return {
    note: (error: unknown) => {
      const isNews = !isTold && !isDatabaseAway(error)
      log[isNews ? 'warn' : 'debug']({ err: error }, text)
      isTold ||= isNews
    },
    recovered: () => {
      isTold = false
    },
  }
}
