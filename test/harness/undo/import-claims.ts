import type { Sql } from '../../../src/database/driver/connection.ts'
import type { ImportEnvironment } from '../../../src/importing/environment.ts'
import { importJob } from '../../../src/importing/run.ts'
import { undoJob } from '../../../src/importing/undo/run.ts'
import {
  applyingQueue,
  findClaimedImport,
  noteSnapshot,
  preparingQueue,
  reachOfJobs,
  undoKind,
  type ClaimedImport,
  type Reach,
} from '../../../src/store/imports/claims.ts'
import { findClaimedUndo, type ClaimedUndo } from '../../../src/store/imports/undo-claims.ts'
import { claimJob, dueJobs } from '../../../src/store/jobs/claim.ts'
import type { ClaimedJob } from '../../../src/store/jobs/lease.ts'
import { runJob } from '../../../src/work/jobs/run.ts'

/** `prepare_here`: by a server that may be a restored copy. */
export type Phase = 'prepare' | 'prepare_here' | 'apply'

type Claimant = { name: string; presence: number | null; reach?: Reach | undefined }

const queueOf = (phase: Phase) => {
  if (phase !== 'apply') return preparingQueue
  return { ...applyingQueue, takes: applyingQueue.takes.filter(({ kind }) => kind !== undoKind) }
}

const reachOf = (phase: Phase, reach: Reach | undefined) => ({
  ...reachOfJobs(reach),
  isHeld: phase === 'prepare_here',
})

/** And begins it, as its run does at first. */
export async function claimImport(
  sql: Sql,
  phase: Phase,
  { reach, ...worker }: Claimant,
): Promise<(ClaimedJob & ClaimedImport) | null> {
  const claim = await claimJob(sql, queueOf(phase), { ...worker, ...reachOf(phase, reach) })
  if (claim === null) return null
  const found = await findClaimedImport(sql, claim)
  if (found.state === 'scheduled') await noteSnapshot(sql, found)
  return { ...claim, ...found }
}

export function dueImports(sql: Sql, phase: Phase, reach: Reach | undefined, alive: readonly number[]) {
  return dueJobs(sql, queueOf(phase), reachOf(phase, reach), alive)
}

export async function claimUndo(sql: Sql, worker: Claimant): Promise<(ClaimedJob & ClaimedUndo) | null> {
  const claim = await claimJob(sql, applyingQueue, { ...worker, places: null })
  return claim?.kind === undoKind ? { ...claim, ...(await findClaimedUndo(sql, claim)) } : null
}

export function runImport(env: ImportEnvironment, claim: ClaimedJob, stop: AbortSignal): Promise<void> {
  return runJob(importJob(env), claim, contextOf(env, claim, stop))
}

export function runUndo(env: ImportEnvironment, claim: ClaimedJob, stop: AbortSignal): Promise<void> {
  return runJob(undoJob(env), claim, contextOf(env, claim, stop))
}

function contextOf(env: ImportEnvironment, claim: ClaimedJob, stop: AbortSignal) {
  const { log, heartbeatSeconds, rowDisks } = env
  return { database: env.database.within(claim.organization_id), log, stop, heartbeatSeconds, rowDisks }
}
