import type { Classification, SubscriberStatus } from '../contract/imports/states.ts'
import { classifications } from '../contract/imports/states.ts'
import type { Scoped, Sql } from '../database/driver/connection.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { changeSubscribers, findExisting, insertSubscribers } from '../store/imports/merge.ts'
import type { Existing } from '../store/imports/merge.ts'
import { addCounters, finishRange } from '../store/imports/ranges.ts'
import type { Counters, LogLines } from '../store/imports/ranges.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { queueReactions } from '../store/autoresponders/reactions.ts'
import { adjustCounts, lockQuota } from '../store/subscribers/counts.ts'
import { findIdsByKey } from '../store/subscribers/rows.ts'
import { classify } from './judge.ts'
import type { JudgedRange, OverwriteRules } from './judge.ts'
import type { Plan } from '../contract/imports/plan.ts'
import type { Row } from './row.ts'
import { changesOf, newColumns } from './statements.ts'

/** What an import does besides writing subscribers: decided when its worker takes it up. */
export type ImportRules = OverwriteRules & {
  overwriteWhat: { custom_fields: boolean; confirmed: boolean; format: boolean; status: boolean }
  plan: Plan
  fieldIds: string[]
  /** The organization has a limit of active subscribers: ranges are applied one after the other. */
  hasQuota: boolean
  /** Autoresponders that react to a subscriber who was added, or updated. */
  onAdded: number[]
  onUpdated: number[]
}

type Judged = { row: Row; place: number; existing: Existing | undefined; kind: Classification }

/**
 * Applies one range in one transaction: look up, classify, insert, change, count, log; the import's row comes last
 * and decides. Whatever happens before the commit, nothing of the range has happened; after it, all of it.
 * @throws ClaimLost when the import is not this worker's any more; RangeConflict or a database error when the range
 * has to be done again.
 */
export async function applyRange(
  database: Scoped,
  claim: ClaimedImport,
  rules: ImportRules,
  range: JudgedRange,
): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  await database.begin(async (sql) => {
    const keys = range.rows.map((row) => row.key)
    // One behind the other on one connection: the quota's lock is taken before anything is looked up.
    const [freePlaces, existing] = await Promise.all([
      lockQuota(sql, organizationId),
      findExisting(sql, organizationId, listId, keys),
    ])
    const judged = classifyRange(range, existing, rules, freePlaces ?? Number.POSITIVE_INFINITY)
    const added = judged.filter(({ kind }) => kind === 'added')
    const updated = judged.filter(({ kind }) => kind === 'updated')
    await insertSubscribers(sql, organizationId, listId, newColumns(rules.plan, added))
    await changeSubscribers(sql, organizationId, listId, changesOf(updated, rules))
    await queueAll(sql, claim, rules, added, updated)
    await auditRevivals(sql, claim, rules, updated)
    const { counters, logs } = tally(range, judged)
    await finishRange(sql, claim, range.range.number, logs)
    // The rows that others need too come last, so that they are locked only while committing.
    await adjustCounts(sql, organizationId, listId, statusDelta(added, updated, rules))
    if (freePlaces !== null) await queueQuotaNotice(sql, organizationId)
    await addCounters(sql, claim, counters)
  })
}

/** Classes in file order where free places run out, so that the file's first rows get them. */
function classifyRange(
  range: JudgedRange,
  existing: Map<number, Existing>,
  rules: ImportRules,
  places: number,
): Judged[] {
  const judged = range.rows.map((row, index) => ({
    row,
    place: range.places[index] ?? 0,
    existing: existing.get(index),
    kind: 'added' as Classification,
  }))
  let freePlaces = places
  for (const one of Number.isFinite(places) ? inFileOrder(judged) : judged) {
    one.kind = classify(one.row, one.existing?.status, rules, freePlaces)
    freePlaces -= activeDelta(one, rules)
  }
  return judged
}

