import { purgePreviews } from '../store/campaigns/previews.ts'
import type { Duty } from './duty.ts'

/** Deletes previews older than a day, sent or not, because they contain addresses. */
export const previews: Duty = {
  name: 'previews',
  everySeconds: 600,
  whileHeld: false,
  run: ({ database }) => purgePreviews(database.everywhere()),
}
