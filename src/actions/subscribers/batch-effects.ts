import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { BatchInput } from '../../contract/subscribers/batch.ts'
import type { Transaction } from '../../database/driver/connection.ts'
import { queueQuotaNotice } from '../../store/accounting/quota-notices.ts'
import { findSubscriptionAutoresponders, queueReactions } from '../../store/autoresponders/reactions.ts'
import { adjustCounts } from '../../store/subscribers/counts.ts'
import { noteDepartures } from '../../store/subscribers/departures.ts'
import {
  followRemovals,
  lockRemovals,
  removalKindOf,
  statusAfter,
  type RemovalKind,
  type RemovalRules,
} from '../../store/subscribers/removals.ts'
import type { SubscriberRow } from '../../store/subscribers/rows.ts'
import type { Actor } from '../actor.ts'
import { recordOf, type ListRules } from './record.ts'
import { queueSubscriberEvents } from './write.ts'

/** `named`: the status that the record gives. */
export type Written = {
  added: SubscriberRow[]
  updated: { before: SubscriberRow; after: SubscriberRow; named: SubscriberStatus | null }[]
}

type Removals = Map<RemovalKind, RemovalRules>

/** Of all statuses that records give, before any subscriber is locked. */
export async function lockBatchRemovals(
  sql: Transaction,
  organizationId: number,
  statuses: readonly (SubscriberStatus | null | undefined)[],
): Promise<Removals> {
  const removals: Removals = new Map()
  for (const kind of new Set(statuses.flatMap((status) => removalKindOf(status) ?? []))) {
    const rules = await lockRemovals(sql, organizationId, kind)
    if (rules !== null) removals.set(kind, rules)
  }
  return removals
}

type Batch = {
  rules: ListRules
  given: BatchInput
  written: Written
  removals: Removals
  hasQuota: boolean
}

/** What follows from the rows that were written: as for one subscriber (write.ts), in one statement for all. */
export async function followBatch(sql: Transaction, actor: Actor, batch: Batch): Promise<void> {
  const { rules, written } = batch
  const organizationId = actor.caller.organization_id
  const listId = rules.list.id
  await auditRevivals(sql, actor, listId, written)
  await react(sql, organizationId, batch)
  const stayed = written.updated.filter(
    ({ before, after, named }) => before.status === after.status && removalKindOf(named) !== null,
  )
  await noteDepartures(sql, organizationId, listId, stayed.map(({ after }) => after.id)) // oxfmt-ignore
  const elsewhere = await removeElsewhere(sql, organizationId, batch)
  const changes = [{ listId, delta: deltaOf(written) }, ...elsewhere]
  for (const { listId: id, delta } of changes.toSorted((one, other) => one.listId - other.listId)) {
    await adjustCounts(sql, organizationId, id, delta)
  }
  if (batch.hasQuota) await queueQuotaNotice(sql, organizationId)
  const events = [
    ...written.added.map((row) => ({ after: recordOf(row, rules) })),
    ...written.updated.map(({ before, after }) => ({
      before: recordOf(before, rules),
      after: recordOf(after, rules),
    })),
  ]
  await queueSubscriberEvents(sql, organizationId, rules.list, events)
}

/** One event without addresses, as imports write it: audit events outlive an erasure. */
async function auditRevivals(
  sql: Transaction,
  { audit }: Actor,
  listId: number,
  { updated }: Written,
): Promise<void> {
  const changes = updated
    .filter(({ before, after }) => before.status !== 'active' && before.status !== after.status)
    .map(({ before, after }) => ({ subscriber_id: after.id, from: before.status, to: after.status }))
  if (changes.length === 0) return
  await audit(sql, {
    kind: 'subscriber.status_overwritten',
    subject_type: 'MailingList',
    subject_id: listId,
    details: { changes },
  })
}

async function react(sql: Transaction, organizationId: number, { rules, given, written }: Batch) {
  const rows = [
    ...(given.skip_autoresponders === true ? [] : written.added),
    ...(given.run_autoresponders === true ? written.updated.map(({ after }) => after) : []),
  ]
  const keys = rows.filter(({ status }) => status === 'active').map(({ key }) => key)
  if (keys.length === 0) return
  const autoresponderIds = await findSubscriptionAutoresponders(sql, organizationId, rules.list.id, {
    source: 'api',
    filter: given.autoresponder_filter ?? null,
  })
  await queueReactions(sql, organizationId, rules.list.id, { autoresponderIds, keys })
}

type Delta = Parameters<typeof adjustCounts>[3]

async function removeElsewhere(
  sql: Transaction,
  organizationId: number,
  { rules: { list }, written: { added, updated }, removals }: Batch,
): Promise<{ listId: number; delta: Delta }[]> {
  const left = [
    ...added,
    ...updated.flatMap(({ before, after }) => (before.status === after.status ? [] : [after])),
  ]
  const changes: { listId: number; delta: Delta }[] = []
  for (const [kind, rules] of removals) {
    const status = statusAfter[kind]
    const keys = left.filter((row) => row.status === status).map(({ key }) => key)
    if (keys.length === 0) continue
    const lost = await followRemovals(sql, organizationId, { listId: list.id, kind, keys }, rules)
    changes.push(...lost.map(({ listId, count }) => ({ listId, delta: { active: -count, [status]: count } })))
  }
  return changes
}

function deltaOf({ added, updated }: Written): Delta {
  const delta: Delta = {}
  const count = ({ status }: SubscriberRow, by: number) => {
    delta[status] = (delta[status] ?? 0) + by
  }
  for (const row of added) count(row, 1)
  for (const { before, after } of updated) {
    count(before, -1)
    count(after, 1)
  }
  return delta
}
