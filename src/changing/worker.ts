import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import pLimit from 'p-limit'
import type { DatabaseUrl } from '../database/address.ts'
import { connect } from '../database/driver/connection.ts'
import type { Sql } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { secondsToDue } from '../store/server/due.ts'
import type { Due, Outlook } from '../database/lease.ts'
import { findAlive, presenceClass } from '../store/server/worker-sessions.ts'
import { claimBulkChange, dueBulkChanges } from '../store/subscribers/bulk-claims.ts'
import { listenPatiently } from '../work/listen.ts'
import { createLog } from '../work/log.ts'
import type { LogSettings } from '../work/log.ts'
import { runLoop } from '../work/loops/run.ts'
import { createBell } from '../work/loops/bell.ts'
import { createPoller } from '../work/loops/poller.ts'
import { runBulkChange } from './run.ts'

/** Plain values, because they are passed to a thread. */
export type ChangerSettings = LogSettings & {
  databaseUrl: DatabaseUrl
  /** Bulk changes at once, each of another organization. */
  lanes: number
  chunkRows: number
  sliceSeconds: number
  autoSubscriberManagement: boolean
}

/** For claims and notifications. */
const claimConnections = 2

/** A statement that selects the next people may read a whole list. */
const statementTimeoutMs = 120_000

/** Runs until `stop` aborts; unfinished bulk changes are released after their chunk. */
export async function runChanger(settings: ChangerSettings, stop: AbortSignal): Promise<void> {
  const base = { pid: process.pid, worker: 'changes' }
  const log = createLog(settings, base)
  const database = connect(settings.databaseUrl, {
    max: settings.lanes + claimConnections,
    applicationName: 'quiver changes',
    role: applicationRole,
    statementTimeoutMs,
    ...(settings.autoSubscriberManagement && { autoSubscriberManagement: true }),
  })
  const bell = createBell()
  const presence = randomInt(1, 2 ** 31)
  const listening = { heard: bell.ring, log, advisoryLock: [presenceClass, presence] as [number, number] }
  const listener = stop.aborted ? null : await listenPatiently(database, 'subscriber_bulk_changes', listening)
  const worker = {
    name: `${hostname()}:${process.pid}:changes`,
    presence: listener === null ? null : presence,
    stop,
  }
  const { chunkRows, sliceSeconds } = settings
  const everywhere = database.everywhere()
  // Claims at the same time would all find the organization without a running change.
  const turn = pLimit(1)
  const loop = {
    take: () => turn(() => claimBulkChange(everywhere, worker)),
    run: (claim: Parameters<typeof runBulkChange>[1], halt: AbortSignal) =>
      runBulkChange({ database, log, chunkRows, sliceSeconds }, claim, halt),
    due: (sql: Sql, { alive }: Outlook) => [dueBulkChanges(sql, alive)],
  }
  const poller = createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { alive: await findAlive(everywhere), held: false }),
  )
  const queue = poller.watch(loop.due, bell)
  await Promise.all([
    ...Array.from({ length: settings.lanes }, () => runLoop(loop, queue, log, stop)),
    poller.run(log, stop),
  ])
  await listener?.stop()
  await database.end()
}
