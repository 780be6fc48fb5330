import { connect, type Database } from '../database/driver/connection.ts'
import { attemptsMax, LeaseLost } from '../database/lease.ts'
import { isDiskFull } from '../database/retry.ts'
import { applicationRole } from '../database/roles.ts'
import { openSpool, type StorageSettings } from '../files/open-spool.ts'
import type { Spool, SpoolDraft } from '../files/storage.ts'
import {
  endFailedExport,
  exportQueue,
  findExportRequest,
  finishExport,
  noteFile,
} from '../store/exports/request.ts'
import { exportKind } from '../store/exports/rows.ts'
import { postponeJob, type ClaimedJob } from '../store/jobs/lease.ts'
import { roomOf, roomSeconds } from '../work/attempt.ts'
import type { JobKind, RunningJob } from '../work/jobs/run.ts'
import type { JobsSettings, LanesMaker } from '../work/jobs/worker.ts'
import { writeExport } from './write.ts'

/** Plain values, because they are passed to a thread. */
export type ExporterSettings = JobsSettings &
  StorageSettings & {
    /** Exports at once, each of another organization. */
    lanes: number
    heartbeatSeconds: number
  }

export type ExportEnvironment = {
  /** Without a limit of time for a statement: one reads a whole list. */
  reading: Database
  spool: Spool
}

/** Exports also run while the server may be a restored copy: they send nothing. */
export function exportJobs(settings: ExporterSettings): LanesMaker {
  return (database) => {
    const reading = connect(settings.databaseUrl, {
      max: settings.lanes,
      applicationName: 'quiver exports',
      role: applicationRole,
      statementTimeoutMs: 0,
    })
    const spool = openSpool(settings, database)
    return {
      queue: exportQueue,
      kinds: [exportJob({ reading, spool })],
      lanes: settings.lanes,
      reach: { places: spool.place === null ? null : [spool.place] },
      heartbeatSeconds: settings.heartbeatSeconds,
      close: () => reading.end(),
    }
  }
}

export function exportJob(env: ExportEnvironment): JobKind {
  return {
    kind: exportKind,
    name: 'export',
    run: (job) => runExport(env, job),
    gaveUp,
    failed: endFailedExport,
    // It counts as an attempt: the file may be larger than any room that there will be. Without room none begins.
    delayAfter: (error, { attempts }) => {
      if (!isDiskFull(error)) return null
      return attempts < attemptsMax
        ? { seconds: diskFullSeconds, isCounted: true, reason: roomOf.files }
        : diskFull
    },
  }
}

const diskFullSeconds = 60

const diskFull = `The disk of the server was full at each of ${attemptsMax} attempts. Free space in DATA_DIR, then create the export again; gzip makes its file smaller.`

function gaveUp({ id }: ClaimedJob): string {
  return `The export was interrupted ${attemptsMax} times and has failed. See the server log for export ${id}, then create the export again.`
}

/**
 * From its beginning: a file is one snapshot of the list, so an interrupted export cannot be continued. The file gets its
 * name before its first byte and its link in the transaction that finishes the export.
 */
async function runExport({ spool, reading }: ExportEnvironment, job: RunningJob): Promise<void> {
  const { database, signal, progress } = job
  const organizationId = job.claim.organization_id
  if ((await spool.roomBytes()) < 0) {
    const reason = roomOf.files
    return postponeJob(database, job.claim, { seconds: roomSeconds, isCounted: false, reason })
  }
  await job.requireRoom()
  const claim = { ...job.claim, ...(await findExportRequest(database, job.claim)) }
  if (claim.spool_name !== null) await spool.remove(organizationId, claim.spool_name)
  const draft = await spool.draft(organizationId)
  const written = await keepOrDiscard(draft, async () => {
    const file = { spoolName: draft.name, place: spool.place }
    await database.begin((sql) => noteFile(sql, claim, file))
    return writeExport(reading.within(organizationId), claim, draft, { progress, signal })
  })
  try {
    await database.begin((sql) => finishExport(sql, claim, written))
  } catch (error) {
    // After any other error the transaction may have been committed.
    if (error instanceof LeaseLost) await spool.remove(organizationId, draft.name)
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
