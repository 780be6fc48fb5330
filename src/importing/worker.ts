import { mkdir } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/driver/connection.ts'
import { openSpool, type StorageSettings } from '../files/open-spool.ts'
import { applyingQueue, preparingQueue, reachOfJobs, type Reach } from '../store/imports/claims.ts'
import { watchForCopies } from '../store/server/restored-copy.ts'
import { runJobs, type JobsSettings } from '../work/jobs/worker.ts'
import type { ImportEnvironment } from './environment.ts'
import { joining } from './join.ts'
import { importJob } from './run.ts'
import type { RangeSize } from './split.ts'
import { undoJob } from './undo/run.ts'

/** Plain values, because they are passed to a thread. */
export type WorkerSettings = JobsSettings &
  StorageSettings & {
    scratchDir: string
    uploadDir: string
    allow: string[]
    allowLoopback: boolean
    index: number
    /** Imports downloaded or split at once; one import at a time is applied. */
    preparers: number
    lanes: number
    sliceSeconds: number
    heartbeatSeconds: number
    rangeSize: RangeSize
    reach?: Reach
    /** Used to detect a restored copy (src/server/restored-copy.ts); absent: never held. */
    serverIdentity?: string
  }

/** Connections for claims and heartbeats, besides those of the lanes. */
const spareConnections = 4

/** Runs until `stop` aborts; each import is then released after its current range. */
export async function runWorker(settings: WorkerSettings, stop: AbortSignal): Promise<void> {
  await mkdir(settings.scratchDir, { recursive: true, mode: 0o700 })
  const { serverIdentity } = settings
  const worker = {
    name: `worker ${settings.index}`,
    connections: settings.lanes + spareConnections,
    ...(serverIdentity !== undefined && { isHeld: watchForCopies(serverIdentity) }),
  }
  const { heartbeatSeconds } = settings
  const reach = reachOfJobs(settings.reach)
  await runJobs(
    { ...settings, worker },
    [
      (database, log) => ({
        queue: preparingQueue,
        kinds: [importJob(environmentOf(settings, database, log))],
        lanes: settings.preparers,
        reach,
        heartbeatSeconds,
      }),
      (database, log) => {
        const env = environmentOf(settings, database, log)
        return {
          queue: applyingQueue,
          kinds: [undoJob(env), importJob(env)],
          lanes: 1,
          reach,
          heartbeatSeconds,
          helps: joining(env),
        }
      },
    ],
    stop,
  )
}

function environmentOf(
  settings: WorkerSettings,
  database: Database,
  log: FastifyBaseLogger,
): ImportEnvironment {
  return {
    database,
    log,
    scratchDir: settings.scratchDir,
    reach: settings.reach,
    sources: {
      spool: openSpool({ ...settings, ...settings.reach }, database),
      uploadDir: settings.uploadDir,
      allow: settings.allow,
      allowLoopback: settings.allowLoopback,
    },
    rowDisks: settings.rowDisks,
    pace: { lanes: settings.lanes, sliceSeconds: settings.sliceSeconds },
    heartbeatSeconds: settings.heartbeatSeconds,
    rangeSize: settings.rangeSize,
  }
}
