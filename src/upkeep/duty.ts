import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { Spool } from '../files/storage.ts'
import type { Secrets } from '../secrets/ring.ts'
import type { LookUpTxt } from '../outbound/txt-records.ts'
import type { SoftBounceRule } from '../store/responses/soft-bounces.ts'

export type UpkeepEnvironment = {
  database: Database
  secrets: Secrets
  spool: Spool
  log: FastifyBaseLogger
  lookUpTxt: LookUpTxt
  softBounceRule: SoftBounceRule
  /** The age from which deliveries are folded; 0: never. */
  deliveriesDays: number
}

export type Duty = {
  name: string
  everySeconds: number
  /** Whether it also runs while the server may be a restored copy (src/server/restored-copy.ts). */
  whileHeld: boolean
  /** Must be idempotent. Ends after the current batch when `stop` aborts. */
  run: (env: UpkeepEnvironment, stop: AbortSignal) => Promise<void>
}

export async function inBatches(
  batchRows: number,
  stop: AbortSignal,
  batch: (batchRows: number) => Promise<number>,
): Promise<void> {
  while (!stop.aborted && (await batch(batchRows)) >= batchRows) continue
}
