import { prunedStatus, type PruneAction } from '../../contract/imports/prune.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated } from '../../database/retry.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import type { ClaimedImport } from '../../store/imports/claims.ts'
import {
  addPruned,
  endPruned,
  findOpenPruneRange,
  finishPruneRange,
  type PruneRange,
} from '../../store/imports/prune.ts'
import { keepStatuses } from '../../store/imports/undo-keep.ts'
import { lockRemovals } from '../../store/subscribers/removals.ts'
import type { ImportEnvironment } from '../environment.ts'
import { conflictsMax, createTurn, isConflict } from '../lanes.ts'
import { adjustListCounts, followRangeRemovals } from '../effects/removals.ts'

/**
 * Prunes after all rows have been applied.
 * @returns false if ranges are left because of a stop or other waiting imports.
 */
export async function pruneRanges(
  env: ImportEnvironment,
  claim: ClaimedImport,
  { signal, stop }: { signal: AbortSignal; stop: AbortSignal },
): Promise<boolean> {
  const { not_in_file: action } = claim
  if (action === null) return true
  const database = env.database.within(claim.organization_id)
  const isOver = createTurn(env, env.pace.sliceSeconds, stop, signal)
  for (let pruned = 0; !(await isOver(pruned)); pruned += 1) {
    const range = await findOpenPruneRange(database, claim)
    if (range === null) return true
    const prune = () => pruneRange(database, claim, action, range)
    await repeated(prune, { after: isConflict, triesMax: conflictsMax + 1 })
  }
  signal.throwIfAborted()
  return false
}

/** A dry run only finds, logs and counts them. */
async function pruneRange(
  database: Scoped,
  claim: ClaimedImport,
  action: PruneAction,
  range: PruneRange,
): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const status = prunedStatus[action]
  const isRemoval = action === 'unsubscribe' && !claim.dry_run
  await database.begin(async (sql) => {
    const rules = isRemoval ? await lockRemovals(sql, organizationId) : null
    const gone = await endPruned(sql, claim, range, claim.dry_run ? null : status)
    const pruned = gone.ids.length
    await finishPruneRange(sql, claim, range, gone)
    if (!claim.dry_run && pruned > 0) {
      const removals = rules === null ? [] : [{ kind: 'unsub' as const, keys: gone.keys, rules }]
      const elsewhere = await followRangeRemovals(sql, claim, removals)
      if (claim.keep_for_undo) await keepPruned(sql, claim, { ids: gone.ids, written: status })
      await auditPruned(sql, claim, { to: status, subscriber_ids: gone.ids })
      const here = { listId, delta: { active: -pruned, [status]: pruned } }
      await adjustListCounts(sql, organizationId, [here, ...elsewhere])
    }
    await addPruned(sql, claim, { pruned, leftAlone: range.ids.length - pruned })
  })
}

function keepPruned(
  sql: Transaction,
  claim: ClaimedImport,
  { ids, written }: { ids: number[]; written: SubscriberStatus },
): Promise<void> {
  const before = ids.map(() => 'active' as const)
  return keepStatuses(sql, claim.organization_id, claim.id, { ids, before, written })
}

function auditPruned(sql: Transaction, claim: ClaimedImport, details: object): Promise<void> {
  return insertAuditEvent(sql, claim.organization_id, {
    kind: 'subscriber.pruned',
    import_id: claim.id,
    subject_type: 'MailingList',
    subject_id: claim.mailing_list_id,
    details,
  })
}
