import { AppError } from '../contract/api/errors.ts'
import type { Scoped } from '../database/driver/connection.ts'
import { attemptsMax } from '../database/lease.ts'
import {
  endImport,
  moveImport,
  postponeAfterFault,
  postponeDownload,
  releaseImport,
  renewLease,
} from '../store/imports/claims.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import type { ImportEnvironment } from './environment.ts'
import { retryDelaySeconds } from '../outbound/download/retry.ts'
import { writeFailedRows } from './source/failed-rows.ts'
import { DamagedFile } from '../files/storage.ts'
import { ImportFault } from './fault.ts'
import { importRanges } from './lanes.ts'
import { pruneRanges } from './prune/apply.ts'
import { checkUnchanged, fetchSource, openSource } from './source/open.ts'
import { endAttempt } from '../work/attempt.ts'
import { keepLease } from '../work/lease.ts'
import { splitStep } from './splitting.ts'

/**
 * Runs a claimed import as far as it can go now. The import's row is the job (store/imports/claims.ts): each change of
 * state commits together with its results, so that the next worker can continue after a crash. `splitting` reads the
 * whole file, so that an unreadable file fails before any subscriber is changed. Errors in the import or its file fail
 * the import; they are not thrown.
 */
export async function runImport(
  env: ImportEnvironment,
  claim: ClaimedImport,
  stop: AbortSignal,
): Promise<void> {
  const log = env.log.child({ organization: claim.organization_id, import: claim.id, epoch: claim.epoch })
  const held = keepLease({
    everyMs: env.heartbeatSeconds * 1000,
    renew: () => renewLease(databaseOf(env, claim), claim),
    stop,
    log,
  })
  try {
    if (claim.attempts > attemptsMax) throw new ImportFault(gaveUp(claim))
    await step(env, claim, held.signal, stop)
  } catch (error) {
    await endFaulty({ ...env, log }, claim, error, stop)
  } finally {
    await held.end()
  }
}

function databaseOf(env: ImportEnvironment, claim: ClaimedImport): Scoped {
  return env.database.within(claim.organization_id)
}

function gaveUp(claim: ClaimedImport): string {
  return `The import was interrupted ${attemptsMax} times without progress and has failed. See the server log for import ${claim.id}.`
}

async function step(
  env: ImportEnvironment,
  claim: ClaimedImport,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<void> {
  if (claim.state === 'scheduled') {
    // An import that was a dry run has its file already.
    const isFetched = !['url', 'failed_rows'].includes(claim.source_type) || claim.spool_name !== null
    const next = isFetched ? 'splitting' : 'downloading'
    await moveImport(databaseOf(env, claim), claim, ['scheduled', next])
    return step(env, { ...claim, state: next }, signal, stop)
  }
  if (claim.state === 'downloading') {
    const fetched = await fetchStep(env, claim, signal)
    return fetched === null ? undefined : step(env, fetched, signal, stop)
  }
  if (claim.state === 'splitting') return splitStep(env, claim, signal)
  return applyStep(env, claim, signal, stop)
}

/** @returns null if the download will be retried. */
async function fetchStep(
  env: ImportEnvironment,
  claim: ClaimedImport,
  signal: AbortSignal,
): Promise<ClaimedImport | null> {
  const fetched =
    claim.source_type === 'failed_rows'
      ? ({ ok: true, spoolName: await writeFailedRows(env, claim, signal) } as const)
      : await fetchSource(env.sources, claim, signal)
  if (fetched.ok) {
    const found = { spool_name: fetched.spoolName, data_directory: env.sources.spool.place }
    await moveImport(databaseOf(env, claim), claim, ['downloading', 'splitting'], found)
    return { ...claim, ...found, state: 'splitting' }
  }
  const delaySeconds = fetched.retry ? retryDelaySeconds(claim.download_failures + 1) : null
  if (delaySeconds === null) throw new ImportFault(fetched.message)
  await postponeDownload(databaseOf(env, claim), claim, delaySeconds)
  return null
}

async function applyStep(
  env: ImportEnvironment,
  claim: ClaimedImport,
  signal: AbortSignal,
  stop: AbortSignal,
): Promise<void> {
  const source = await openSource(env.sources, claim)
  if (!source.ok) throw new ImportFault(source.message)
  try {
    checkUnchanged(claim, source.identity)
    const isDone =
      (await importRanges(env, claim, source.handle, { signal, stop, leads: true })) &&
      (await pruneRanges(env, claim, { signal, stop }))
    if (!isDone) return await releaseImport(databaseOf(env, claim), claim)
    await databaseOf(env, claim).begin((sql) => endImport(sql, claim, 'finished', null))
  } finally {
    await source.handle.close()
  }
  // A dry run can become an import, which needs the file.
  if (claim.spool_name !== null && !claim.dry_run)
    await env.sources.spool.remove(claim.organization_id, claim.spool_name)
}

async function endFaulty(
  env: ImportEnvironment,
  claim: ClaimedImport,
  error: unknown,
  stop: AbortSignal,
): Promise<void> {
  const database = databaseOf(env, claim)
  await endAttempt(error, {
    name: 'import',
    log: env.log,
    stop,
    attempts: claim.attempts,
    isItsFault: (fault) =>
      fault instanceof ImportFault || fault instanceof AppError || fault instanceof DamagedFile,
    fail: (message) => database.begin((sql) => endImport(sql, claim, 'failed', message)),
    release: () => releaseImport(database, claim),
    postpone: (delay) => postponeAfterFault(database, claim, delay),
  })
}
