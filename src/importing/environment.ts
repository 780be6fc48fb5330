import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { Sources } from './files/source.ts'
import type { RangeSize } from './split.ts'

/** How a worker shares itself out. */
export type Pace = {
  /** Ranges applied side by side: while the database writes one, the next is read and parsed. */
  lanes: number
  /** Seconds after which an import gives way to others that wait. */
  sliceSeconds: number
}

/** What every import of a worker shares. */
export type ImportEnvironment = {
  database: Database
  sources: Sources
  /** For temporary files of splitting. */
  scratchDir: string
  log: FastifyBaseLogger
  pace: Pace
  rangeSize: RangeSize
  /** Seconds until a claim is renewed; less than a third of the lease. */
  heartbeatSeconds: number
}
