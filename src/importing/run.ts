import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '../contract/api/errors.ts'
import type { Scoped } from '../database/driver/connection.ts'
import { LeaseLost } from '../database/lease.ts'
import { isInternalError, isServerFault, repeated, retryable } from '../database/retry.ts'
import {
  attemptsMax,
  endImport,
  leaseSeconds,
  moveImport,
  postponeAfterFault,
  postponeDownload,
  releaseImport,
  renewLease,
} from '../store/imports/claims.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import type { ImportEnvironment } from './environment.ts'
import { retryDelaySeconds } from '../outbound/download/fetch.ts'
import { ImportFault } from './fault.ts'
import { importRanges } from './lanes.ts'
import { checkUnchanged, fetchSource, openSource } from './source.ts'
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
    const isFetched = claim.source_type !== 'url' || claim.spool_name !== null
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
  const fetched = await fetchSource(env.sources, claim, signal)
  if (fetched.ok) {
    const found = { spool_name: fetched.spoolName, data_directory: env.sources.spool.dataDirectory }
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
    const isDone = await importRanges(env, claim, source.handle, { signal, stop })
    if (!isDone) return await releaseImport(databaseOf(env, claim), claim)
    await endImport(databaseOf(env, claim), claim, 'finished', null)
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
  const { log } = env
  try {
    if (error instanceof LeaseLost) logLeaseLost(log)
    else if (error instanceof ImportFault || error instanceof AppError) {
      await endImport(databaseOf(env, claim), claim, 'failed', error.message)
    } else if (stop.aborted) await releaseImport(databaseOf(env, claim), claim)
    else {
      log.error({ err: error, attempt: claim.attempts }, 'import run failed; will retry')
      const delay = delayAfter(error, claim.attempts)
      await repeated(() => postponeAfterFault(databaseOf(env, claim), claim, delay), {
        after: (second) => retryable(second) || isServerFault(second) || isInternalError(second),
        forMs: patienceMs,
        pauseMs: () => patiencePauseMs,
        stop,
      })
    }
  } catch (second) {
    if (second instanceof LeaseLost) logLeaseLost(log)
    else log.error({ err: second }, 'import could not be released; its lease will expire')
  }
}

/**
 * A fault of the database server (no disk, no memory, a missing file) is retried until an operator has repaired it. An
 * internal error may be the import's fault, so it is retried for an hour; any other error for seconds.
 */
function delayAfter(error: unknown, attempts: number): { seconds: number; isCounted: boolean } {
  if (isServerFault(error)) return { seconds: 120, isCounted: false }
  const seconds = isInternalError(error) ? 60 * 2 ** Math.min(attempts, attemptsMax) : attempts
  return { seconds, isCounted: true }
}

/** No other worker can take the import before the lease expires. */
const patienceMs = 0.5 * leaseSeconds * 1000
const patiencePauseMs = 250

function logLeaseLost(log: FastifyBaseLogger): void {
  log.info('lease lost (taken over, paused or cancelled); uncommitted work rolled back')
}
