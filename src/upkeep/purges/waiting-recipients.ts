import { purgeWaiting } from '../../store/sending-rules/waiting.ts'
import { inBatches, type Duty } from '../duty.ts'

/** Deletes the waiting recipients of campaigns that were cancelled or have failed. */
export const waitingRecipients: Duty = {
  name: 'waiting recipients',
  everySeconds: 60,
  whileHeld: true,
  run: ({ database }, stop) => inBatches(5_000, stop, (rows) => purgeWaiting(database.everywhere(), rows)),
}
