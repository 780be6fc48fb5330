import { recordOf, type ListRules } from '../actions/subscribers/record.ts'
import { addressOf } from '../actions/subscribers/references.ts'
import { lockListRules, queueSubscriberEvents } from '../actions/subscribers/write.ts'
import { AppError, invalid } from '../contract/api/errors.ts'
import { newSubscriber, type SubscriberValues } from '../contract/subscribers/values.ts'
import type { Transaction } from '../database/driver/connection.ts'
import { queueQuotaNotice } from '../store/accounting/quota-notices.ts'
import { findSubscriptionAutoresponders, queueReactions } from '../store/autoresponders/reactions.ts'
import type { BulkProblem } from '../store/bulk-changes/rows.ts'
import { adjustCounts, lockQuota, quotaRefusal } from '../store/subscribers/counts.ts'
import { insertSubscribers, lockSubscribers } from '../store/subscribers/many.ts'
import { findIdsByKey, type SubscriberRow } from '../store/subscribers/rows.ts'
import { isTold } from '../store/webhooks/events.ts'
import { countsOf, type Outcome, type Work } from './chunk.ts'

type Candidate = { id: number; values: SubscriberValues }

/** As a new subscriber of the other list. People who are on it already are not changed there, whatever their status. */
export async function copyPeople(sql: Transaction, { claim, rules, ids }: Work): Promise<Outcome> {
  const { organization_id: organizationId, details } = claim
  const target = await lockTarget(sql, claim)
  const places = await lockQuota(sql, organizationId)
  const rows = await lockSubscribers(sql, organizationId, claim.mailing_list_id, ids)
  const problems: BulkProblem[] = []
  const candidates = rows
    .filter(({ status }) => status === 'active')
    .flatMap((row) => candidateOf(row, { from: rules, to: target }, problems))
  const keys = candidates.map(({ values }) => values.key)
  const known = await findIdsByKey(sql, organizationId, target.list.id, keys)
  const missing = candidates.filter(({ values }) => !known.has(values.key))
  const wanted = [...new Map(missing.map((candidate) => [candidate.values.key, candidate])).values()]
  const admitted = wanted.slice(0, places ?? wanted.length)
  const refused = wanted.slice(admitted.length)
  const added = await insertSubscribers(sql, organizationId, target.list.id, admitted.map(({ values }) => values)) // oxfmt-ignore
  if (details.skip_autoresponders !== true) await react(sql, organizationId, target.list.id, added)
  await adjustCounts(sql, organizationId, target.list.id, countsOf([], added))
  if (places !== null) await queueQuotaNotice(sql, organizationId)
  if (refused.length > 0) {
    const problem = (await quotaRefusal(sql, organizationId)).message
    problems.push(...refused.map(({ id }) => ({ subscriber_id: id, problem })))
  }
  if (await isTold(sql, organizationId, 'studio_subscriber_created')) {
    const written = added.map((row) => ({ after: recordOf(row, target) }))
    await queueSubscriberEvents(sql, organizationId, target.list, written)
  }
  return { changed: added.length, problems }
}

async function lockTarget(sql: Transaction, claim: Work['claim']): Promise<ListRules> {
  const { to_mailing_list: to } = claim.details
  try {
    return await lockListRules(sql, claim, to?.id ?? 0)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalid(`the list ${to?.name} was deleted: choose another one and create the bulk change again`)
  }
}

function candidateOf(
  row: SubscriberRow,
  { from, to }: { from: ListRules; to: ListRules },
  problems: BulkProblem[],
): Candidate[] {
  const fields = to.fields.flatMap((field) => {
    const same = from.fields.find(
      ({ name, field_type: type }) =>
        name.toLowerCase() === field.name.toLowerCase() && type === field.field_type,
    )
    const value = same === undefined ? undefined : row.custom_fields[same.id]
    return value === undefined ? [] : [[String(field.id), value] as const]
  })
  const input = {
    email: addressOf(row),
    confirmed: row.confirmed,
    email_format: row.email_format,
    subscribe_ip: null,
    remove_ip: null,
    custom_fields: Object.fromEntries(fields),
  }
  try {
    const values = newSubscriber(input, { ...to.list, ...to })
    return [{ id: row.id, values: { ...values, confirm_time: row.confirm_time } }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push({ subscriber_id: row.id, problem: error.message })
    return []
  }
}

async function react(
  sql: Transaction,
  organizationId: number,
  listId: number,
  added: readonly SubscriberRow[],
): Promise<void> {
  const autoresponderIds = await findSubscriptionAutoresponders(sql, organizationId, listId, {
    source: 'api',
  })
  await queueReactions(sql, organizationId, listId, { autoresponderIds, keys: added.map(({ key }) => key) })
}
