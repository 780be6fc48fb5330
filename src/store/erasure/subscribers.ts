import { createHash } from 'node:crypto'
import type { Erased } from '../../contract/subscribers/erasure.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { wantedAddresses } from '../../contract/values/spelling/mentions.ts'
import {
  erasePreviews,
  eraseSeedAddresses,
  eraseSystemMails,
  eraseWebhookAnswers,
  eraseWebhookEvents,
  findWebhookEvents,
} from './mentions.ts'
import { eraseCells, eraseFromLogs, findLogs } from './logs.ts'
import { eraseKept, findKept } from './undo-pieces.ts'
import { eraseMessages, findBodies } from '../messages/bodies.ts'
import { forgetDryRunFiles } from '../imports/dry-runs.ts'
import { forgetUploads } from '../imports/uploads.ts'
import { endExportedFiles } from '../exports/downloads.ts'
import { forgetRemoteRows } from '../remote-lists/traces.ts'
import { eraseConsents, eraseSignUps } from './forms.ts'
import { deleteSubscribers, lockSubscribers } from '../subscribers/many.ts'
import { lockRemovals } from '../subscribers/removals.ts'
import { systemOrganizationId } from '../conditions/system-organization.ts'
import { replaceDigests } from '../conditions/system-suppression.ts'
import { adjustCounts } from '../subscribers/counts.ts'
import {
  countEnded,
  endReactions,
  forgetClicks,
  forgetDeliveries,
  forgetResponses,
  type Answered,
  type EndedReactions,
} from './traces.ts'

