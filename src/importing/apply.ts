import { pausedUntil, type Plan } from '../contract/imports/plan.ts'
import type { OverwriteRules } from '../contract/imports/classes.ts'
import type { SubscriberStatus } from '../contract/imports/states.ts'
import type { Scoped, Transaction } from '../database/driver/connection.ts'
import { codeOf, sqlState } from '../database/sqlstate.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { unitSeparator } from '../store/subscribers/by-key.ts'
import {
  changeSubscribers,
  findExisting,
  insertSubscribers,
  type Changes,
  type Existing,
  type NewColumn,
  type NewSubscribers,
} from '../store/imports/merge.ts'
import type { KeptFor } from '../store/imports/undo-keep.ts'
import { addCounters, finishRange } from '../store/imports/ranges.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { queueReactions } from '../store/autoresponders/reactions.ts'
import { lockQuota } from '../store/subscribers/counts.ts'
import { pauseAdded, type Pauses } from '../store/subscribers/pauses.ts'
import { findIdsByKey } from '../store/subscribers/rows.ts'
import {
  classifyRows,
  keysAt,
  positionsOf,
  statusAfter,
  statusDelta,
  tally,
  type ClassifiedRange,
} from './rows/classify.ts'
import type { LookUps } from './keys/look-ups.ts'
import { keptFields } from './rows/columns.ts'
import { keysOf, rowsAt, type ParsedRange } from './rows/range.ts'
import { count } from '../work/counts.ts'
import { adjustListCounts, followRangeRemovals, lockRangeRemovals } from './effects/removals.ts'

export type ImportRules = OverwriteRules & {
  plan: Plan
  fieldIds: string[]
  hasQuota: boolean
  scansKeys: boolean
  onAdded: number[]
  onUpdated: number[]
  lookUps: LookUps
}

/** @throws LeaseLost if another worker has the import; RangeConflict or a database error if it must be repeated. */
export async function applyRange(
  database: Scoped,
  claim: ClaimedImport,
  rules: ImportRules,
  range: ParsedRange,
): Promise<void> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const keptFor = claim.keep_for_undo ? { importId: claim.id, rangeNumber: range.range.number } : null
  const work = async (sql: Transaction) => {
    const { freePlaces, existing } = await lookUp(sql, claim, rules, range)
    const classified = classifyRows(range, existing, rules, freePlaces ?? Number.POSITIVE_INFINITY)
    const added = positionsOf(classified, 'added')
    const updated = positionsOf(classified, 'updated')
    const removals = await lockRangeRemovals(sql, claim, classified)
    await insertSubscribers(sql, organizationId, listId, newSubscribers(classified, added, keptFor))
    await pauseAdded(sql, { organizationId, listId }, pausesOf(range, added))
    await changeSubscribers(sql, organizationId, listId, {
      ...changesOf(classified, updated, rules),
      keptFor,
    })
    const elsewhere = await followRangeRemovals(sql, claim, removals)
    await queueAll(sql, claim, rules, classified)
    await auditRevivals(sql, claim, classified, updated)
    const { counts, ...results } = tally(classified)
    await finishRange(sql, claim, range.range.number, results)
    // Shared rows come last, so that they are locked only briefly.
    const here = { listId, delta: statusDelta(classified) }
    await adjustListCounts(sql, organizationId, [here, ...elsewhere])
    if (freePlaces !== null) await queueQuotaNotice(sql, organizationId)
    await addCounters(sql, claim, counts)
    return counts.counters
  }
  const counted = await database.begin(work).catch((error: unknown) => {
    if (codeOf(error) === sqlState.uniqueViolation) rules.lookUps.mistaken()
    throw error
  })
  for (const [name, rows] of Object.entries(counted)) count('import_rows', { class: name }, rows)
}

async function lookUp(
  sql: Transaction,
  { organization_id: organizationId, mailing_list_id: listId }: ClaimedImport,
  { lookUps, hasQuota, scansKeys }: ImportRules,
  range: ParsedRange,
): Promise<{ freePlaces: number | null; existing: Existing }> {
  const find = (keys: string) => findExisting(sql, organizationId, listId, { keys, inOneScan: scansKeys })
  // With a limit of subscribers all are looked up, because people who are there need no place.
  const isNeeded = hasQuota || lookUps.areNeeded()
  // Pipelined on one connection, so the quota's lock is taken before the look-up.
  const [freePlaces, found] = await Promise.all([
    lockQuota(sql, organizationId),
    find(isNeeded ? keysOf(range) : ''),
  ])
  // The limit may have been set meanwhile.
  const existing = isNeeded || freePlaces === null ? found : await find(keysOf(range))
  if (isNeeded && !hasQuota) lookUps.note(range.rows.length, existing.count)
  return { freePlaces, existing }
}

