import { purgePreviews } from '../store/campaigns/previews.ts'
import type { Duty } from './duty.ts'

/** Also unsent ones, because they contain addresses. */
export const previews: Duty = {
  name: 'previews',
  everySeconds: 600,
  whileHeld: false,
  run: ({ database }) => purgePreviews(database.everywhere()),
}