/** At most ten unfinished imports, which may still read the address from their files. */
export async function findUnfinishedImports(sql: Sql, organizationId: number): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select id from import_jobs
    where organization_id = ${organizationId} and finished_at is null
    order by id limit 10`
  return rows.map(({ id }) => id)
}

export type PeopleOfList = { listId: number; ids: number[] }

/** `hmac`: the part that remains. */
export type ErasedAddress = { key: string; hmac: Uint8Array }

/**
 * What grows with imports, calls and messages is searched before anything is locked; then the subscribers and the counts follow, in the usual
 * order of locks.
 */
export async function eraseAddresses(
  sql: Transaction,
  organizationId: number,
  addresses: readonly ErasedAddress[],
): Promise<{ erased: Omit<Erased, 'addresses'>; subscriberIds: number[] }> {
  const keys = addresses.map(({ key }) => key)
  const wanted = wantedAddresses(keys)
  const logs = await findLogs(sql, organizationId, 'import', wanted)
  const undoLogs = await findLogs(sql, organizationId, 'undo', wanted)
  const seen = await findPlaces(sql, organizationId, keys)
  const kept = await findKept(sql, organizationId, idsOf(seen))
  const inEvents = await findWebhookEvents(sql, organizationId, wanted, { subscriberIds: idsOf(seen), isLate: false }) // oxfmt-ignore
  const inBodies = await findBodies(sql, organizationId, wanted, { isLate: false })

  const lines =
    (await eraseFromLogs(sql, organizationId, { kind: 'import', pieces: logs, wanted })) +
    (await eraseFromLogs(sql, organizationId, { kind: 'undo', pieces: undoLogs, wanted }))
  await endExportedFiles(sql, organizationId)
  await eraseCells(sql, organizationId, wanted)
  await forgetDryRunFiles(sql, organizationId)
  await forgetUploads(sql, organizationId)
  // Before the lists: the confirmation of a link takes these locks in this order.
  await eraseSignUps(sql, organizationId, keys, seen)
  const places = await lockPlaces(sql, organizationId, keys)
  const known = new Set(idsOf(seen))
  const late = await findKept(sql, organizationId, idsOf(places).filter((id) => !known.has(id))) // oxfmt-ignore
  await eraseKept(sql, organizationId, [...kept, ...late])
  const seeds = await eraseSeedAddresses(sql, organizationId, keys)
  const { deleted, ended, answered } = await erasePeople(sql, organizationId, places)
  const subscriberIds = deleted.map(({ id }) => id)
  await eraseConsents(sql, organizationId, keys, places)
  const suppressed = await hashSuppressed(sql, organizationId, keys)
  for (const { listId } of places) await uncount(sql, organizationId, listId, deleted)
  for (const { listId, ids } of places)
    await forgetClicks(sql, organizationId, answered.get(listId) ?? unanswered, ids)
  await countEnded(sql, organizationId, ended)
  const isLate = subscriberIds.every((id) => known.has(id))
  const lateEvents = await findWebhookEvents(sql, organizationId, wanted, { subscriberIds, isLate })
  const events = await eraseWebhookEvents(sql, organizationId, [...inEvents, ...lateEvents])
  await eraseWebhookAnswers(sql, organizationId, wanted)
  await erasePreviews(sql, organizationId, keys)
  await eraseSystemMails(sql, organizationId, keys)
  const lateBodies = await findBodies(sql, organizationId, wanted, { isLate: true })
  await eraseMessages(sql, organizationId, wanted, [...inBodies, ...lateBodies])
  await keepProof(sql, organizationId, addresses)
  const erased = {
    subscribers: deleted.length,
    suppressed_addresses: suppressed,
    seed_list_addresses: seeds,
    webhook_events: events,
    import_log_lines: lines,
  }
  return { erased, subscriberIds }
}

function idsOf(places: readonly PeopleOfList[]): number[] {
  return places.flatMap(({ ids }) => ids)
}

async function keepProof(
  sql: Transaction,
  organizationId: number,
  addresses: readonly ErasedAddress[],
): Promise<void> {
  const hmacs = addresses.map(({ hmac }) => Buffer.from(hmac).toString('hex')).toSorted()
  await sql`
    insert into erased_addresses (organization_id, address_hmac)
    select ${organizationId}::integer, decode(given.hmac, 'hex') from unnest(${hmacs}::text[]) given (hmac)
    on conflict (organization_id, address_hmac) do update set erased_at = excluded.erased_at
    returning 1`
}

/**
 * Includes deleted lists that were not purged yet. One index look-up per list and address, as in `findSubscribersByEmail`: for
 * the order asked for, only the index of keys fits.
 */
export function findPlaces(
  sql: Sql,
  organizationId: number,
  keys: readonly string[],
): Promise<PeopleOfList[]> {
  return sql<PeopleOfList[]>`
    select s.mailing_list_id as "listId", jsonb_agg(s.id order by s.id) as ids
    from mailing_lists l
    cross join unnest(${[...keys]}::text[]) given (key)
    cross join lateral (
      select mailing_list_id, id from (
        select mailing_list_id, id, email from subscribers
        where organization_id = ${organizationId} and mailing_list_id = l.id
          and key >= given.key collate "C" and key <= given.key collate "C"
        order by key limit 1) o
      where l.primary_key_custom_field_id is null or email is null
      union all
      select mailing_list_id, id from subscribers
      where organization_id = ${organizationId} and mailing_list_id = l.id and email is not null
        and address_key(email) = given.key and l.primary_key_custom_field_id is not null) s
    where l.organization_id = ${organizationId} and l.purged_at is null
    group by s.mailing_list_id order by s.mailing_list_id`
}

/** Locks the lists until the transaction ends. */
async function lockPlaces(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<PeopleOfList[]> {
  const listIds = (await findPlaces(sql, organizationId, keys)).map(({ listId }) => listId)
  if (listIds.length === 0) return []
  await sql`
    select 1 from mailing_lists where organization_id = ${organizationId} and id = any(${listIds}::integer[])
    order by id for share`
  // Again: in the meantime a list may have been purged, or its key changed.
  const held = new Set(listIds)
  return (await findPlaces(sql, organizationId, keys)).filter(({ listId }) => held.has(listId))
}

const unanswered: Answered = { campaignIds: [], autoresponderIds: [] }

/** With what was sent to them and what they did with it. */
async function erasePeople(
  sql: Transaction,
  organizationId: number,
  places: readonly PeopleOfList[],
): Promise<{ deleted: Deleted[]; ended: EndedReactions; answered: Map<number, Answered> }> {
  const ended: EndedReactions = []
  const answered = new Map<number, Answered>()
  for (const { listId, ids } of places) {
    ended.push(...(await endReactions(sql, organizationId, listId, ids)))
    await forgetDeliveries(sql, organizationId, listId, ids)
    await forgetRemoteRows(sql, organizationId, listId, ids)
  }
  for (const { listId, ids } of places)
    answered.set(listId, await forgetResponses(sql, organizationId, listId, ids))
  // Removing an address from several lists requires this lock, as in removals.ts.
  await lockRemovals(sql, organizationId)
  return { deleted: await deletePlaces(sql, organizationId, places), ended, answered }
}

type Deleted = { list_id: number; id: number; status: SubscriberStatus }

async function deletePlaces(
  sql: Transaction,
  organizationId: number,
  places: readonly PeopleOfList[],
): Promise<Deleted[]> {
  const deleted: Deleted[] = []
  for (const { listId, ids } of places) {
    await lockSubscribers(sql, organizationId, listId, ids)
    const rows = await deleteSubscribers(sql, organizationId, listId, ids)
    deleted.push(...rows.map(({ id, status }) => ({ list_id: listId, id, status })))
  }
  return deleted
}

async function uncount(
  sql: Sql,
  organizationId: number,
  listId: number,
  deleted: readonly Deleted[],
): Promise<void> {
  const delta: Partial<Record<SubscriberStatus, number>> = {}
  for (const { list_id, status } of deleted) {
    if (list_id === listId) delta[status] = (delta[status] ?? 0) - 1
  }
  await adjustCounts(sql, organizationId, listId, delta)
}

/** Suppressed persons stay suppressed: the address is replaced by its SHA-256, one of the supported kinds. */
async function hashSuppressed(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<number> {
  const hashes = keys.map((key) => createHash('sha256').update(key).digest('hex'))
  if (organizationId === systemOrganizationId) {
    for (const [index, key] of keys.entries()) await replaceDigests(sql, key, hashes[index] ?? '')
  }
  const [row] = await sql<{ count: number }[]>`
    with known as (
      delete from suppressed_addresses a using (
        select o.place, given.hash from suppression_lists l
        cross join unnest(${[...keys]}::text[], ${hashes}::text[]) given (key, hash)
        -- Only the index of keys delivers rows in this order, whatever statistics say.
        cross join lateral (
          select s.ctid as place from suppressed_addresses s
          where s.organization_id = ${organizationId} and s.suppression_list_id = l.id
            and s.key >= given.key collate "C" and s.key <= given.key collate "C"
          order by s.key limit 1) o
        where l.organization_id = ${organizationId}) found
      where a.ctid = found.place and a.organization_id = ${organizationId}::float8
      returning a.suppression_list_id, found.hash, a.user_id, a.added_as_auto_scomp, a.auto_converted_to_punycode,
        a.created_at),
    hashed as (
      insert into suppressed_addresses (organization_id, suppression_list_id, key, user_id, added_as_auto_scomp,
        auto_converted_to_punycode, created_at, updated_at)
      select ${organizationId}, suppression_list_id, hash, user_id, added_as_auto_scomp,
        auto_converted_to_punycode, created_at, now()
      from known order by suppression_list_id, hash
      on conflict do nothing)
    select count(*) as count from known`
  return row?.count ?? 0
}
