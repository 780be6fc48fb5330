import type { SubscriberStatus } from '../contract/imports/states.ts'
import { storedEmail } from '../contract/subscribers/values.ts'
import { parseEmail } from '../contract/values/email.ts'
import type { Plan } from '../contract/imports/plan.ts'
import type { Scoped, Transaction } from '../database/driver/connection.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import type { ClaimedImport } from '../store/imports/claims.ts'
import { changeSubscribers, findExisting, insertSubscribers } from '../store/imports/merge.ts'
import type { Changes, NewColumn, NewSubscribers } from '../store/imports/merge.ts'
import { addCounters, finishRange } from '../store/imports/ranges.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { queueReactions } from '../store/autoresponders/reactions.ts'
import { planByIndex } from '../store/subscribers/by-key.ts'
import { lockQuota } from '../store/subscribers/counts.ts'
import { findIdsByKey } from '../store/subscribers/rows.ts'
import { classifyRows, statusAfter, statusDelta, tally } from './classify.ts'
import type { ClassifiedRow, OverwriteRules } from './classify.ts'
import type { ParsedRange } from './range.ts'
import { adjustListCounts, followRangeRemovals, lockRangeRemovals } from './effects/removals.ts'
import type { Row } from './row.ts'

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
  const keptFor = claim.keep_for_undo ? claim.id : null
  await database.begin(async (sql) => {
    const keys = range.rows.map((row) => row.key)
    // Pipelined on one connection, so the quota's lock is taken before the lookup.
    const [, freePlaces, existing] = await Promise.all([
      planByIndex(sql),
      lockQuota(sql, organizationId),
      findExisting(sql, organizationId, listId, keys),
    ])
    const classified = classifyRows(range, existing, rules, freePlaces ?? Number.POSITIVE_INFINITY)
    const added = classified.filter(({ kind }) => kind === 'added')
    const updated = classified.filter(({ kind }) => kind === 'updated')
    const removals = await lockRangeRemovals(sql, claim, [...added, ...updated], rules)
    await insertSubscribers(sql, organizationId, listId, {
      columns: newColumns(rules.plan, added),
      keptFor,
    })
    await changeSubscribers(sql, organizationId, listId, { ...changesOf(updated, rules), keptFor })
    const elsewhere = await followRangeRemovals(sql, claim, removals)
    await queueAll(sql, claim, rules, { added, updated })
    await auditRevivals(sql, claim, rules, updated)
    const { counters, logs } = tally(range, classified)
    await finishRange(sql, claim, range.range.number, logs)
    // Shared rows come last, so that they are locked only briefly.
    const here = { listId, delta: statusDelta(added, updated, rules) }
    await adjustListCounts(sql, organizationId, [here, ...elsewhere])
    if (freePlaces !== null) await queueQuotaNotice(sql, organizationId)
    await addCounters(sql, claim, counters)
  })
}

type Column = { name: NewColumn; textOf: (row: Row) => string }

/** Leaves columns that the plan never fills to the table's defaults. '' means null. */
function newColumns(plan: Plan, added: readonly ClassifiedRow[]): NewSubscribers['columns'] {
  const mapped = new Set(plan.columns.map(({ kind }) => kind))
  const optional: [boolean, Column][] = [
    [mapped.has('subscribe_time'), { name: 'subscribe_time', textOf: (row) => timeText(row.subscribeTime) }],
    [mapped.has('subscribe_ip'), { name: 'subscribe_ip', textOf: (row) => row.subscribeIp ?? '' }],
    [mapped.has('remove_time'), { name: 'remove_time', textOf: (row) => timeText(row.removeTime) }],
    [mapped.has('remove_ip'), { name: 'remove_ip', textOf: (row) => row.removeIp ?? '' }],
    [mapped.has('confirm_time'), { name: 'confirm_time', textOf: (row) => timeText(row.confirmTime) }],
    [
      mapped.has('confirmed') || plan.defaults.confirmed !== null,
      { name: 'confirmed', textOf: (row) => (row.confirmed === null ? '' : String(row.confirmed)) },
    ],
    [
      mapped.has('email_format') || plan.defaults.format !== null,
      { name: 'email_format', textOf: (row) => row.format ?? '' },
    ],
    [
      mapped.has('field') || Object.keys(plan.defaultFields).length > 0,
      { name: 'custom_fields', textOf: (row) => row.fields },
    ],
  ]
  const columns: Column[] = [
    { name: 'key', textOf: (row) => row.key },
    { name: 'email', textOf: (row) => (row.address === row.key ? '' : emailText(plan, row)) },
    { name: 'status', textOf: (row) => row.status },
    ...optional.flatMap(([isFilled, column]) => (isFilled ? [column] : [])),
  ]
  return columns.map(({ name, textOf }) => ({ name, values: added.map(({ row }) => textOf(row)) }))
}

function emailText(plan: Plan, { address, key }: Row): string {
  const email = plan.keyField === null ? { address, key } : parseEmail(address)
  return (email === null ? null : storedEmail(email, key)) ?? ''
}

function timeText(ms: number | null): string {
  return ms === null ? '' : new Date(ms).toISOString()
}

function changesOf(
  updated: readonly ClassifiedRow[],
  { overwriteWhat: what, fieldIds }: ImportRules,
): Omit<Changes, 'keptFor'> {
  const column = <Value>(isOverwritten: boolean, of: (row: Row) => Value) =>
    isOverwritten ? updated.map(({ row }) => of(row)) : null
  return {
    places: updated.map(({ existing }) => existing?.place ?? ''),
    keys: updated.map(({ row }) => row.key),
    seen: updated.map(({ existing }): SubscriberStatus => existing?.status ?? 'active'),
    fieldIds,
    fields: column(what.custom_fields && fieldIds.length > 0, (row) => row.fields),
    statuses: column(what.status, (row) => row.status),
    confirmed: column(what.confirmed, (row) => (row.confirmed === null ? '' : String(row.confirmed))),
    formats: column(what.format, (row) => row.format ?? ''),
  }
}

async function queueAll(
  sql: Transaction,
  claim: ClaimedImport,
  rules: ImportRules,
  { added, updated }: { added: ClassifiedRow[]; updated: ClassifiedRow[] },
): Promise<void> {
  const queue = async (autoresponderIds: number[], changed: ClassifiedRow[]) => {
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
