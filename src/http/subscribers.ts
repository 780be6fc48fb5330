import { parseEmail } from '../contract/email.ts'
import type { EmailAddress } from '../contract/email.ts'
import { AppError, notFound } from '../contract/errors.ts'
import type { FieldRules } from '../contract/field-values.ts'
import { checkFields } from '../contract/problems.ts'
import { changedSubscriber, newSubscriber } from '../contract/subscriber-values.ts'
import {
  createSubscriber,
  deleteSubscriber,
  listSubscribers,
  listSubscribersByEmail,
  lookupsMax,
  reactionInput,
  showSubscribers,
  updateSubscriber,
} from '../contract/subscribers.ts'
import type { ReactionInput, SubscriberRecord } from '../contract/subscribers.ts'
import { parseId } from '../contract/text.ts'
import { formatInstant } from '../contract/zones.ts'
import type { Sql } from '../database/connection.ts'
import type { Caller } from '../store/api-keys.ts'
import { findFieldRules } from '../store/custom-fields.ts'
import { addSubscriber, removeSubscriber, reviseSubscriber } from '../store/subscriber-changes.ts'
import type { ReactionRules } from '../store/subscriber-changes.ts'
import { countSubscribers } from '../store/subscriber-counts.ts'
import {
  findReferenced,
  findSubscriberList,
  findSubscribers,
  findSubscribersByEmail,
} from '../store/subscribers.ts'
import type { SubscriberList, SubscriberRow } from '../store/subscribers.ts'
import type { PageTokens } from './page-token.ts'
import type { Router } from './route.ts'

export function subscriberRoutes(route: Router, pageTokens: PageTokens): void {
  route(listSubscribers, async ({ sql, caller, params, query }) => {
    const organizationId = caller.organization_id
    const list = await findSubscriberList(sql, organizationId, params.mailing_list_id)
    const page = pageTokens.readPage(query, [organizationId, 'subscribers', list.id])
    const [found, count, fields] = await Promise.all([
      findSubscribers(sql, organizationId, list.id, page.start, page.perPage + 1),
      countSubscribers(sql, organizationId, list.id),
      findFieldRules(sql, organizationId, list.id),
    ])
    const { rows, paging } = pageTokens.answerPage(page, found, count)
    return { data: rows.map((row) => present(row, list, fields, caller)), paging }
  })

  route(showSubscribers, async ({ sql, caller, params }) => {
    const list = await findSubscriberList(sql, caller.organization_id, params.mailing_list_id)
    const rows = await findAsked(sql, caller.organization_id, list, params.ids)
    if (rows.length === 0) throw notFound('subscriber')
    const fields = await findFieldRules(sql, caller.organization_id, list.id)
    return { data: rows.map((row) => present(row, list, fields, caller)) }
  })

  route(createSubscriber, (call) =>
    call.sql.begin(async (sql) => {
      const { list, fields } = await lockRules(sql, call.caller, call.params.mailing_list_id)
      const input = call.fields()
      const rules = { ...list, fields, zone: call.caller.time_zone }
      const asked = reactionsOf(input, call.body)
      const reactions = { ...asked.rules, run: asked.input.skip_autoresponders !== true }
      const row = await addSubscriber(sql, actorOf(call), list, newSubscriber(input, rules), reactions)
      return { data: present(row, list, fields, call.caller) }
    }),
  )

  route(updateSubscriber, (call) =>
    call.sql.begin(async (sql) => {
      const { list, fields } = await lockRules(sql, call.caller, call.params.mailing_list_id)
      const id = await findOneId(sql, call.caller.organization_id, list, call.params.id_or_email)
      const input = call.fields()
      const rules = { ...list, fields, zone: call.caller.time_zone }
      const asked = reactionsOf(input, call.body)
      const row = await reviseSubscriber(sql, actorOf(call), list, id, {
        mayActivate: input.status === 'active',
        reactions: { ...asked.rules, run: asked.input.run_autoresponders === true },
        change: (before) => changedSubscriber(before, addressOf(before), input, rules),
      })
      return { data: present(row, list, fields, call.caller) }
    }),
  )

  route(deleteSubscriber, (call) =>
    call.sql.begin(async (sql) => {
      const { list } = await lockRules(sql, call.caller, call.params.mailing_list_id)
      const id = await findOneId(sql, call.caller.organization_id, list, call.params.id_or_email)
      await removeSubscriber(sql, actorOf(call), list, id)
      return { data: null }
    }),
  )

  route(listSubscribersByEmail, async ({ sql, caller, params }) => {
    const email = parseEmail(params.email)
    const found = email === null ? [] : await findSubscribersByEmail(sql, caller.organization_id, email.key)
    const listIds = [...new Set(found.map(({ list }) => list.id))]
    const fields = new Map<number, FieldRules[]>()
    for (const id of listIds) fields.set(id, await findFieldRules(sql, caller.organization_id, id))
    return {
      data: found.map(({ list, subscriber }) => ({
        ...present(subscriber, list, fields.get(list.id) ?? [], caller),
        mailing_list: { id: list.id, name: list.name },
      })),
    }
  })
}

