import { purgeDeletedLists } from '../../store/lists/rows.ts'
import type { Duty } from '../duty.ts'

const batchRows = 5_000

export const deletedLists: Duty = {
  name: 'deleted lists',
  everySeconds: 60,
  whileHeld: true,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await purgeDeletedLists(database.everywhere(), batchRows)) > 0) continue
  },
}
