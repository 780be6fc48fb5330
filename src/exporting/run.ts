import { AppError } from '../contract/api/errors.ts'
import { attemptsMax, LeaseLost } from '../database/lease.ts'
import { isDiskFull } from '../database/retry.ts'
import type { SpoolDraft } from '../files/storage.ts'
import {
  failExport,
  finishExport,
  noteFile,
  noteProgress,
  postponeExport,
  releaseExport,
} from '../store/exports/claims.ts'
import type { ClaimedExport } from '../store/exports/claims.ts'
import { endAttempt } from '../work/attempt.ts'
import type { Delay } from '../work/attempt.ts'
import { keepLease } from '../work/lease.ts'
import type { ExportEnvironment } from './environment.ts'
import { writeExport } from './write.ts'
import type { Run } from './write.ts'

/**
 * Runs a claimed export from its beginning: a file is one snapshot of the list, so an interrupted one cannot be
 * continued. The file gets its name before its first byte and its link in the transaction that finishes the export.
 * Errors in the export fail it; they are not thrown.
 */
export async function runExport(
  env: ExportEnvironment,
  claim: ClaimedExport,
  stop: AbortSignal,
): Promise<void> {
  const log = env.log.child({ organization: claim.organization_id, export: claim.id, epoch: claim.epoch })
  const database = env.database.within(claim.organization_id)
  const progress = { records: 0 }
  const held = keepLease({
    everyMs: env.heartbeatSeconds * 1000,
    renew: () => noteProgress(database, claim, progress.records),
    stop,
    log,
  })
  try {
    if (claim.attempts > attemptsMax) throw new AppError('validation_failed', gaveUp(claim))
    await exportTo(env, claim, { progress, signal: held.signal })
  } catch (error) {
    await endAttempt(error, {
      name: 'export',
      log,
      stop,
      attempts: claim.attempts,
      isItsFault: (fault) => fault instanceof AppError,
      fail: (message) => database.begin((sql) => failExport(sql, claim, message)),
      release: () => releaseExport(database, claim),
      postpone: (delay) => postpone(env, claim, error, delay),
    })
  } finally {
    await held.end()
  }
}

async function exportTo(env: ExportEnvironment, claim: ClaimedExport, run: Run): Promise<void> {
  const { organization_id: organizationId } = claim
  if (claim.spool_name !== null) await env.spool.remove(organizationId, claim.spool_name)
  const draft = await env.spool.draft(organizationId)
  const written = await keepOrDiscard(draft, async () => {
    const found = { spool_name: draft.name, data_directory: env.spool.place }
    await noteFile(env.database.within(organizationId), claim, found)
    return writeExport(env.reading.within(organizationId), claim, draft, run)
  })
  try {
    await env.database.within(organizationId).begin((sql) => finishExport(sql, claim, written))
  } catch (error) {
    // After any other error the transaction may have been committed.
    if (error instanceof LeaseLost) await env.spool.remove(organizationId, draft.name)
    throw error
  }
}

async function keepOrDiscard<Result extends object>(
  draft: SpoolDraft,
  work: () => Promise<Result>,
): Promise<Result & { sizeBytes: number }> {
  let isKept = false
  try {
    const written = await work()
    const { sizeBytes } = await draft.keep()
    isKept = true
    return { ...written, sizeBytes }
  } finally {
    if (!isKept) await draft.discard()
  }
}

function gaveUp(claim: ClaimedExport): string {
  return `The export was interrupted ${attemptsMax} times and has failed. See the server log for export ${claim.id}, then create the export again.`
}

/** A full disk counts as an attempt: the export is not worth as much as what else needs the disk. */
const diskFullSeconds = 60

async function postpone(
  env: ExportEnvironment,
  claim: ClaimedExport,
  error: unknown,
  delay: Delay,
): Promise<void> {
  const database = env.database.within(claim.organization_id)
  if (!isDiskFull(error)) return postponeExport(database, claim, delay)
  if (claim.attempts >= attemptsMax) return database.begin((sql) => failExport(sql, claim, diskFull))
  return postponeExport(database, claim, { seconds: diskFullSeconds, isCounted: true })
}

const diskFull = `The disk of the server was full at each of ${attemptsMax} attempts. Free space in DATA_DIR, then create the export again; gzip makes its file smaller.`
