import { purgeImportLogs } from '../store/imports/logs.ts'
import type { Duty, UpkeepEnvironment } from './duty.ts'

/** Deletes logs, ranges and files of imports that ended more than a week ago. */
export const importLogs: Duty = {
  name: 'import logs',
  everySeconds: 60,
  whileHeld: true,
  run: async (env, stop) => {
    while (!stop.aborted && (await purgeOne(env))) continue
  },
}

async function purgeOne({ database, spool }: UpkeepEnvironment): Promise<boolean> {
  const purged = await database.everywhere().begin((sql) => purgeImportLogs(sql))
  if (purged?.spool_name != null) await spool.remove(purged.organization_id, purged.spool_name)
  return purged !== null
}
