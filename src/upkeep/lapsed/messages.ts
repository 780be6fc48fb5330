import { expireLapsedMessages } from '../../store/messages/outcomes.ts'
import type { Duty } from '../duty.ts'

/** Marks messages to single persons uncertain if their sender died while sending them. */
export const lapsedMessages: Duty = {
  name: 'lapsed messages',
  everySeconds: 5,
  whileHeld: false,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.everywhere().begin(expireLapsedMessages)) > 0) continue
  },
}
