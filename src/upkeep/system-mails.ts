import { purgeSystemMails } from '../store/users/system-mails.ts'
import { inBatches, type Duty } from './duty.ts'

/** Deletes system mails that were sent, or failed, long ago. */
export const systemMails: Duty = {
  name: 'system mails',
  everySeconds: 3_600,
  whileHeld: false,
  run: ({ database }, stop) =>
    inBatches(1_000, stop, (rows) => purgeSystemMails(database.everywhere(), rows)),
}
