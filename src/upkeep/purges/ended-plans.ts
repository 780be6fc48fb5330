import { purgePlans } from '../../store/plans/rows.ts'
import type { Duty } from '../duty.ts'

const batchRows = 1_000

export const endedPlans: Duty = {
  name: 'ended plans',
  everySeconds: 600,
  whileHeld: true,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await purgePlans(database.everywhere(), batchRows)) > 0) continue
  },
}
