import { purgeUploads } from '../store/imports/uploads.ts'
import { findUnknownFiles } from '../store/server/spool/unknown.ts'
import { inBatches, type Duty } from './duty.ts'

/** A file may be this old before its import's row is inserted. */
const graceMs = 3_600_000

/** Also deletes uploads that were not used for a day; on other machines, the sweep removes their files. */
export const spooledFiles: Duty = {
  name: 'spooled files',
  everySeconds: 60,
  whileHeld: true,
  run: async ({ database, spool }, stop) => {
    const sql = database.everywhere()
    await inBatches(100, stop, async (rows) => {
      const purged = await purgeUploads(sql, rows)
      for (const { organization_id, spool_name } of purged) await spool.remove(organization_id, spool_name)
      return purged.length
    })
    await spool.sweep((files) => findUnknownFiles(sql, files), graceMs, stop)
  },
}

/** Not by a copy of the database, which names the same objects as its original. */
export const unneededObjects: Duty = {
  name: 'unneeded objects',
  everySeconds: 60,
  whileHeld: false,
  run: ({ spool }, stop) => spool.collect(stop),
}
