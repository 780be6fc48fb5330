import { forgetReturnedMessages } from '../store/responses/returned-messages.ts'
import { inBatches, type Duty } from './duty.ts'

/** Deletes hashes of reports older than a week. */
export const returnedMessages: Duty = {
  name: 'returned messages',
  everySeconds: 3_600,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(5_000, stop, (rows) => forgetReturnedMessages(database.everywhere(), rows)),
}
