import { purgeIdempotencyKeys } from '../store/idempotency.ts'
import { isSpoolNameKnown, purgeImportLogs } from '../store/imports/logs.ts'
import { purgeDeletedLists } from '../store/lists/rows.ts'
import type { Bell } from '../work/wake.ts'
import type { ImportEnvironment } from './environment.ts'

const dutySeconds = 60
const purgeBatchRows = 5_000
/** A spooled file may be this old before its row is there. */
const spoolGraceMs = 3_600_000

/** What has to be done from time to time, by whichever worker comes first; each step is safe to repeat. */
export async function runDuties(env: ImportEnvironment, bell: Bell, stop: AbortSignal): Promise<void> {
  let nextMs = 0
  while (!stop.aborted) {
    if (performance.now() >= nextMs) {
      nextMs = performance.now() + dutySeconds * 1000
      try {
        await doDuties(env, stop)
      } catch (error) {
        env.log.error({ err: error }, 'a duty failed; it is done again in a minute')
      }
    }
    await bell.wait(Math.max(0, nextMs - performance.now()), stop)
  }
}

export async function doDuties(env: ImportEnvironment, stop: AbortSignal): Promise<void> {
  const database = env.database.everywhere()
  while (!stop.aborted && (await purgeOneLog(env))) continue
  while (!stop.aborted && (await purgeDeletedLists(database, purgeBatchRows)) > 0) continue
  while (!stop.aborted && (await purgeIdempotencyKeys(database, purgeBatchRows)) > 0) continue
  const isKnown = (organizationId: number, name: string) => isSpoolNameKnown(database, organizationId, name)
  await env.sources.spool.sweep(isKnown, spoolGraceMs)
}

async function purgeOneLog(env: ImportEnvironment): Promise<boolean> {
  const purged = await env.database.everywhere().begin((sql) => purgeImportLogs(sql))
  if (purged?.spool_name != null) {
    await env.sources.spool.remove(purged.organization_id, purged.spool_name)
  }
  return purged !== null
}
