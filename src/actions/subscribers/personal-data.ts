import { notFound } from '../../contract/api/errors.ts'
import {
  dataParts,
  type AboutData,
  type DataFormat,
  type DataPart,
} from '../../contract/subscribers/personal-data.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Right } from '../../contract/users/right-names.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { wantedAddresses } from '../../contract/values/spelling/mentions.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import {
  readPart,
  sourcesOf,
  type Known,
  type Part,
  type Sources,
} from '../../store/erasure/personal-data/parts.ts'
import * as mentions from '../../store/erasure/personal-data/mentions.ts'
import * as messages from '../../store/erasure/personal-data/messages.ts'
import * as ofAddress from '../../store/erasure/personal-data/of-address.ts'
import * as subscriptions from '../../store/erasure/personal-data/subscriptions.ts'
import { findPlaces } from '../../store/erasure/subscribers.ts'
import { findOrganization } from '../../store/organizations/rows.ts'
import { findApprovalRules } from '../../store/plans/rules.ts'
import { findSubscriberList, findSubscribersById } from '../../store/subscribers/rows.ts'
import type { Actor } from '../actor.ts'
import { mayRead } from '../permission.ts'
import { neededKinds } from '../plans/approvals.ts'
import { conflict } from '../plans/conflict.ts'
import { findPlansNaming } from '../plans/forget.ts'

type Data = Record<string, unknown>

/** `records`: in the order of the parts. They are read while they are written, and few are in memory. */
export type PersonalData = { about: AboutData; records: AsyncIterable<{ part: DataPart; data: Data }> }

type Asked = { listId: number; id: number; format: DataFormat }

/**
 * Logs the access before the first byte leaves the server.
 * @throws AppError `not_found`, and with the status 409 if an export of one person needs an approval.
 */
export async function collectData(
  sql: Scoped,
  actor: Actor,
  secrets: Secrets,
  { listId, id, format }: Asked,
): Promise<PersonalData> {
  const { caller, audit } = actor
  const { organization_id: organizationId, time_zone: zone } = caller
  const list = await findSubscriberList(sql, organizationId, listId)
  const [row] = await findSubscribersById(sql, organizationId, list.id, [id])
  if (row === undefined) throw notFound('subscriber')
  const key = parseEmail(row.email)?.key
  const keys = key === undefined ? [] : [key]
  const places = key === undefined ? [{ listId, ids: [id] }] : await findPlaces(sql, organizationId, keys)
  const known: Known = {
    organizationId,
    keys,
    listIds: places.flatMap((place) => place.ids.map(() => place.listId)),
    ids: places.flatMap(({ ids }) => ids),
  }
  await requireNoApproval(sql, known)
  const details = { mailing_list_id: listId, format, subscriber_ids: known.ids }
  await audit(sql, {
    kind: 'subscriber.data_downloaded',
    subject_type: 'Subscriber',
    subject_id: id,
    details,
  })
  const given = dataParts.filter((part) => mayHave(caller, part))
  const about: AboutData = {
    email: row.email,
    organization: { id: organizationId, name: (await findOrganization(sql, organizationId)).name },
    made_at: formatInstant(Date.now(), zone),
    time_zone: zone,
    left_out: dataParts.filter((part) => !given.includes(part)),
  }
  async function* records() {
    for await (const { part, data } of recordsOf(sql, known, given))
      yield { part, data: inZone(data, zone) as Data }
    if (!given.includes('named_in')) return
    for (const id of await findPlansNaming(sql, organizationId, secrets, keys))
      yield { part: 'named_in' as const, data: { kind: 'plan', id } }
  }
  return { about, records: records() }
}

/** A plan cannot be made of a file, so what an approval would have to release is refused. */
async function requireNoApproval(sql: Scoped, { organizationId, listIds }: Known): Promise<void> {
  const rules = await findApprovalRules(sql, organizationId)
  const isHeld = listIds.some((listId) => {
    const approval = { kind: 'export', listId, number: 1 } as const
    return neededKinds(rules, { endpoint: 'showPersonalData', approval }).length > 0
  })
  if (!isHeld) return
  throw conflict(
    'exports of one person need an approval here, and this file cannot wait for one: to allow it, let the rule begin above 1 person',
  )
}

