import { isExportedFile } from '../store/exports/downloads.ts'
import { isSpoolNameKnown } from '../store/imports/logs.ts'
import { isUploadFile, purgeUploads } from '../store/imports/uploads.ts'
import { inBatches } from './duty.ts'
import type { Duty } from './duty.ts'

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
    const isKnown = async (organizationId: number, name: string) =>
      (await isSpoolNameKnown(sql, organizationId, name)) ||
      (await isUploadFile(sql, organizationId, name)) ||
      isExportedFile(sql, organizationId, name)
    await spool.sweep(isKnown, graceMs)
  },
}
