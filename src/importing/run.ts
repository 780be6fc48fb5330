import type { Scoped } from '../database/driver/connection.ts'
import { attemptsMax } from '../database/lease.ts'
import {
  findClaimedImport,
  importKind,
  moveImport,
  noteSnapshot,
  postponeDownload,
  type ClaimedImport,
} from '../store/imports/claims.ts'
import { queueImportEnd } from '../store/imports/events.ts'
import { endJob, postponeJob, releaseJob } from '../store/jobs/lease.ts'
import type { ImportEnvironment } from './environment.ts'
import { retryDelaySeconds } from '../outbound/download/retry.ts'
import { writeFailedRows } from './source/failed-rows.ts'
import { DamagedFile } from '../files/storage.ts'
import { ImportFault } from './fault.ts'
import { findShortage, importRanges } from './lanes.ts'
import { pruneRanges } from './prune/apply.ts'
import { checkUnchanged, fetchSource, openSource } from './source/open.ts'
import { roomOf, roomSeconds } from '../work/attempt.ts'
import type { JobKind } from '../work/jobs/run.ts'
import { splitStep } from './splitting.ts'

/**
 * Runs an import as far as it can go now: each change of state commits together with its results, so that the next worker can
 * continue after a crash. `splitting` reads the whole file, so that an unreadable file fails before any subscriber is changed.
 */
export function importJob(env: ImportEnvironment): JobKind {
  return {
    kind: importKind,
    name: 'import',
    run: async ({ claim: job, database, signal, stop }) => {
      const claim = await findClaimedImport(database, job)
      if (claim.not_in_file !== null && claim.state === 'scheduled') await noteSnapshot(database, claim)
      await step(env, claim, signal, stop)
    },
    gaveUp: ({ id }) =>
      `The import was interrupted ${attemptsMax} times without progress and has failed. See the server log for import ${id}.`,
    isItsFault: (fault) => fault instanceof ImportFault || fault instanceof DamagedFile,
    failed: (sql, claim) => queueImportEnd(sql, claim, 'failed'),
  }
}

function databaseOf(env: ImportEnvironment, claim: ClaimedImport): Scoped {
  return env.database.within(claim.organization_id)
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
    await databaseOf(env, claim).begin((sql) => moveImport(sql, claim, ['scheduled', next]))
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
    await databaseOf(env, claim).begin((sql) => moveImport(sql, claim, ['downloading', 'splitting'], found))
    return { ...claim, ...found, state: 'splitting' }
  }
  const delaySeconds = fetched.retry ? retryDelaySeconds(claim.download_failures + 1) : null
  if (delaySeconds === null) throw new ImportFault(fetched.message)
  await databaseOf(env, claim).begin((sql) => postponeDownload(sql, claim, delaySeconds))
  return null
}

/** A stop, another import's turn, or a disk that is too full: then all rows wait for room, and go on by themselves. */
async function leave(env: ImportEnvironment, claim: ClaimedImport): Promise<void> {
  const database = databaseOf(env, claim)
  const lacking = await findShortage(env)
  if (lacking === null) return releaseJob(database, claim)
  env.log.warn({ import: claim.id }, `an import waits: there is no ${roomOf[lacking]}, less than 256 MB free`)
  return postponeJob(database, claim, {
    seconds: roomSeconds,
    isCounted: false,
    reason: roomOf[lacking],
  })
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
    if (!isDone) return await leave(env, claim)
    await databaseOf(env, claim).begin(async (sql) => {
      await endJob(sql, claim, 'finished')
      await queueImportEnd(sql, claim, 'finished')
    })
  } finally {
    await source.handle.close()
  }
  // A dry run can become an import, which needs the file.
  if (claim.spool_name !== null && !claim.dry_run)
    await env.sources.spool.remove(claim.organization_id, claim.spool_name)
}
