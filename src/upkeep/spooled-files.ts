import { isSpoolNameKnown } from '../store/imports/logs.ts'
import type { Duty } from './duty.ts'

/** A file may be this old before its import's row is inserted. */
const graceMs = 3_600_000

export const spooledFiles: Duty = {
  name: 'spooled files',
  everySeconds: 60,
  whileHeld: true,
  run: async ({ database, spool }) => {
    const sql = database.everywhere()
    await spool.sweep((organizationId, name) => isSpoolNameKnown(sql, organizationId, name), graceMs)
  },
}
