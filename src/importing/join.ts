import { LeaseLost } from '../database/lease.ts'
import { checkLed } from '../store/imports/claims.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { keepLease } from '../work/lease.ts'
import type { ImportEnvironment } from './environment.ts'
import { ImportFault } from './fault.ts'
import { importRanges } from './lanes.ts'
import { checkUnchanged, openSource } from './source/open.ts'

/** Another worker joins an import that has at least this many unclaimed ranges. */
export const rangesToJoin = 8

/**
 * Applies ranges of an import that another worker has claimed, under that claim's epoch: a pause, an end or a new leader
 * makes its transactions fail. If two workers apply the same range, `done` makes the transaction of the second fail. The
 * helper decides nothing about the import.
 * @returns false if it cannot help here, for example because it cannot read the file. Errors are not thrown.
 */
export async function joinImport(
  env: ImportEnvironment,
  claim: ClaimedImport,
  stop: AbortSignal,
): Promise<boolean> {
  const database = env.database.within(claim.organization_id)
  const log = env.log.child({ organization: claim.organization_id, import: claim.id, epoch: claim.epoch })
  const held = keepLease({
    everyMs: env.heartbeatSeconds * 1000,
    renew: () => checkLed(database, claim),
    stop,
    log,
  })
  try {
    const source = await openSource(env.sources, claim)
    if (!source.ok) throw new ImportFault(source.message)
    try {
      checkUnchanged(claim, source.identity)
      await importRanges(env, claim, source.handle, { signal: held.signal, stop, leads: false })
    } finally {
      await source.handle.close()
    }
    return true
  } catch (error) {
    if (error instanceof LeaseLost || held.signal.aborted) return true
    log.warn({ err: error }, 'could not join an import; its leader continues without this worker')
    return false
  } finally {
    await held.end()
  }
}
