import type { Scoped } from '../../database/driver/connection.ts'
import { attemptsMax } from '../../database/lease.ts'
import { undoKind } from '../../store/imports/claims.ts'
import { queueUndoEnd } from '../../store/imports/events.ts'
import { findClaimedUndo, type ClaimedUndo } from '../../store/imports/undo-claims.ts'
import { endJob, releaseJob } from '../../store/jobs/lease.ts'
import { findUndoPiece } from '../../store/imports/undo-pieces.ts'
import { repeated } from '../../database/retry.ts'
import type { JobKind, RunningJob } from '../../work/jobs/run.ts'
import type { ImportEnvironment } from '../environment.ts'
import { ImportFault } from '../fault.ts'
import { conflictsMax, isConflict, someWorkWaits } from '../lanes.ts'
import { undoPiece, withdrawBatch } from './piece.ts'

/**
 * Runs an undo as far as it can go now, like an import (../run.ts). Each piece is one transaction that deletes the piece, writes
 * its results and checks the claim's epoch, so it is applied once, whenever a process dies.
 */
export function undoJob(env: ImportEnvironment): JobKind {
  return {
    kind: undoKind,
    name: 'undo',
    run: async ({ claim: job, database, signal, requireRoom }) => {
      const claim = await findClaimedUndo(database, job)
      if (!(await undoPieces(env, database, claim, { signal, requireRoom })))
        return releaseJob(database, claim)
      await database.begin(async (sql) => {
        await endJob(sql, claim, 'finished')
        await queueUndoEnd(sql, claim.organization_id, claim.id)
      })
    },
    gaveUp: ({ id }) =>
      `The undo was interrupted ${attemptsMax} times without progress and has failed. See the server log for import ${id}, then undo it again: it continues.`,
    isItsFault: (fault) => fault instanceof ImportFault,
  }
}

/** @returns false if pieces are left because other work waits. */
async function undoPieces(
  env: ImportEnvironment,
  database: Scoped,
  claim: ClaimedUndo,
  { signal, requireRoom }: Pick<RunningJob, 'signal' | 'requireRoom'>,
): Promise<boolean> {
  const startedMs = performance.now()
  const isOver = async () =>
    performance.now() - startedMs > env.pace.sliceSeconds * 1000 && (await someWorkWaits(env))
  for (let afterId: number | null = 0; afterId !== null;) {
    signal.throwIfAborted()
    await requireRoom()
    const from: number = afterId
    afterId = await patiently(() => withdrawBatch(database, claim, from))
    if (afterId !== null && (await isOver())) return false
  }
  for (let piece = await findUndoPiece(database, claim); piece !== null;) {
    signal.throwIfAborted()
    await requireRoom()
    const found = piece
    await patiently(() => undoPiece(database, claim, found))
    piece = await findUndoPiece(database, claim)
    if (piece !== null && (await isOver())) return false
  }
  return true
}

function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  return repeated(work, { after: isConflict, triesMax: conflictsMax + 1 })
}
