import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import pLimit from 'p-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseUrl } from '../../database/address.ts'
import { connect, type Database, type Fragment, type Sql } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { claimJob, dueJobs, type JobQueue, type JobReach, type JobWorker } from '../../store/jobs/claim.ts'
import type { ClaimedJob } from '../../store/jobs/lease.ts'
import { presenceClass, type Alive } from '../../store/server/worker-sessions.ts'
import type { RowDisks } from './row-room.ts'
import { listenPatiently } from '../listen.ts'
import { createLog, type LogSettings } from '../log.ts'
import { createBell } from '../loops/bell.ts'
import { createLook, type Look } from '../loops/look.ts'
import { runLoop, type DueLoop } from '../loops/run.ts'
import { runJob, type JobContext, type JobKind } from './run.ts'

/** Plain values, because they are passed to a thread. */
export type JobsSettings = LogSettings & {
  databaseUrl: DatabaseUrl
  autoSubscriberManagement?: boolean
  /** Default: not known. */
  rowDisks?: RowDisks
}

/** Jobs that the same lanes run. */
export type JobLanes = {
  queue: JobQueue
  kinds: readonly JobKind[]
  /** Jobs at once, of all organizations. */
  lanes: number
  /** What it can claim. */
  reach: JobReach
  heartbeatSeconds: number
  /** What idle lanes do beside the worker that has claimed a job. */
  helps?: Helping
  close?: () => Promise<void>
}

export type Helping = {
  find: (sql: Sql) => Promise<ClaimedJob | null>
  /** See `Due`. */
  due: (sql: Sql, alive: Alive) => Fragment[]
  run: (claim: ClaimedJob, stop: AbortSignal) => Promise<void>
}

/** @param database for claims, heartbeats and results */
export type LanesMaker = (database: Database, log: FastifyBaseLogger) => JobLanes

export type Worker = {
  /** For logs and names of connections. */
  name: string
  /** Connections at most. */
  connections: number
  /** Whether the server may be a restored copy. */
  isHeld?: (sql: Sql) => Promise<boolean>
}

/**
 * Runs the jobs of all lanes until `stop` aborts; unfinished ones are then released. A new kind is a file that makes its
 * `JobLanes`, and a word in the list of the thread that runs it.
 * @param look of the thread, if it looks for other work too
 */
export async function runJobs(
  settings: JobsSettings & { worker?: Worker },
  makers: readonly LanesMaker[],
  stop: AbortSignal,
  look?: Look,
): Promise<void> {
  const { name, connections, isHeld } = settings.worker ?? { name: 'jobs', connections: 4, isHeld: undefined }
  const log = createLog(settings, { pid: process.pid, worker: name })
  const database = connect(settings.databaseUrl, {
    max: connections,
    applicationName: `quiver ${name}`,
    role: applicationRole,
    ...(settings.autoSubscriberManagement === true && { autoSubscriberManagement: true }),
  })
  const everywhere = database.everywhere()
  const held = async () => (await isHeld?.(everywhere)) === true
  const all = makers.map((make) => ({ lanes: make(database, log), bell: createBell() }))
  const heard = (kind: string) => {
    for (const { lanes, bell } of all) if (lanes.kinds.some((one) => one.kind === kind)) bell.ring()
  }
  const presence = randomInt(1, 2 ** 31)
  const listening = { heard, log, advisoryLock: [presenceClass, presence] as [number, number] }
  const listener = stop.aborted ? null : await listenPatiently(database, 'jobs', listening)
  const worker = {
    name: `${hostname()}:${process.pid}:${name}`,
    presence: listener === null ? null : presence,
    stop,
  }
  const own = createLook(everywhere, held)
  const { watch } = look ?? own
  const loops = all.flatMap(({ lanes, bell }) => {
    const loop = loopOf(database, log, lanes, { worker, held, rowDisks: settings.rowDisks })
    const queue = watch(loop.due, bell)
    return Array.from({ length: lanes.lanes }, () => runLoop(loop, queue, log, stop))
  })
  await Promise.all(look === undefined ? [...loops, own.run(log, stop)] : loops)
  await listener?.stop()
  for (const { lanes } of all) await lanes.close?.()
  await database.end()
}

type Piece = { claim: ClaimedJob; isHelp: boolean }

function loopOf(
  database: Database,
  log: FastifyBaseLogger,
  { queue, kinds, reach, helps, heartbeatSeconds }: JobLanes,
  {
    worker,
    held,
    rowDisks,
  }: { worker: Omit<JobWorker, 'places'>; held: () => Promise<boolean>; rowDisks: RowDisks | undefined },
): DueLoop<Piece> {
  const everywhere = database.everywhere()
  // Claims at the same time would all find the organization below its limit.
  const turn = pLimit(1)
  return {
    take: async () => {
      const isHeld = await held()
      const claim = await turn(() => claimJob(everywhere, queue, { ...worker, ...reach, isHeld }))
      if (claim !== null) return { claim, isHelp: false }
      const other = (await helps?.find(everywhere)) ?? null
      return other === null ? null : { claim: other, isHelp: true }
    },
    run: async ({ claim, isHelp }, stop) => {
      if (isHelp) return helps?.run(claim, stop)
      const kind = kinds.find((one) => one.kind === claim.kind)
      if (kind === undefined) throw new Error(`no kind of jobs is called ${claim.kind}`)
      const context: JobContext = {
        database: database.within(claim.organization_id),
        log,
        stop,
        heartbeatSeconds,
        rowDisks,
      }
      return runJob(kind, claim, context)
    },
    due: (sql, { alive, held: isHeld }) => [
      dueJobs(sql, queue, { ...reach, isHeld }, alive),
      ...(helps?.due(sql, alive) ?? []),
    ],
  }
}
