import { settleOrphanedBatches } from '../store/campaigns/sending.ts'
import type { Duty } from './duty.ts'

/** Marked messages of campaigns that ended while their sender was gone: no sender takes those campaigns again. */
export const orphanedBatches: Duty = {
  name: 'orphaned batches',
  everySeconds: 5,
  whileHeld: false,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.everywhere().begin(settleOrphanedBatches))) continue
  },
}
