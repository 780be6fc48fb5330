import { isSpoolNameKnown } from '../store/imports/logs.ts'
import type { Duty } from './duty.ts'

/** A file may be this old before the row of its import is there. */
const graceMs = 3_600_000

/** Spooled files that no import needs. */
export const spooledFiles: Duty = {
  name: 'spooled files',
  everySeconds: 60,
  whileHeld: true,
  run: async ({ database, spool }) => {
    const sql = database.everywhere()
    await spool.sweep((organizationId, name) => isSpoolNameKnown(sql, organizationId, name), graceMs)
  },
}
