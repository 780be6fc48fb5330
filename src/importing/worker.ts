import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import { mkdir } from 'node:fs/promises'
import pLimit from 'p-limit'
import type { FastifyBaseLogger } from 'fastify'
import type { DatabaseUrl } from '../database/address.ts'
import { connect } from '../database/driver/connection.ts'
import type { Database } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { claimImport, dueImports, dueJoins, findImportToJoin } from '../store/imports/claims.ts'
import type { ClaimedImport, Phase, Reach } from '../store/imports/claims.ts'
import { openSpool } from '../files/open-spool.ts'
import type { StorageSettings } from '../files/open-spool.ts'
import { secondsToDue } from '../store/server/due.ts'
import type { Due } from '../database/lease.ts'
import type { Claimant } from '../store/server/leases.ts'
import { findAlive, presenceClass } from '../store/server/worker-sessions.ts'
import { claimUndo, dueUndos } from '../store/imports/undo-claims.ts'
import type { ClaimedUndo } from '../store/imports/undo-claims.ts'
import { isHeld } from '../store/server/restored-copy.ts'
import { listenPatiently } from '../work/listen.ts'
import { createLog } from '../work/log.ts'
import type { LogSettings } from '../work/log.ts'
import { runLoop } from '../work/loops/run.ts'
import type { DueLoop } from '../work/loops/run.ts'
import { createBell } from '../work/loops/bell.ts'
import { createPoller } from '../work/loops/poller.ts'
import type { ImportEnvironment } from './environment.ts'
import { joinImport, rangesToJoin } from './join.ts'
import { runImport } from './run.ts'
import type { RangeSize } from './split.ts'
import { runUndo } from './undo/run.ts'

/** Plain values, because they are passed to a thread. */
export type WorkerSettings = LogSettings &
  StorageSettings & {
    databaseUrl: DatabaseUrl
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
    autoSubscriberManagement?: boolean
    reach?: Reach
    /** Used to detect a restored copy (src/server/restored-copy.ts); absent: never held. */
    serverIdentity?: string
  }

/** Connections for claims and heartbeats, besides those of the lanes. */
const spareConnections = 4

/** Runs until `stop` aborts; each import is then released after its current range. */
export async function runWorker(settings: WorkerSettings, stop: AbortSignal): Promise<void> {
  const base = { pid: process.pid, worker: settings.index }
  const log = createLog(settings, base)
  const database = connect(settings.databaseUrl, {
    max: settings.lanes + spareConnections,
    applicationName: `quiver worker ${settings.index}`,
    role: applicationRole,
    ...(settings.autoSubscriberManagement === true && { autoSubscriberManagement: true }),
  })
  await mkdir(settings.scratchDir, { recursive: true, mode: 0o700 })
  const env = environmentOf(settings, database, log)
  const bells = { preparing: createBell(), applying: createBell() }
  const ring = () => {
    for (const bell of Object.values(bells)) bell.ring()
  }
  const presence = randomInt(1, 2 ** 31)
  const listener = stop.aborted
    ? null
    : await listenPatiently(database, 'subscriber_imports', {
        heard: ring,
        log,
        advisoryLock: [presenceClass, presence],
      })
  const worker = {
    name: `${hostname()}:${process.pid}:${settings.index}`,
    presence: listener === null ? null : presence,
    stop,
  }
  const { serverIdentity } = settings
  const everywhere = database.everywhere()
  const held = async () => serverIdentity !== undefined && (await isHeld(everywhere, serverIdentity))
  const poller = createPoller<Due>(async (queues) =>
    secondsToDue(everywhere, queues, { alive: await findAlive(everywhere), held: await held() }),
  )
  const preparer = oneClaimAtATime(preparingLoop(env, held, worker))
  const applier = applyingLoop(env, worker)
  const preparing = poller.watch(preparer.due, bells.preparing)
  const applying = poller.watch(applier.due, bells.applying)
  await Promise.all([
    ...Array.from({ length: settings.preparers }, () => runLoop(preparer, preparing, log, stop)),
    runLoop(applier, applying, log, stop),
    poller.run(log, stop),
  ])
  await listener?.stop()
  await database.end()
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
    pace: { lanes: settings.lanes, sliceSeconds: settings.sliceSeconds },
    heartbeatSeconds: settings.heartbeatSeconds,
    rangeSize: settings.rangeSize,
  }
}

function preparingLoop(
  env: ImportEnvironment,
  isHeld: () => Promise<boolean>,
  worker: Claimant,
): DueLoop<ClaimedImport> {
  const phaseOf = (held: boolean): Phase => (held ? 'prepare_here' : 'prepare')
  return {
    take: async () =>
      claimImport(env.database.everywhere(), phaseOf(await isHeld()), { ...worker, reach: env.reach }),
    run: (claim, stop) => runImport(env, claim, stop),
    due: (sql, { held, alive }) => [dueImports(sql, phaseOf(held), env.reach, alive)],
  }
}

/** Undos and imports take turns by organization; when none is due, it helps with one that others apply. */
function applyingLoop(
  env: ImportEnvironment,
  worker: Claimant,
): DueLoop<{ undo: ClaimedUndo } | { import: ClaimedImport } | { joined: ClaimedImport }> {
  let helpsFromMs = 0
  const search = { reach: env.reach, rangesMin: rangesToJoin }
  return {
    take: async () => {
      const undo = await claimUndo(env.database.everywhere(), { ...worker, reach: env.reach })
      if (undo !== null) return { undo }
      const claim = await claimImport(env.database.everywhere(), 'apply', { ...worker, reach: env.reach })
      if (claim !== null) return { import: claim }
      if (performance.now() < helpsFromMs) return null
      const joined = await findImportToJoin(env.database.everywhere(), search)
      return joined === null ? null : { joined }
    },
    run: async (claim, stop) => {
      if ('undo' in claim) return runUndo(env, claim.undo, stop)
      if ('import' in claim) return runImport(env, claim.import, stop)
      if (!(await joinImport(env, claim.joined, stop))) helpsFromMs = performance.now() + helpPauseMs
    },
    due: (sql, { alive }) => [
      dueUndos(sql, alive),
      dueImports(sql, 'apply', env.reach, alive),
      ...(performance.now() < helpsFromMs ? [] : [dueJoins(sql, search, alive)]),
    ],
  }
}

/** After an import with which it could not help. */
const helpPauseMs = 60_000

/** Claims that one notification starts at once would all find the organization below its limit. */
function oneClaimAtATime<Piece>(loop: DueLoop<Piece>): DueLoop<Piece> {
  const turn = pLimit(1)
  return { ...loop, take: () => turn(loop.take) }
}
