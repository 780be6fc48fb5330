import { expireLapsedMails } from '../store/lists/forms/mails.ts'
import { purgeSignUps, queueReminders } from '../store/lists/forms/sign-ups.ts'
import { purgeRequestedMails } from '../store/server/requested-mails.ts'
import { inBatches, type Duty } from './duty.ts'

/** One reminder for each link that was not used; mails of a sender that died; addresses that are no longer needed. */
export const signUps: Duty = {
  name: 'sign-ups',
  everySeconds: 30,
  whileHeld: false,
  run: async ({ database }, stop) => {
    const everywhere = database.everywhere()
    await expireLapsedMails(everywhere)
    await inBatches(1_000, stop, (rows) => queueReminders(everywhere, rows))
    await inBatches(1_000, stop, (rows) => purgeSignUps(everywhere, rows))
    await inBatches(5_000, stop, (rows) => purgeRequestedMails(everywhere, rows))
  },
}
