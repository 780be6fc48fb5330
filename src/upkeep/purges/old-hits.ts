import { purgeMessageHits } from '../../store/messages/visits.ts'
import { purgeHits } from '../../store/responses/hits/rows.ts'
import { inBatches, type Duty } from '../duty.ts'

/** What a judge of machines could be wrong about is 90 days old by then. */
export const oldHits: Duty = {
  name: 'old hits',
  everySeconds: 3600,
  whileHeld: true,
  run: async ({ database }, stop) => {
    const everywhere = database.everywhere()
    await inBatches(5000, stop, (rows) => everywhere.begin((sql) => purgeHits(sql, rows)))
    await inBatches(5000, stop, (rows) => everywhere.begin((sql) => purgeMessageHits(sql, rows)))
  },
}
