import { purgeWebhookEvents } from '../store/webhooks/events.ts'
import { inBatches } from './duty.ts'
import type { Duty } from './duty.ts'

/** Events that were given up, or that wait for a webhook that is switched off, for a month. */
export const webhookEvents: Duty = {
  name: 'webhook events',
  everySeconds: 3_600,
  whileHeld: false,
  run: ({ database }, stop) =>
    inBatches(5_000, stop, (rows) => purgeWebhookEvents(database.everywhere(), rows)),
}
