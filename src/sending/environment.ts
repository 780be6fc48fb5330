import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/connection.ts'
import type { Secrets } from '../secrets.ts'
import type { Mailer } from './outcome.ts'

/** What everything that sends works with. */
export type SendingEnvironment = {
  database: Database
  log: FastifyBaseLogger
  secrets: Secrets
  mailer: Mailer
  /** Where readers reach the server, without a slash at its end. */
  baseUrl: string
  /** Who this process is, in leases: for people who look. */
  worker: string
}
