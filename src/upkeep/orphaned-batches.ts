import { recordOrphanedBatches } from '../store/campaigns/sending.ts'
import { deleteLeftRanges } from '../store/campaigns/ranges/claims.ts'
import type { Duty } from './duty.ts'

/** Records marked messages of campaigns that ended after their sender died: no sender claims such campaigns again. */
export const orphanedBatches: Duty = {
  name: 'orphaned batches',
  everySeconds: 5,
  whileHeld: false,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.everywhere().begin(recordOrphanedBatches))) continue
    await deleteLeftRanges(database.everywhere())
  },
}
