import { AppError, invalid, notFound } from '../../contract/api/errors.ts'
import type { SubscriberValues } from '../../contract/subscribers/values.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { isBreachOf } from '../../database/sqlstate.ts'
import { subscribersById } from './by-id.ts'
import { isOfList, joined, subscribersByKey } from './by-key.ts'
import { nowIf } from '../conditions/now-if.ts'

export type SubscriberList = {
  id: number
  name: string
  has_format: boolean
  has_confirmed: boolean
  primary_key_custom_field_id: number | null
  primary_key_name: string | null
}

export type SubscriberRow = Omit<SubscriberValues, 'email'> & {
  id: number
  mailing_list_id: number
  /** The address, even if the column is null. */
  email: string
  created_at: Date
  /** Of the last change, or else `created_at`. */
  updated_at: Date
}

export type PageStart = { afterId: number } | { offset: number }

/** `lock`: the list's rules stay unchanged. @throws AppError `not_found`; `validation_failed` for a remote list. */
export async function findSubscriberList(
  sql: Sql,
  organizationId: number,
  listId: number,
  options: { lock: boolean } = { lock: false },
): Promise<SubscriberList> {
  const [row] = await sql<LocalList[]>`
    select ${listColumns(sql, organizationId)} from mailing_lists l
    where l.organization_id = ${organizationId} and l.id = ${listId}::bigint and l.deleted_at is null
    ${options.lock ? sql`for share of l` : sql``}`
  return requireLocal(row)
}

/** As it is read: `requireLocal` refuses some. */
export type LocalList = SubscriberList & { is_remote_list: boolean }

/** Of the list `l`. */
export function listColumns(sql: Sql, organizationId: number): Fragment {
  return sql`
    l.id, l.name, l.has_format, l.has_confirmed, l.primary_key_custom_field_id, l.is_remote_list,
    (select f.name from custom_fields f where f.organization_id = ${organizationId}
      and f.id = l.primary_key_custom_field_id) as primary_key_name`
}

/** @throws AppError as `findSubscriberList`. */
export function requireLocal<List extends LocalList>(row: List | undefined): List {
  if (row === undefined) throw notFound('mailing list')
  if (row.is_remote_list) throw invalid('subscribers are not available on remote lists')
  return row
}

export async function findSubscribers(
  sql: Sql,
  organizationId: number,
  listId: number,
  { start, limit }: { start: PageStart; limit: number },
): Promise<SubscriberRow[]> {
  const from =
    'afterId' in start
      ? sql`s.id > ${start.afterId}`
      : // Counting the rows before a page reads the index only, not the rows.
        sql`s.id >= (
          select id from subscribers where organization_id = ${organizationId} and mailing_list_id = ${listId}
          order by id limit 1 offset ${start.offset})`
  return sql<SubscriberRow[]>`
    select ${subscriberColumns(sql)}
    from subscribers s
    where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId} and ${from}
    order by s.id limit ${limit}`
}

/** In the order of their ids. */
export async function findSubscribersById(
  sql: Sql,
  organizationId: number,
  listId: number,
  ids: readonly number[],
): Promise<SubscriberRow[]> {
  return sql<SubscriberRow[]>`
    select ${subscriberColumns(sql)} from ${subscribersById(sql, { organizationId, listId }, ids)}
    order by s.id`
}

