import { expireLapsed } from '../../store/autoresponders/reaction-outcomes.ts'
import type { Duty } from '../duty.ts'

/** Marks autoresponder messages uncertain if their sender died while sending them. */
export const lapsedReactions: Duty = {
  name: 'lapsed reactions',
  everySeconds: 5,
  whileHeld: false,
  run: async ({ database }, stop) => {
    while (!stop.aborted && (await database.everywhere().begin(expireLapsed)) > 0) continue
  },
}