/** By place in the range, which no two rows share: dealt out, not sorted. */
function inFileOrder<Placed extends { place: number }>(placed: readonly Placed[]): Placed[] {
  const last = placed.reduce((highest, { place }) => Math.max(highest, place), -1)
  const byPlace = Array.from<Placed | undefined>({ length: last + 1 })
  for (const one of placed) byPlace[one.place] = one
  return byPlace.filter((one) => one !== undefined)
}

function statusAfter({ row, existing, kind }: Judged, rules: ImportRules): SubscriberStatus | undefined {
  if (kind === 'added') return row.status
  return kind === 'updated' && rules.overwriteWhat.status ? row.status : existing?.status
}

function activeDelta(one: Judged, rules: ImportRules): number {
  const after = statusAfter(one, rules) === 'active' && one.kind !== 'skipped_over_limit' ? 1 : 0
  return after - (one.existing?.status === 'active' ? 1 : 0)
}

function statusDelta(added: Judged[], updated: Judged[], rules: ImportRules) {
  const delta: Partial<Record<SubscriberStatus, number>> = {}
  const move = (status: SubscriberStatus | undefined, by: number) => {
    if (status !== undefined) delta[status] = (delta[status] ?? 0) + by
  }
  for (const one of added) move(one.row.status, 1)
  for (const one of rules.overwriteWhat.status ? updated : []) {
    move(one.existing?.status, -1)
    move(one.row.status, 1)
  }
  return delta
}

async function queueAll(
  sql: Sql,
  claim: ClaimedImport,
  rules: ImportRules,
  added: Judged[],
  updated: Judged[],
): Promise<void> {
  const queue = async (autoresponderIds: number[], changed: Judged[]) => {
    const keys = changed.filter((one) => statusAfter(one, rules) === 'active').map(({ row }) => row.key)
    if (autoresponderIds.length === 0 || keys.length === 0) return
    await queueReactions(sql, claim.organization_id, claim.mailing_list_id, {
      autoresponderIds,
      keys,
      importId: claim.id,
    })
  }
  await queue(rules.onAdded, added)
  await queue(rules.onUpdated, updated)
}

/**
 * Somebody who had left is active again because the import was told to: that is written down, subscriber by subscriber.
 * No address: an event outlives the person's erasure.
 */
async function auditRevivals(
  sql: Sql,
  claim: ClaimedImport,
  rules: ImportRules,
  updated: Judged[],
): Promise<void> {
  if (!rules.overwriteWhat.status) return
  const changed = updated.filter(
    ({ row, existing }) => existing?.status !== 'active' && existing?.status !== row.status,
  )
  if (changed.length === 0) return
  const keys = changed.map(({ row }) => row.key)
  const ids = await findIdsByKey(sql, claim.organization_id, claim.mailing_list_id, keys)
  const changes = changed.map(({ row, existing }) => ({
    subscriber_id: ids.get(row.key) ?? null,
    from: existing?.status,
    to: row.status,
  }))
  await insertAuditEvent(sql, claim.organization_id, {
    kind: 'subscriber.status_overwritten',
    import_id: claim.id,
    subject_type: 'MailingList',
    subject_id: claim.mailing_list_id,
    details: { changes },
  })
}

/** Counts and log lines of a range, each class in file order. */
function tally(range: JudgedRange, judged: Judged[]): { counters: Counters; logs: LogLines } {
  const lines: Partial<Record<Classification, string[]>> = {}
  const log = (kind: Classification, line: string) => (lines[kind] ??= []).push(line)
  for (const { kind, row } of inFileOrder(judged)) log(kind, row.address)
  for (const { address } of range.repeated) log('skipped_duplicate', address)
  const counters: Counters = { failed: range.failed.length }
  const logs: LogLines = {}
  if (range.failed.length > 0) logs.failed = JSON.stringify(range.failed.map(({ cells }) => cells))
  for (const kind of classifications) {
    const addresses = lines[kind]
    if (addresses === undefined) continue
    counters[kind] = addresses.length
    logs[kind] = `${addresses.join('\n')}\n`
  }
  return { counters, logs }
}
