import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { Reach } from '../store/imports/claims.ts'
import type { Sources } from './files/source.ts'
import type { RangeSize } from './split.ts'

export type Pace = {
  /** Ranges applied concurrently: while the database writes one, the next is read and parsed. */
  lanes: number
  /** Seconds after which an import yields to waiting imports. */
  sliceSeconds: number
}

export type ImportEnvironment = {
  database: Database
  sources: Sources
  scratchDir: string
  /** The files that this worker can read; absent: all. */
  reach?: Reach | undefined
  log: FastifyBaseLogger
  pace: Pace
  rangeSize: RangeSize
  /** Seconds until a claim is renewed; less than a third of the lease. */
  heartbeatSeconds: number
}
