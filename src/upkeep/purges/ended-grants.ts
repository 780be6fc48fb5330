import { purgeGrants } from '../../store/users/assistant-grants.ts'
import type { Duty } from '../duty.ts'

const batchRows = 1_000

export const endedGrants: Duty = {
  name: 'ended grants of assistants',
  everySeconds: 600,
  whileHeld: true,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await purgeGrants(database.everywhere(), batchRows)) > 0) continue
  },
}
