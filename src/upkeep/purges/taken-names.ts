import { repairNames } from '../../store/server/taken-names.ts'
import type { Duty } from '../duty.ts'

/** Repairs what servers of an older version change while they run beside this one. */
export const takenNames: Duty = {
  name: 'taken names',
  everySeconds: 300,
  whileHeld: true,
  run: async ({ database, log }) => {
    const count = await repairNames(database.everywhere())
    if (count > 0) log.info({ count }, 'repaired taken names that a server of another version had changed')
  },
}
