import { AppError } from '../../contract/api/errors.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { attemptsMax } from '../../database/lease.ts'
import {
  beginUndo,
  endUndo,
  postponeUndo,
  releaseUndo,
  renewUndoLease,
} from '../../store/imports/undo-claims.ts'
import type { ClaimedUndo } from '../../store/imports/undo-claims.ts'
import { findUndoPiece } from '../../store/imports/undo-pieces.ts'
import { repeated } from '../../database/retry.ts'
import { endAttempt } from '../../work/attempt.ts'
import { keepLease } from '../../work/lease.ts'
import type { ImportEnvironment } from '../environment.ts'
import { ImportFault } from '../fault.ts'
import { conflictsMax, isConflict, someWorkWaits } from '../lanes.ts'
import { undoPiece, withdrawBatch } from './piece.ts'

/**
 * Runs a claimed undo as far as it can go now, like an import (../run.ts). Each piece is one transaction that deletes
 * the piece, writes its results and checks the claim's epoch, so it is applied once, whenever a process dies.
 */
export async function runUndo(env: ImportEnvironment, claim: ClaimedUndo, stop: AbortSignal): Promise<void> {
  const log = env.log.child({
    organization: claim.organization_id,
    undo_of_import: claim.import_id,
    epoch: claim.epoch,
  })
  const database = env.database.within(claim.organization_id)
  const held = keepLease({
    everyMs: env.heartbeatSeconds * 1000,
    renew: () => renewUndoLease(database, claim),
    stop,
    log,
  })
  try {
    if (claim.attempts > attemptsMax) throw new ImportFault(gaveUp(claim))
    if (claim.state === 'scheduled') await beginUndo(database, claim)
    if (await undoPieces(env, database, claim, held.signal))
      await database.begin((sql) => endUndo(sql, claim, 'finished', null))
    else await releaseUndo(database, claim)
  } catch (error) {
    await endAttempt(error, {
      name: 'undo',
      log,
      stop,
      attempts: claim.attempts,
      isItsFault: (fault) => fault instanceof ImportFault || fault instanceof AppError,
      fail: (message) => database.begin((sql) => endUndo(sql, claim, 'failed', message)),
      release: () => releaseUndo(database, claim),
      postpone: (delay) => postponeUndo(database, claim, delay),
    })
  } finally {
    await held.end()
  }
}

function gaveUp(claim: ClaimedUndo): string {
  return `The undo was interrupted ${attemptsMax} times without progress and has failed. See the server log for import ${claim.import_id}, then undo it again: it continues.`
}

/** @returns false if pieces are left because other work waits. */
async function undoPieces(
  env: ImportEnvironment,
  database: Scoped,
  claim: ClaimedUndo,
  signal: AbortSignal,
): Promise<boolean> {
  const startedMs = performance.now()
  const isOver = async () =>
    performance.now() - startedMs > env.pace.sliceSeconds * 1000 && (await someWorkWaits(env))
  for (let afterId: number | null = 0; afterId !== null;) {
    signal.throwIfAborted()
    const from: number = afterId
    afterId = await patiently(() => withdrawBatch(database, claim, from))
    if (afterId !== null && (await isOver())) return false
  }
  for (let piece = await findUndoPiece(database, claim); piece !== null;) {
    signal.throwIfAborted()
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