function newSubscribers(
  { range }: ClassifiedRange,
  added: Uint32Array,
  keptFor: KeptFor | null,
): NewSubscribers {
  const { packed } = range
  const rows = rowsAt(range, added)
  const columns = packed.namesFor(rows).map((name) => ({ name, values: packed.joined(name, rows) ?? '' }))
  return { columns, count: rows.length, keptFor }
}

/** Of new subscribers: those that the list has decide for themselves, as with the other times of a file. */
function pausesOf(range: ParsedRange, added: Uint32Array): Pauses {
  const { packed } = range
  const rows = rowsAt(range, added)
  const times = packed.joined(pausedUntil, rows)
  if (times === null) return new Map()
  const pauses = new Map<string, string>()
  for (const [index, time] of times.split(unitSeparator).entries()) {
    if (time !== '') pauses.set(packed.keyOf(rows[index] as number), time)
  }
  return pauses
}

function changesOf(
  { range, existing }: ClassifiedRange,
  updated: Uint32Array,
  { overwriteWhat: what, fieldIds }: ImportRules,
): Omit<Changes, 'keptFor'> {
  const { packed } = range
  const rows = rowsAt(range, updated)
  const column = (isOverwritten: boolean, name: NewColumn) =>
    isOverwritten ? packed.joined(name, rows) : null
  return {
    count: rows.length,
    places: existing.places(updated),
    keys: packed.joined('key', rows) ?? '',
    seen: existing.statuses(updated),
    fieldIds,
    fields: column(what.custom_fields, 'custom_fields'),
    kept: what.custom_fields ? packed.joinedUnlessBlank(keptFields, rows) : null,
    statuses: column(what.status, 'status'),
    confirmed: column(what.confirmed, 'confirmed'),
    formats: column(what.format, 'email_format'),
  }
}

async function queueAll(
  sql: Transaction,
  claim: ClaimedImport,
  rules: ImportRules,
  classified: ClassifiedRange,
): Promise<void> {
  const queue = async (autoresponderIds: number[], kind: 'added' | 'updated') => {
    if (autoresponderIds.length === 0) return
    const active = positionsOf(classified, kind).filter(
      (position) => statusAfter(classified, position) === 'active',
    )
    if (active.length === 0) return
    await queueReactions(sql, claim.organization_id, claim.mailing_list_id, {
      autoresponderIds,
      keys: keysAt(classified.range, active),
      importId: claim.id,
    })
  }
  await queue(rules.onAdded, 'added')
  await queue(rules.onUpdated, 'updated')
}

/** Audits subscribers that were not active. The event has no address because it outlives their erasure. */
async function auditRevivals(
  sql: Transaction,
  claim: ClaimedImport,
  classified: ClassifiedRange,
  updated: Uint32Array,
): Promise<void> {
  const { existing, rules, range } = classified
  if (!rules.overwriteWhat.status) return
  const changes: { position: number; from: SubscriberStatus | null; to: SubscriberStatus | null }[] = []
  for (const position of updated) {
    const from = existing.statusOf(position)
    const to = statusAfter(classified, position)
    if (from !== 'active' && from !== to) changes.push({ position, from, to })
  }
  if (changes.length === 0) return
  const keys = keysAt(
    range,
    Uint32Array.from(changes, ({ position }) => position),
  )
  const ids = await findIdsByKey(sql, claim.organization_id, claim.mailing_list_id, keys)
  await insertAuditEvent(sql, claim.organization_id, {
    kind: 'subscriber.status_overwritten',
    import_id: claim.id,
    subject_type: 'MailingList',
    subject_id: claim.mailing_list_id,
    details: {
      changes: changes.map(({ from, to }, index) => ({
        subscriber_id: ids.get(keys[index] ?? '') ?? null,
        from,
        to,
      })),
    },
  })
}
