import { findStreamsWithOldMessages, purgeOldMessages } from '../../store/messages/old.ts'
import type { Duty } from '../duty.ts'

const batchRows = 1_000

/** Deletes messages to single persons, and their events, that ended long ago. */
export const oldMessages: Duty = {
  name: 'old messages',
  everySeconds: 600,
  whileHeld: true,
  run: async ({ database }, stop) => {
    const streams = await findStreamsWithOldMessages(database.everywhere())
    for (const { organization_id: organizationId, id } of streams) {
      const own = database.within(organizationId)
      let deleted = batchRows
      while (deleted > 0 && !stop.aborted) {
        deleted = await own.begin((sql) => purgeOldMessages(sql, organizationId, id, batchRows))
      }
    }
  },
}
