import { repairNames } from '../../store/server/taken-names.ts'
import type { Duty } from '../duty.ts'

/** What servers of an older version have changed beside this one. */
export const takenNames: Duty = {
  name: 'taken names',
  everySeconds: 300,
  whileHeld: true,
  run: async ({ database, log }) => {
    const count = await repairNames(database.everywhere())
    if (count > 0) log.info({ count }, 'names that another version has changed are taken or free again')
  },
}
