import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { RowDisks } from '../work/jobs/row-room.ts'
import type { Reach } from '../store/imports/claims.ts'
import type { Sources } from './source/open.ts'
import type { RangeSize } from './split.ts'

export type Pace = {
  lanes: number
  /** Seconds after which an import yields to waiting imports. */
  sliceSeconds: number
}

export type ImportEnvironment = {
  database: Database
  sources: Sources
  /** Absent: not known. */
  rowDisks?: RowDisks | undefined
  scratchDir: string
  reach?: Reach | undefined
  log: FastifyBaseLogger
  pace: Pace
  rangeSize: RangeSize
  /** Seconds until a claim is renewed; less than a third of the lease. */
  heartbeatSeconds: number
}
