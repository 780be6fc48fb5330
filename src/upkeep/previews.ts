import { purgePreviews } from '../store/campaigns/previews.ts'
import type { Duty } from './duty.ts'

/** Previews of more than a day ago, sent or not: they hold addresses. */
export const previews: Duty = {
  name: 'previews',
  everySeconds: 600,
  whileHeld: false,
  run: ({ database }) => purgePreviews(database.everywhere()),
}
