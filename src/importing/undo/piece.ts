import { AppError } from '../../contract/api/errors.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { withdrawReactions } from '../../store/autoresponders/withdrawal.ts'
import { RangeConflict } from '../../store/imports/merge.ts'
import type { ClaimedUndo } from '../../store/imports/undo-claims.ts'
import {
  addWithdrawn,
  findRemovable,
  finishUndoPiece,
  hasBeenWrittenTo,
  removeAdded,
  type Undone,
  type UndoPiece,
} from '../../store/imports/undo-pieces.ts'
import { restoreChanged } from '../../store/imports/undo-restore.ts'
import { adjustCounts, lockQuota } from '../../store/subscribers/counts.ts'
import { findSubscriberList } from '../../store/subscribers/rows.ts'
import {
  countEnded,
  endReactions,
  forgetClicks,
  forgetDeliveries,
  forgetResponses,
  type EndedReactions,
} from '../../store/erasure/traces.ts'
import { planByIndex } from '../../store/subscribers/by-key.ts'
import { ImportFault } from '../fault.ts'

/** In one transaction. @throws LeaseLost if another worker has the undo; RangeConflict if it must be repeated. */
export async function undoPiece(database: Scoped, claim: ClaimedUndo, piece: UndoPiece): Promise<void> {
  await database.begin(async (sql) => {
    await planByIndex(sql)
    await holdList(sql, claim)
    const { done, afterCounts } =
      piece.kind === 'added' ? await removePeople(sql, claim, piece) : await restorePeople(sql, claim, piece)
    // Shared rows come last, as when an import applies a range.
    await adjustCounts(sql, claim.organization_id, claim.mailing_list_id, done.delta)
    await afterCounts()
    await finishUndoPiece(sql, claim, piece, done)
  })
}

/** A deletion of the list waits for the transaction. */
async function holdList(sql: Transaction, claim: ClaimedUndo): Promise<void> {
  try {
    await findSubscriberList(sql, claim.organization_id, claim.mailing_list_id, { lock: true })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ImportFault('The mailing list was deleted while the import was undone.')
  }
}

type PieceDone = { done: Undone; afterCounts: () => Promise<void> }

async function restorePeople(sql: Transaction, claim: ClaimedUndo, piece: UndoPiece): Promise<PieceDone> {
  const freePlaces = await lockQuota(sql, claim.organization_id)
  return { done: await restoreChanged(sql, claim, piece, freePlaces), afterCounts: () => Promise.resolve() }
}

/** Deletes the traces of these people, as a delete by a caller does. Before any message was sent there are none. */
async function removePeople(sql: Transaction, claim: ClaimedUndo, piece: UndoPiece): Promise<PieceDone> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  if (!(await hasBeenWrittenTo(sql, claim))) {
    return { done: await removeAdded(sql, claim, piece), afterCounts: () => Promise.resolve() }
  }
  const ids = await findRemovable(sql, claim, piece)
  const ended: EndedReactions = await endReactions(sql, organizationId, listId, ids)
  await forgetDeliveries(sql, organizationId, listId, ids)
  const answered = await forgetResponses(sql, organizationId, listId, ids)
  const done = await removeAdded(sql, claim, piece)
  if ((done.classes.removed ?? 0) !== ids.length) throw new RangeConflict()
  const afterCounts = async () => {
    await forgetClicks(sql, organizationId, answered, ids)
    await countEnded(sql, organizationId, ended)
  }
  return { done, afterCounts }
}

const batchReactions = 5_000

/** Withdraws messages of autoresponders. @returns the id to continue after; null: none is left. */
export async function withdrawBatch(
  database: Scoped,
  claim: ClaimedUndo,
  afterId: number,
): Promise<number | null> {
  return database.begin(async (sql) => {
    const { withdrawn, lastId, ended } = await withdrawReactions(sql, claim.organization_id, {
      importId: claim.import_id,
      afterId,
      count: batchReactions,
    })
    await countEnded(sql, claim.organization_id, ended)
    if (withdrawn > 0) await addWithdrawn(sql, claim, withdrawn)
    return lastId
  })
}
