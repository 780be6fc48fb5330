import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import pLimit from 'p-limit'
import type { DatabaseUrl } from '../database/address.ts'
import { connect } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { claimExport, dueExports } from '../store/exports/claims.ts'
import type { ClaimedExport, ExportWorker } from '../store/exports/claims.ts'
import { openSpool } from '../files/open-spool.ts'
import type { StorageSettings } from '../files/open-spool.ts'
import { secondsToDue } from '../store/server/due.ts'
import type { Due } from '../database/lease.ts'
import { findAlive, presenceClass } from '../store/server/worker-sessions.ts'
import { listenPatiently } from '../work/listen.ts'
import { createLog } from '../work/log.ts'
import type { LogSettings } from '../work/log.ts'
import { runLoop } from '../work/loops/run.ts'
import type { DueLoop } from '../work/loops/run.ts'
import { createBell } from '../work/loops/bell.ts'
import { createPoller } from '../work/loops/poller.ts'
import type { ExportEnvironment } from './environment.ts'
import { runExport } from './run.ts'

/** Plain values, because they are passed to a thread. */
export type ExporterSettings = LogSettings &
  StorageSettings & {
    databaseUrl: DatabaseUrl
    /** Exports at once, each of another organization. */
    lanes: number
    heartbeatSeconds: number
  }

/** For claims, heartbeats, notifications and, if the files are in the database, chunks. */
const claimConnections = 3

/** Runs until `stop` aborts; unfinished exports are released and start again elsewhere. */
export async function runExporter(settings: ExporterSettings, stop: AbortSignal): Promise<void> {
  const base = { pid: process.pid, worker: 'exports' }
  const log = createLog(settings, base)
  const open = (max: number, limits: { statementTimeoutMs?: number } = {}) =>
    connect(settings.databaseUrl, {
      max,
      applicationName: 'quiver exports',
      role: applicationRole,
      ...limits,
    })
  const database = open(settings.lanes + claimConnections)
  const env: ExportEnvironment = {
    database,
    reading: open(settings.lanes, { statementTimeoutMs: 0 }),
    spool: openSpool(settings, database),
    log,
    heartbeatSeconds: settings.heartbeatSeconds,
  }
  const presence = randomInt(1, 2 ** 31)
  const everywhere = database.everywhere()
  const poller = createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { alive: await findAlive(everywhere), held: false }),
  )
  const bell = createBell()
  const listening = { heard: bell.ring, log, advisoryLock: [presenceClass, presence] as [number, number] }
  const listener = stop.aborted ? null : await listenPatiently(env.database, 'subscriber_exports', listening)
  const loop = exportLoop(env, {
    name: `${hostname()}:${process.pid}:exports`,
    presence: listener === null ? null : presence,
    stop,
    place: env.spool.place,
  })
  const queue = poller.watch(loop.due, bell)
  await Promise.all([
    ...Array.from({ length: settings.lanes }, () => runLoop(loop, queue, log, stop)),
    poller.run(log, stop),
  ])
  await listener?.stop()
  await env.reading.end()
  await env.database.end()
}

/** Also runs while the server may be a restored copy: an export sends nothing. */
function exportLoop(env: ExportEnvironment, worker: ExportWorker): DueLoop<ClaimedExport> {
  const everywhere = env.database.everywhere()
  // Claims at the same time would all find the organization without a running export.
  const turn = pLimit(1)
  return {
    take: () => turn(() => claimExport(everywhere, worker)),
    run: (claim, stop) => runExport(env, claim, stop),
    due: (sql, { alive }) => [dueExports(sql, worker, alive)],
  }
}
