import type { SubscriberStatus } from '../contract/imports/states.ts'
import { pausedUntil } from '../contract/imports/plan.ts'
import type { Plan } from '../contract/imports/plan.ts'
import type { Scoped, Transaction } from '../database/driver/connection.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { joined, unitSeparator } from '../store/subscribers/by-key.ts'
import { changeSubscribers, findExisting, insertSubscribers } from '../store/imports/merge.ts'
import type { Changes, NewColumn, NewSubscribers } from '../store/imports/merge.ts'
import type { KeptFor } from '../store/imports/undo-keep.ts'
import { addCounters, finishRange } from '../store/imports/ranges.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { queueReactions } from '../store/autoresponders/reactions.ts'
import { lockQuota } from '../store/subscribers/counts.ts'
import { pauseAdded } from '../store/subscribers/pauses.ts'
import type { Pauses } from '../store/subscribers/pauses.ts'
import { findIdsByKey } from '../store/subscribers/rows.ts'
import { classifyRows, statusAfter, statusDelta, tally } from './rows/classify.ts'
import type { ClassifiedRow, OverwriteRules } from './rows/classify.ts'
import { keysOf } from './rows/range.ts'
import type { ParsedRange } from './rows/range.ts'
import { count } from '../work/counts.ts'
import { adjustListCounts, followRangeRemovals, lockRangeRemovals } from './effects/removals.ts'

export type ImportRules = OverwriteRules & {
  plan: Plan
  fieldIds: string[]
  hasQuota: boolean
  onAdded: number[]
  onUpdated: number[]
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
  const counted = await database.begin(async (sql) => {
    // Pipelined on one connection, so the quota's lock is taken before the lookup.
    const [freePlaces, existing] = await Promise.all([
      lockQuota(sql, organizationId),
      findExisting(sql, organizationId, listId, keysOf(range)),
    ])
    const classified = classifyRows(range, existing, rules, freePlaces ?? Number.POSITIVE_INFINITY)
    const added = classified.filter(({ kind }) => kind === 'added')
    const updated = classified.filter(({ kind }) => kind === 'updated')
    const removals = await lockRangeRemovals(sql, claim, [...added, ...updated], rules)
    await insertSubscribers(sql, organizationId, listId, newSubscribers(range, added, keptFor))
    await pauseAdded(sql, { organizationId, listId }, pausesOf(range, added))
    await changeSubscribers(sql, organizationId, listId, { ...changesOf(range, updated, rules), keptFor })
    const elsewhere = await followRangeRemovals(sql, claim, removals)
    await queueAll(sql, claim, rules, { added, updated })
    await auditRevivals(sql, claim, rules, updated)
    const { counters, ...results } = tally(range, classified)
    await finishRange(sql, claim, range.range.number, results)
    // Shared rows come last, so that they are locked only briefly.
    const here = { listId, delta: statusDelta(added, updated, rules) }
    await adjustListCounts(sql, organizationId, [here, ...elsewhere])
    if (freePlaces !== null) await queueQuotaNotice(sql, organizationId)
    await addCounters(sql, claim, counters)
    return counters
  })
  for (const [name, rows] of Object.entries(counted)) count('import_rows', { class: name }, rows)
}

function newSubscribers(
  { packed }: ParsedRange,
  added: readonly ClassifiedRow[],
  keptFor: KeptFor | null,
): NewSubscribers {
  const rows = added.map(({ row }) => row)
  const columns = packed.names.map((name) => ({ name, values: packed.joined(name, rows) ?? '' }))
  return { columns, count: rows.length, keptFor }
}

/** Of new subscribers: those that the list has decide for themselves, as with the other times of a file. */
function pausesOf({ packed }: ParsedRange, added: readonly ClassifiedRow[]): Pauses {
  const times = packed.joined(
    pausedUntil,
    added.map(({ row }) => row),
  )
  if (times === null) return new Map()
  const until = times.split(unitSeparator)
  return new Map(added.flatMap(({ row }, place) => (until[place] ? [[row.key, until[place]]] : [])))
}

function changesOf(
  { packed }: ParsedRange,
  updated: readonly ClassifiedRow[],
  { overwriteWhat: what, fieldIds }: ImportRules,
): Omit<Changes, 'keptFor'> {
  const rows = updated.map(({ row }) => row)
  const column = (isOverwritten: boolean, name: NewColumn) =>
    isOverwritten ? packed.joined(name, rows) : null
  return {
    count: rows.length,
    places: joined(updated.map(({ existing }) => existing?.place ?? '')),
    keys: packed.joined('key', rows) ?? '',
    seen: joined(updated.map(({ existing }): SubscriberStatus => existing?.status ?? 'active')),
    fieldIds,
    fields: column(what.custom_fields, 'custom_fields'),
    statuses: column(what.status, 'status'),
    confirmed: column(what.confirmed, 'confirmed'),
    formats: column(what.format, 'email_format'),
  }
}

async function queueAll(
  sql: Transaction,
  claim: ClaimedImport,
  rules: ImportRules,
  { added, updated }: { added: ClassifiedRow[]; updated: ClassifiedRow[] },
): Promise<void> {
  const queue = async (autoresponderIds: number[], changed: ClassifiedRow[]) => {
    if (autoresponderIds.length === 0) return
    const keys = changed.filter((one) => statusAfter(one, rules) === 'active').map(({ row }) => row.key)
    if (keys.length === 0) return
    await queueReactions(sql, claim.organization_id, claim.mailing_list_id, {
      autoresponderIds,
      keys,
      importId: claim.id,
    })
  }
  await queue(rules.onAdded, added)
  await queue(rules.onUpdated, updated)
}

/** Audits subscribers that were not active. The event has no address because it outlives their erasure. */
async function auditRevivals(
  sql: Transaction,
  claim: ClaimedImport,
  rules: ImportRules,
  updated: ClassifiedRow[],
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
