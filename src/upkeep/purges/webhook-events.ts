import { purgeWebhookEvents } from '../../store/webhooks/events.ts'
import { inBatches, type Duty } from '../duty.ts'

/** Deletes events that failed, or whose webhook was disabled, more than a month ago. */
export const webhookEvents: Duty = {
  name: 'webhook events',
  everySeconds: 3_600,
  whileHeld: false,
  run: ({ database }, stop) =>
    inBatches(5_000, stop, (rows) => purgeWebhookEvents(database.everywhere(), rows)),
}
