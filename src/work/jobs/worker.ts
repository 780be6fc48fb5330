import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import pLimit from 'p-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseUrl } from '../../database/address.ts'
import { connect } from '../../database/driver/connection.ts'
import type { Database } from '../../database/driver/connection.ts'
import type { Due } from '../../database/lease.ts'
import { applicationRole } from '../../database/roles.ts'
import { claimJob, dueJobs } from '../../store/jobs/claim.ts'
import type { JobWorker } from '../../store/jobs/claim.ts'
import type { ClaimedJob } from '../../store/jobs/lease.ts'
import { secondsToDue } from '../../store/server/due.ts'
import { findAlive, presenceClass } from '../../store/server/worker-sessions.ts'
import { listenPatiently } from '../listen.ts'
import { createBell } from '../loops/bell.ts'
import { createPoller } from '../loops/poller.ts'
import { runLoop } from '../loops/run.ts'
import type { DueLoop } from '../loops/run.ts'
import { createLog } from '../log.ts'
import type { LogSettings } from '../log.ts'
import { runJob } from './run.ts'
import type { JobKind } from './run.ts'

/** Plain values, because they are passed to a thread. */
export type JobsSettings = LogSettings & { databaseUrl: DatabaseUrl }

/** For claims, heartbeats and results. */
const connections = 4

/** Makes the kind of jobs that a worker runs. `database`: for claims, heartbeats and results. */
export type JobKindMaker = (database: Database, log: FastifyBaseLogger) => JobKind

/**
 * Runs jobs of all the kinds until `stop` aborts; unfinished ones are then released. A new kind is a file that makes a
 * `JobKind`, and an entry in the list of `src/server/jobs.ts`.
 */
export async function runJobs(
  settings: JobsSettings,
  makers: readonly JobKindMaker[],
  stop: AbortSignal,
): Promise<void> {
  const log = createLog(settings, { pid: process.pid, worker: 'jobs' })
  const database = connect(settings.databaseUrl, {
    max: connections,
    applicationName: 'quiver jobs',
    role: applicationRole,
  })
  const everywhere = database.everywhere()
  const kinds = makers.map((make) => make(database, log))
  const bells = kinds.map(() => createBell())
  const heard = (kind: string) => {
    for (const [index, { queue }] of kinds.entries()) {
      if (queue.takes.some((taken) => taken.kind === kind)) bells[index]?.ring()
    }
  }
  const presence = randomInt(1, 2 ** 31)
  const listening = { heard, log, advisoryLock: [presenceClass, presence] as [number, number] }
  const listener = stop.aborted ? null : await listenPatiently(database, 'jobs', listening)
  const worker = {
    name: `${hostname()}:${process.pid}:jobs`,
    presence: listener === null ? null : presence,
    stop,
  }
  const poller = createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { alive: await findAlive(everywhere), held: false }),
  )
  const loops = kinds.flatMap((kind, index) => {
    const loop = loopOf(database, log, kind, { ...worker, places: kind.places })
    const queue = poller.watch(loop.due, bells[index])
    return Array.from({ length: kind.lanes }, () => runLoop(loop, queue, log, stop))
  })
  await Promise.all([...loops, poller.run(log, stop)])
  await listener?.stop()
  for (const kind of kinds) await kind.close?.()
  await database.end()
}

function loopOf(
  database: Database,
  log: FastifyBaseLogger,
  kind: JobKind,
  worker: JobWorker,
): DueLoop<ClaimedJob> {
  const everywhere = database.everywhere()
  // Claims at the same time would all find the organization below its limit.
  const turn = pLimit(1)
  return {
    take: () => turn(() => claimJob(everywhere, kind.queue, worker)),
    run: (claim, stop) =>
      runJob(kind, claim, { database: database.within(claim.organization_id), log, stop }),
    due: (sql, { alive }) => [dueJobs(sql, kind.queue, worker, alive)],
  }
}