/** Beside the lists: the right, of a caller who sees all lists unless it says otherwise. */
const beside: Partial<Record<DataPart, { right?: Right; ofSomeLists?: true }>> = {
  transactional_messages: { right: 'message.read', ofSomeLists: true },
  suppressions: { right: 'suppression_list.read' },
  seed_lists: { right: 'seed_list.read' },
  previews: {},
  system_mails: {},
  webhook_events: { right: 'webhook.read' },
  named_in: { right: 'message.read' },
}

function mayHave(caller: Caller, part: DataPart): boolean {
  const needed = beside[part]
  if (needed === undefined) return true
  if (caller.list_ids !== null && needed.ofSomeLists !== true) return false
  return needed.right === undefined || mayRead(caller, needed.right)
}

async function* recordsOf(sql: Scoped, known: Known, given: readonly DataPart[]): PersonalData['records'] {
  for (const part of given) for await (const data of readers[part](sql, known)) yield { part, data }
}

type Reader = (sql: Scoped, known: Known) => AsyncIterable<Data>

const rows = (part: Part): Reader =>
  async function* (sql, known) {
    for await (const { data } of readPart(sql, part(sql, known))) yield data
  }

type OfSources = (sql: Scoped, known: Known, sources: Sources) => AsyncIterable<Data>

const sent = (read: OfSources): Reader =>
  async function* (sql, known) {
    for await (const sources of sourcesOf(sql, known)) yield* read(sql, known, sources)
  }

type Mentioned = (
  sql: Scoped,
  known: Known,
  wanted: ReturnType<typeof wantedAddresses>,
) => AsyncIterable<Data>

const mentioned = (read: Mentioned): Reader =>
  async function* (sql, known) {
    if (known.keys.length > 0) yield* read(sql, known, wantedAddresses(known.keys))
  }

const readers: Record<DataPart, Reader> = {
  subscriptions: rows(subscriptions.subscriptions),
  changes: rows(subscriptions.changes),
  consents: rows(subscriptions.consents),
  sign_ups: rows(subscriptions.signUps),
  address_changes: rows(subscriptions.addressChanges),
  imports: rows(subscriptions.imports),
  import_changes: mentions.importChanges,
  import_rows: mentioned(mentions.importRows),
  remote_rows: rows(subscriptions.remoteRows),
  messages: sent(messages.sentTo),
  answers: sent(messages.answersOf),
  visits: sent(messages.visitsOf),
  notes: sent(messages.notesOf),
  waiting: rows(subscriptions.waiting),
  transactional_messages: ofAddress.transactionalMessages,
  suppressions: ofAddress.suppressions,
  seed_lists: rows(ofAddress.seedAddresses),
  previews: rows(ofAddress.previews),
  system_mails: rows(ofAddress.systemMails),
  webhook_events: mentioned(mentions.webhookEvents),
  named_in: mentioned(mentions.namedIn),
}

const instant = /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?[+-]\d\d:\d\d$/

/** Times of the database in the organization's zone; what people and programs have written stays as it is. */
function inZone(value: unknown, zone: string): unknown {
  if (value instanceof Date) return formatInstant(value.getTime(), zone)
  if (Array.isArray(value)) return value.map((one) => inZone(one, zone))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      typeof one === 'string' && isTime(name) && instant.test(one)
        ? formatInstant(Date.parse(one), zone)
        : given.has(name)
          ? one
          : inZone(one, zone),
    ]),
  )
}

const isTime = (name: string) => /(?:^at|_at|^since|^until)$/.test(name)

/** Values that others have named. */
const given: ReadonlySet<string> = new Set(['details', 'content_replacements', 'value', 'remote_values'])