/** In the order of their ids. A list with another key may have several subscribers with one address. @param keys of addresses */
export async function findSubscribersByAddress(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  keys: readonly string[],
): Promise<SubscriberRow[]> {
  if (list.primary_key_custom_field_id === null)
    return findSubscribersByKey(sql, organizationId, list.id, keys)
  const within = sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${list.id}`
  return sql<SubscriberRow[]>`
    select s.* from unnest(${[...new Set(keys)]}::text[]) given (key)
    cross join lateral (
      (${personWithKey(sql, within)} and s.email is null order by s.key)
      union all (
        select ${subscriberColumns(sql)} from subscribers s
        where ${within} and s.email is not null and address_key(s.email) >= given.key collate "C"
          and address_key(s.email) <= given.key collate "C"
        order by address_key(s.email))) s
    order by s.id`
}

/**
 * In the order of their ids. Written with an order, as `subscribersByKey`: no other index delivers it. The keys are a sub-select,
 * because for an array that it knows the planner makes a new plan for each call, which takes longer than the look-up.
 */
export async function findSubscribersByKey(
  sql: Sql,
  organizationId: number,
  listId: number,
  keys: readonly string[],
): Promise<SubscriberRow[]> {
  const within = sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
  return sql<SubscriberRow[]>`
    select s.* from unnest((select ${[...new Set(keys)]}::text[])) given (key)
    cross join lateral (${personWithKey(sql, within)} order by s.key) s
    order by s.id`
}

/** Without its order. */
function personWithKey(sql: Sql, within: Fragment) {
  return sql`
    select ${subscriberColumns(sql)} from subscribers s
    where ${within} and s.key >= given.key collate "C" and s.key <= given.key collate "C"`
}

export async function findIdsByKey(
  sql: Sql,
  organizationId: number,
  listId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await sql<{ key: string; id: number }[]>`
    select s.key, s.id from ${subscribersByKey(sql, organizationId, listId, joined(keys))}`
  return new Map(rows.map(({ key, id }) => [key, id]))
}

/** @throws AppError `not_found`. */
export async function lockSubscriber(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number,
): Promise<SubscriberRow> {
  const row = await lockIfThere(sql, organizationId, listId, { id })
  if (row === null) throw notFound('subscriber')
  return row
}

/** @returns null if the list has nobody with this id, or key. */
export async function lockIfThere(
  sql: Transaction,
  organizationId: number,
  listId: number,
  by: { id: number } | { key: string },
): Promise<SubscriberRow | null> {
  const within = sql`s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}`
  const [row] = await sql<SubscriberRow[]>`
    select ${subscriberColumns(sql)} from ${
      'id' in by
        ? subscribersById(sql, { organizationId, listId }, [by.id], { isLocked: true })
        : sql`
            (select ${by.key}::text as key) given
            cross join lateral (
              select s.* from subscribers s
              where ${within} and s.key >= given.key collate "C" and s.key <= given.key collate "C"
              order by s.key limit 1 for update) s`
    }`
  return row ?? null
}

export async function findSubscribersByEmail(
  sql: Sql,
  organizationId: number,
  email: string,
): Promise<{ list: SubscriberList; subscriber: SubscriberRow }[]> {
  const lists = await sql<SubscriberList[]>`
    select l.id, l.name, l.has_format, l.has_confirmed, l.primary_key_custom_field_id, null as primary_key_name
    from mailing_lists l
    where l.organization_id = ${organizationId} and l.deleted_at is null
    order by l.id`
  const byId = new Map(lists.map((list) => [list.id, list]))
  // One index look-up per list: an index of addresses without lists would cost every import.
  const rows = await sql<SubscriberRow[]>`
    select s.*
    from mailing_lists l
    cross join lateral (
      select ${subscriberColumns(sql)} from subscribers s
      where s.organization_id = l.organization_id and s.mailing_list_id = l.id and s.key = ${email}
        and (l.primary_key_custom_field_id is null or s.email is null)
      union all
      select ${subscriberColumns(sql)} from subscribers s
      where s.organization_id = l.organization_id and s.mailing_list_id = l.id and s.email is not null
        and address_key(s.email) = ${email} and l.primary_key_custom_field_id is not null) s
    where l.organization_id = ${organizationId} and l.deleted_at is null
    order by s.mailing_list_id, s.id`
  return rows.flatMap((subscriber) => {
    const list = byId.get(subscriber.mailing_list_id)
    return list === undefined ? [] : [{ list, subscriber }]
  })
}

/** @throws AppError `validation_failed` if the key is already on the list. */
export async function insertSubscriber(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  values: SubscriberValues,
): Promise<SubscriberRow> {
  const [row] = await sql<SubscriberRow[]>`
    insert into subscribers as s (organization_id, mailing_list_id, key, email, status, subscribe_time, subscribe_ip,
      remove_time, remove_ip, confirm_time, confirmed, email_format, custom_fields)
    values (${organizationId}, ${list.id}, ${values.key}, ${values.email}, ${values.status},
      ${values.subscribe_time ?? sql`now()`}, ${values.subscribe_ip}, ${values.remove_time}, ${values.remove_ip},
      ${values.confirm_time}, ${values.confirmed}, ${values.email_format}, ${sql.json(values.custom_fields)})
    on conflict (organization_id, mailing_list_id, key) do nothing
    returning ${subscriberColumns(sql)}`
  if (row === undefined) throw takenKey(list)
  return row
}

/** Times come from JavaScript, in milliseconds: what differs by less is no change. In UTC, as a cluster wants it. */
export function inMilliseconds(sql: Sql, column: string): Fragment {
  return sql`date_trunc('milliseconds', ${sql(column)} at time zone 'UTC') at time zone 'UTC'`
}

/** Lock the subscriber first. @throws AppError `validation_failed` if another subscriber of the list has the key. */
export async function updateSubscriberRow(
  sql: Sql,
  organizationId: number,
  list: SubscriberList,
  { id, values }: { id: number; values: SubscriberValues },
): Promise<SubscriberRow> {
  try {
    const [row] = await sql<SubscriberRow[]>`
      update subscribers s
      set key = ${values.key}, email = ${values.email}, status = ${values.status},
        subscribe_time = ${values.subscribe_time}, subscribe_ip = ${values.subscribe_ip},
        remove_time = ${values.remove_time}, remove_ip = ${values.remove_ip},
        confirm_time = ${values.confirm_time}, confirmed = ${values.confirmed},
        email_format = ${values.email_format}, custom_fields = ${sql.json(values.custom_fields)},
        updated_at = ${nowIf(
          sql,
          's.updated_at',
          sql`(s.key, s.email, s.status, ${inMilliseconds(sql, 's.subscribe_time')}, s.subscribe_ip,
            ${inMilliseconds(sql, 's.remove_time')}, s.remove_ip, ${inMilliseconds(sql, 's.confirm_time')}, s.confirmed,
            s.email_format, s.custom_fields)
          is distinct from (${values.key}, ${values.email}, ${values.status}, ${values.subscribe_time},
            ${values.subscribe_ip}, ${values.remove_time}, ${values.remove_ip}, ${values.confirm_time},
            ${values.confirmed}, ${values.email_format}, ${sql.json(values.custom_fields)})`,
        )}
      from (select s.place from ${subscribersById(sql, { organizationId, listId: list.id }, [id])}) found
      where s.ctid = found.place and ${isOfList(sql, 's', organizationId, list.id)}
      returning ${subscriberColumns(sql)}`
    if (row === undefined) throw notFound('subscriber')
    return row
  } catch (error) {
    if (isTakenKey(error)) throw takenKey(list)
    throw error
  }
}

/** Call `endReactions` first (traces.ts). @throws AppError `not_found`. */
export async function deleteSubscriberRow(
  sql: Transaction,
  organizationId: number,
  listId: number,
  id: number,
): Promise<SubscriberRow> {
  await lockSubscriber(sql, organizationId, listId, id)
  const [row] = await sql<SubscriberRow[]>`
    delete from subscribers s
    using (select s.place from ${subscribersById(sql, { organizationId, listId }, [id])}) found
    where s.ctid = found.place and ${isOfList(sql, 's', organizationId, listId)}
    returning ${subscriberColumns(sql)}`
  if (row === undefined) throw notFound('subscriber')
  return row
}

export function subscriberColumns(sql: Sql) {
  return sql`s.id, s.mailing_list_id, s.key, coalesce(s.email, s.key) as email, s.status, s.subscribe_time,
    s.subscribe_ip, s.remove_time, s.remove_ip, s.confirm_time, s.confirmed, s.email_format, s.custom_fields,
    s.created_at, coalesce(s.updated_at, s.created_at) as updated_at`
}

export const keyTaken = Symbol('key taken')

export function takenKey(list: SubscriberList) {
  const message = `${list.primary_key_name ?? 'email'} already exists on this mailing list`
  return new AppError('validation_failed', message, { cause: keyTaken })
}

function isTakenKey(error: unknown): boolean {
  return isBreachOf(error, 'subscribers_key')
}
