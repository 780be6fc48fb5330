import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { Spool } from '../files/storage.ts'

export type ExportEnvironment = {
  /** For claims and results. */
  database: Database
  /** Without a limit of time for a statement: one reads a whole list. */
  reading: Database
  spool: Spool
  log: FastifyBaseLogger
  /** Seconds until a claim is renewed and its progress shown. */
  heartbeatSeconds: number
}
