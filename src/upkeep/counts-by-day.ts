import { deleteOldCounts, keepCountsOfDay } from '../store/organizations/overview.ts'
import { inBatches, type Duty } from './duty.ts'

/** Copies the counts of subscribers, one row a list, so that growth costs imports nothing. */
export const countsByDay: Duty = {
  name: 'counts by day',
  everySeconds: 3_600,
  whileHeld: true,
  run: async ({ database }, stop) => {
    const everywhere = database.everywhere()
    await everywhere.begin(keepCountsOfDay)
    await inBatches(5_000, stop, (batchRows) => everywhere.begin((sql) => deleteOldCounts(sql, batchRows)))
  },
}