/** The list and its custom fields, which do not change until the transaction ends. */
async function lockRules(sql: Sql, caller: Caller, listId: number) {
  const list = await findSubscriberList(sql, caller.organization_id, listId, { lock: true })
  return { list, fields: await findFieldRules(sql, caller.organization_id, list.id) }
}

function actorOf({ caller, requestId }: { caller: Caller; requestId: string }) {
  return { organization_id: caller.organization_id, api_key_id: caller.api_key_id, request_id: requestId }
}

/** The keys about autoresponders stand in the record or beside it; the record goes first. */
function reactionsOf(
  record: ReactionInput,
  body: unknown,
): { input: ReactionInput; rules: Omit<ReactionRules, 'run'> } {
  const beside = checkFields(reactionInput, body ?? {})
  const input: ReactionInput = {
    skip_autoresponders: record.skip_autoresponders ?? beside.skip_autoresponders,
    run_autoresponders: record.run_autoresponders ?? beside.run_autoresponders,
    autoresponder_filter: record.autoresponder_filter ?? beside.autoresponder_filter,
    autoresponder_exclude_reacted:
      record.autoresponder_exclude_reacted ?? beside.autoresponder_exclude_reacted,
  }
  const { autoresponder_filter: filter, autoresponder_exclude_reacted: excludeReacted } = input
  return { input, rules: { filter: filter ?? null, excludeReacted: excludeReacted === true } }
}

type Reference = { id: number } | { email: string }

/** What names neither an id nor an address names nobody. */
function parseReference(text: string): Reference | null {
  const id = parseId(text)
  if (id !== null) return { id }
  const email = parseEmail(text)
  return email === null ? null : { email: email.key }
}

/** In the order asked for; each once. @throws AppError `requested_too_many`. */
async function findAsked(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  text: string,
): Promise<SubscriberRow[]> {
  const words = text.split(',').filter((word) => word.trim() !== '')
  if (words.length > lookupsMax) {
    throw new AppError('requested_too_many', `at most ${lookupsMax} subscribers can be asked for at once`)
  }
  const references = words.flatMap((word) => parseReference(word.trim()) ?? [])
  const rows = await findReferenced(sql, organizationId, list, {
    ids: references.flatMap((reference) => ('id' in reference ? reference.id : [])),
    emails: references.flatMap((reference) => ('email' in reference ? reference.email : [])),
  })
  const inOrder = references.flatMap((reference) =>
    rows.filter((row) =>
      'id' in reference ? row.id === reference.id : addressOf(row).key === reference.email,
    ),
  )
  return [...new Set(inOrder)]
}

/** @throws AppError `not_found`; `multiple_records_found` where several have the address. */
async function findOneId(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  text: string,
): Promise<number> {
  const reference = parseReference(text.trim())
  if (reference === null) throw notFound('subscriber')
  const [row, another] = await findReferenced(sql, organizationId, list, {
    ids: 'id' in reference ? [reference.id] : [],
    emails: 'email' in reference ? [reference.email] : [],
  })
  if (row === undefined) throw notFound('subscriber')
  if (another !== undefined) {
    throw new AppError('multiple_records_found', 'several subscribers have this address; name one by its id')
  }
  return row.id
}

/** A stored address, which has passed the same check before. */
function addressOf(row: SubscriberRow): EmailAddress {
  return parseEmail(row.email) ?? { address: row.email, key: row.email.toLowerCase() }
}

/** Every field of the list is in the hash. Made from entries: a field may be called `__proto__`. */
function present(
  row: SubscriberRow,
  list: SubscriberList,
  fields: readonly FieldRules[],
  caller: Caller,
): SubscriberRecord {
  const zone = caller.time_zone
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    email: row.email,
    created_at: formatInstant(row.created_at.getTime(), zone),
    created_at_epoch: epochOf(row.created_at),
    status: row.status,
    subscribe_time: row.subscribe_time === null ? null : formatInstant(row.subscribe_time.getTime(), zone),
    subscribe_time_epoch: row.subscribe_time === null ? null : epochOf(row.subscribe_time),
    subscribe_ip: row.subscribe_ip,
    ...(list.has_confirmed ? { confirmed: row.confirmed === true } : {}),
    ...(list.has_format ? { email_format: row.email_format } : {}),
    custom_fields: Object.fromEntries(
      fields.map(({ id, name, field_type }) => [
        name,
        { name, type: field_type, value: row.custom_fields[id] ?? null },
      ]),
    ),
  }
}

function epochOf(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
