import { purgeImportLogs } from '../store/imports/logs.ts'
import { purgeUndoLogs } from '../store/imports/undo-rows.ts'
import { purgeDepartures } from '../store/subscribers/departures.ts'
import type { Duty, UpkeepEnvironment } from './duty.ts'

const batchRows = 5_000

/** Deletes logs, ranges and files of imports that ended more than a week ago, and what their undo needed. */
export const importLogs: Duty = {
  name: 'import logs',
  everySeconds: 60,
  whileHeld: true,
  run: async (env, stop) => {
    while (!stop.aborted && (await purgeOne(env))) continue
    const { database } = env
    while (!stop.aborted && (await database.everywhere().begin(purgeUndoLogs))) continue
    while (!stop.aborted && (await purgeDepartures(database.everywhere(), batchRows)) > 0) continue
  },
}

async function purgeOne({ database, spool }: UpkeepEnvironment): Promise<boolean> {
  const purged = await database.everywhere().begin((sql) => purgeImportLogs(sql))
  if (purged?.spool_name != null) await spool.remove(purged.organization_id, purged.spool_name)
  return purged !== null
}
