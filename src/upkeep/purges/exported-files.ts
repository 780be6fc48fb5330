import { purgeExportedFile } from '../../store/exports/downloads.ts'
import type { Duty, UpkeepEnvironment } from '../duty.ts'

/** Deletes files of exports that ended a week ago. */
export const exportedFiles: Duty = {
  name: 'exported files',
  everySeconds: 60,
  whileHeld: true,
  run: async (env, stop) => {
    while (!stop.aborted && (await purgeOne(env))) continue
  },
}

/** After the commit: a file that a crash leaves behind is swept with the spool. */
async function purgeOne({ database, spool }: UpkeepEnvironment): Promise<boolean> {
  const purged = await purgeExportedFile(database.everywhere())
  if (purged?.spool_name != null) await spool.remove(purged.organization_id, purged.spool_name)
  return purged !== null
}
