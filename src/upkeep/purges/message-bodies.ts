import { purgeMessageBodies } from '../../store/messages/bodies.ts'
import { inBatches, type Duty } from '../duty.ts'

/** Deletes the bodies of messages that their streams keep no longer. */
export const messageBodies: Duty = {
  name: 'message bodies',
  everySeconds: 60,
  whileHeld: true,
  run: ({ database }, stop) =>
    inBatches(1_000, stop, (rows) => purgeMessageBodies(database.everywhere(), rows)),
}
