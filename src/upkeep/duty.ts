import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import type { Spool } from '../files/spool.ts'

/** What duties work with. */
export type UpkeepEnvironment = { database: Database; spool: Spool; log: FastifyBaseLogger }

/** What has to be done from time to time, whatever else is going on. */
export type Duty = {
  /** As the log names it. */
  name: string
  everySeconds: number
  /** Whether it is also done while the server may be a restored copy (src/server/restored-copy.ts). */
  whileHeld: boolean
  /** Safe to repeat, and at any time. Ends after its batch when `stop` aborts. */
  run: (env: UpkeepEnvironment, stop: AbortSignal) => Promise<void>
}

/** Does one batch after the other until one is not full. */
export async function inBatches(
  batchRows: number,
  stop: AbortSignal,
  batch: (batchRows: number) => Promise<number>,
): Promise<void> {
  while (!stop.aborted && (await batch(batchRows)) >= batchRows) continue
}
