import { purgePauses } from '../../store/subscribers/pauses.ts'
import { inBatches, type Duty } from '../duty.ts'

export const endedPauses: Duty = {
  name: 'ended pauses',
  everySeconds: 3600,
  whileHeld: true,
  run: ({ database }, stop) => inBatches(5_000, stop, (rows) => purgePauses(database.everywhere(), rows)),
}
