import type { FastifyBaseLogger } from 'fastify'
import { lockListRules } from '../actions/subscribers/write.ts'
import { AppError } from '../contract/api/errors.ts'
import type { BulkAction } from '../contract/subscribers/bulk-states.ts'
import type { Database, Scoped, Transaction } from '../database/driver/connection.ts'
import { attemptsMax } from '../database/lease.ts'
import { repeated } from '../database/retry.ts'
import {
  failBulkChange,
  finishBulkChange,
  lockBulkChange,
  noteChunk,
  noteTotal,
  postponeBulkChange,
  releaseBulkChange,
} from '../store/subscribers/bulk-claims.ts'
import type { ClaimedBulkChange } from '../store/subscribers/bulk-claims.ts'
import { boundOf } from '../store/segments/counting/in-ranges.ts'
import { countSelection, findNextSelected, sumOf } from '../store/subscribers/bulk-selection.ts'
import { endAttempt } from '../work/attempt.ts'
import type { Outcome, Work } from './chunk.ts'
import { copyPeople } from './copy.ts'
import { deletePeople } from './deletion.ts'
import { setField } from './field.ts'
import { setStatus } from './status.ts'

export type ChangeEnvironment = {
  database: Database
  log: FastifyBaseLogger
  /** Subscribers of one transaction. */
  chunkRows: number
  /** After this time others have their turn. */
  sliceSeconds: number
}

/**
 * Goes on with a claimed bulk change where its last chunk ended. A chunk is one transaction, which also moves the place and
 * renews the lease, so a kill changes no subscriber twice. Errors in the bulk change fail it; they are not thrown.
 */
export async function runBulkChange(
  env: ChangeEnvironment,
  claim: ClaimedBulkChange,
  stop: AbortSignal,
): Promise<void> {
  const log = env.log.child({ organization: claim.organization_id, bulkChange: claim.id, epoch: claim.epoch })
  const sql = env.database.within(claim.organization_id)
  try {
    if (claim.attempts > attemptsMax) throw new AppError('validation_failed', gaveUp(claim))
    await runSlice(env, sql, claim, stop)
  } catch (error) {
    await endAttempt(error, {
      name: 'bulk change',
      log,
      stop,
      attempts: claim.attempts,
      isItsFault: (fault) => fault instanceof AppError,
      fail: (message) => failBulkChange(sql, claim, message),
      release: () => releaseBulkChange(sql, claim),
      postpone: (delay) => postponeBulkChange(sql, claim, delay),
    })
  }
}

const countTimeMs = 20_000

async function runSlice(
  env: ChangeEnvironment,
  sql: Scoped,
  claim: ClaimedBulkChange,
  stop: AbortSignal,
): Promise<void> {
  const target = {
    organizationId: claim.organization_id,
    listId: claim.mailing_list_id,
    timeZone: claim.time_zone,
  }
  if (claim.people_total === null && claim.after_subscriber_id === 0) {
    const bound = boundOf(countTimeMs)
    const counted = await sql.begin((sql) => countSelection(sql, target, claim.selection, bound))
    // A lower bound is no total: the progress would exceed it.
    if (counted?.isExact === true) await noteTotal(sql, claim, sumOf(counted.statuses))
  }
  const endMs = performance.now() + env.sliceSeconds * 1000
  let after = claim.after_subscriber_id
  while (performance.now() < endMs) {
    stop.throwIfAborted()
    const range = { after, last: claim.last_subscriber_id, limit: env.chunkRows }
    const ids = await findNextSelected(sql, target, claim.selection, range)
    const lastId = ids.at(-1)
    if (lastId === undefined) return finishBulkChange(sql, claim)
    await repeated(() => sql.begin((sql) => changeChunk(sql, claim, ids, lastId)))
    after = lastId
  }
  await releaseBulkChange(sql, claim)
}

const actions: Record<BulkAction, (sql: Transaction, work: Work) => Promise<Outcome>> = {
  set_status: setStatus,
  set_field: setField,
  delete: deletePeople,
  copy: copyPeople,
}

async function changeChunk(
  sql: Transaction,
  claim: ClaimedBulkChange,
  ids: readonly number[],
  lastId: number,
): Promise<void> {
  await lockBulkChange(sql, claim)
  const rules = await lockListRules(sql, claim, claim.mailing_list_id)
  const outcome = await actions[claim.action](sql, { claim, rules, ids })
  await noteChunk(sql, claim, { lastId, done: ids.length, ...outcome })
}

function gaveUp(claim: ClaimedBulkChange): string {
  return `The change was interrupted ${attemptsMax} times without progress and has failed. See the server log for bulk change ${claim.id}, then create it again: who was changed already is not changed twice.`
}
