import { LeaseLost } from '../database/lease.ts'
import { checkLed, dueJoins, findClaimedImport, findImportToJoin } from '../store/imports/claims.ts'
import type { ClaimedJob } from '../store/jobs/lease.ts'
import type { Helping } from '../work/jobs/worker.ts'
import { keepLease } from '../work/lease.ts'
import type { ImportEnvironment } from './environment.ts'
import { ImportFault } from './fault.ts'
import { findShortage, importRanges } from './lanes.ts'
import { checkUnchanged, openSource } from './source/open.ts'

/** Another worker joins an import that has at least this many unclaimed ranges. */
const rangesToJoin = 8

/** After an import with which it could not help. */
const helpPauseMs = 60_000

/** When nothing else is due, a worker helps with an import that another one applies. */
export function joining(env: ImportEnvironment): Helping {
  let helpsFromMs = 0
  const search = { reach: env.reach, rangesMin: rangesToJoin }
  const isPausing = () => performance.now() < helpsFromMs
  return {
    find: async (sql) => (isPausing() ? null : findImportToJoin(sql, search)),
    due: (sql, alive) => (isPausing() ? [] : [dueJoins(sql, search, alive)]),
    run: async (claim, stop) => {
      if (!(await joinImport(env, claim, stop))) helpsFromMs = performance.now() + helpPauseMs
    },
  }
}

/**
 * Applies ranges of an import that another worker has claimed, under that claim's epoch: a pause, an end or a new leader
 * makes its transactions fail. If two workers apply the same range, `done` makes the transaction of the second fail. The
 * helper decides nothing about the import.
 * @returns false if it cannot help here, for example because it cannot read the file. Errors are not thrown.
 */
async function joinImport(env: ImportEnvironment, job: ClaimedJob, stop: AbortSignal): Promise<boolean> {
  const database = env.database.within(job.organization_id)
  const log = env.log.child({ organization: job.organization_id, import: job.id, epoch: job.epoch })
  const held = keepLease({
    everyMs: env.heartbeatSeconds * 1000,
    renew: () => checkLed(database, job),
    stop,
    log,
  })
  try {
    const claim = await findClaimedImport(database, job)
    const source = await openSource(env.sources, claim)
    if (!source.ok) throw new ImportFault(source.message)
    try {
      checkUnchanged(claim, source.identity)
      await importRanges(env, claim, source.handle, { signal: held.signal, stop, leads: false })
    } finally {
      await source.handle.close()
    }
    return (await findShortage(env)) === null
  } catch (error) {
    if (error instanceof LeaseLost || held.signal.aborted) return true
    log.warn({ err: error }, 'could not join an import; its leader continues without this worker')
    return false
  } finally {
    await held.end()
  }
}
