import { lockListRules } from '../actions/subscribers/write.ts'
import type { BulkAction } from '../contract/subscribers/bulk-states.ts'
import { connect, type Database, type Transaction } from '../database/driver/connection.ts'
import { attemptsMax } from '../database/lease.ts'
import { applicationRole } from '../database/roles.ts'
import { repeated } from '../database/retry.ts'
import { lockHeld, releaseJob, renewLease, type ClaimedJob } from '../store/jobs/lease.ts'
import { boundOf } from '../store/segments/counting/in-ranges.ts'
import { bulkChangeKind, forgetSelections } from '../store/bulk-changes/rows.ts'
import {
  bulkChangeQueue,
  findBulkRequest,
  finishBulkChange,
  noteChunk,
  type ClaimedBulkChange,
} from '../store/bulk-changes/progress.ts'
import { countSelection, findNextSelected, sumOf } from '../store/bulk-changes/selection.ts'
import type { JobKind, RunningJob } from '../work/jobs/run.ts'
import type { JobsSettings, LanesMaker } from '../work/jobs/worker.ts'
import type { Outcome, Work } from './chunk.ts'
import { copyPeople } from './copy.ts'
import { deletePeople } from './deletion.ts'
import { setField } from './field.ts'
import { setStatus } from './status.ts'

/** Plain values, because they are passed to a thread. */
export type ChangerSettings = JobsSettings & {
  /** Bulk changes at once, each of another organization. */
  lanes: number
  /** Subscribers of one transaction. */
  chunkRows: number
  /** After this time others have their turn. */
  sliceSeconds: number
  autoSubscriberManagement: boolean
}

const heartbeatSeconds = 5

/** A statement that selects the next people may read a whole list. */
const statementTimeoutMs = 120_000

export function bulkChangeJobs(settings: ChangerSettings): LanesMaker {
  return () => {
    const changing = connect(settings.databaseUrl, {
      max: settings.lanes,
      applicationName: 'quiver changes',
      role: applicationRole,
      statementTimeoutMs,
      ...(settings.autoSubscriberManagement && { autoSubscriberManagement: true }),
    })
    return {
      queue: bulkChangeQueue,
      kinds: [bulkChangeJob(settings, changing)],
      lanes: settings.lanes,
      reach: { places: null },
      heartbeatSeconds,
      close: () => changing.end(),
    }
  }
}

function bulkChangeJob(settings: ChangerSettings, changing: Database): JobKind {
  return {
    kind: bulkChangeKind,
    name: 'bulk change',
    run: (job) => runSlice(settings, changing, job),
    gaveUp,
    failed: (sql, claim) => forgetSelections(sql, claim.organization_id, [claim.id]),
  }
}

/** The first subscriber waits for it. */
const countTimeMs = 5_000

/**
 * Goes on where the last chunk ended. A chunk is one transaction, which also moves the place, so a kill changes no
 * subscriber twice.
 */
async function runSlice(
  { chunkRows, sliceSeconds }: ChangerSettings,
  changing: Database,
  job: RunningJob,
): Promise<void> {
  const { organization_id: organizationId } = job.claim
  const sql = changing.within(organizationId)
  const claim = { ...job.claim, ...(await findBulkRequest(sql, job.claim)) }
  const target = { organizationId, listId: claim.mailing_list_id, timeZone: claim.time_zone }
  if (claim.people_total === null && claim.after_subscriber_id === 0) {
    const bound = boundOf(countTimeMs)
    const counted = await sql.begin((sql) => countSelection(sql, target, claim.selection, bound))
    // A lower bound is no total: the progress would exceed it.
    if (counted?.isExact === true) await renewLease(sql, claim, { total: sumOf(counted.statuses) })
  }
  const endMs = performance.now() + sliceSeconds * 1000
  let after = claim.after_subscriber_id
  while (performance.now() < endMs) {
    job.signal.throwIfAborted()
    await job.requireRoom()
    const range = { after, last: claim.last_subscriber_id, limit: chunkRows }
    const ids = await findNextSelected(sql, target, claim.selection, range)
    const lastId = ids.at(-1)
    if (lastId === undefined) return sql.begin((sql) => finishBulkChange(sql, claim))
    await repeated(() => sql.begin((sql) => changeChunk(sql, claim, ids, lastId)))
    after = lastId
  }
  await releaseJob(sql, claim)
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
  // The job before the list, as the delete of a list does.
  await lockHeld(sql, claim)
  const rules = await lockListRules(sql, claim, claim.mailing_list_id)
  const outcome = await actions[claim.action](sql, { claim, rules, ids })
  await noteChunk(sql, claim, { lastId, done: ids.length, ...outcome })
}

function gaveUp({ id }: ClaimedJob): string {
  return `The change was interrupted ${attemptsMax} times without progress and has failed. See the server log for bulk change ${id}, then create it again: who was changed already is not changed twice.`
}
