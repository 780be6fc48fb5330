import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { EditableField } from '../../contract/subscribers/editable-fields.ts'
import type { CustomValues } from '../../contract/subscribers/values.ts'
import { parseEmail } from '../../contract/values/email.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { bounds } from '../lists/custom-fields.ts'
import { sourceIds } from '../campaigns/stats.ts'
import { knownAs, suppressingEntries } from '../conditions/suppression.ts'
import { isSuppressedBySystem } from '../conditions/system-suppression.ts'
import { sourceTable, type Reader } from './rows.ts'
import { subscriberWith } from '../subscribers/by-id.ts'

export type PreferenceReader = {
  email: string
  key: string
  values: CustomValues
  zone: string
  /** Whether the organization is active: otherwise the person cannot join lists. */
  mayJoin: boolean
}

/** null: the organization has no such campaign or autoresponder of this list, or the subscriber was deleted. */
export async function findPreferenceReader(
  sql: Sql,
  organizationId: number,
  reader: Reader,
): Promise<PreferenceReader | null> {
  const { campaignId, autoresponderId } = sourceIds(reader.source)
  const [row] = await sql<Omit<PreferenceReader, 'key'>[]>`
    select coalesce(s.email, s.key, '') as email, coalesce(s.custom_fields, '{}') as values, o.time_zone as zone,
      o.active and o.deleted_at is null as "mayJoin"
    from ${sql(sourceTable(reader.source))} c
    join organizations o on o.id = c.organization_id
    left join ${subscriberWith(sql, { organizationId, listId: reader.listId }, sql`${reader.subscriberId}::bigint`)} s on true
    where c.organization_id = ${organizationId} and c.id = ${campaignId ?? autoresponderId}
      and c.mailing_list_id = ${reader.listId} and (s.id is not null or ${reader.subscriberId === 0})`
  return row === undefined ? null : { ...row, key: parseEmail(row.email)?.key ?? row.email.toLowerCase() }
}

export type PreferenceList = {
  id: number
  name: string
  description: string
  /** null: the reader has never been on it. */
  subscriberId: number | null
  status: SubscriberStatus | null
  pausedUntil: Date | null
}

const listsMax = 100

/**
 * The list of the link and the public ones, with the rows of the reader's address. Lists whose key is a custom field are
 * left out: the address does not identify the subscriber. @param key of the address; '' for seed addresses
 */
export async function findPreferenceLists(
  sql: Sql,
  organizationId: number,
  { listId, subscriberId, key }: { listId: number; subscriberId: number; key: string },
): Promise<PreferenceList[]> {
  const columns = sql`id, status from subscribers`
  const within = sql`organization_id = ${organizationId} and mailing_list_id = l.id`
  return sql<PreferenceList[]>`
    select l.id, coalesce(nullif(p.public_name, ''), l.name) as name, coalesce(p.description, '') as description,
      s.id as "subscriberId", s.status, b.paused_until as "pausedUntil"
    from mailing_lists l
    left join list_preferences p on p.organization_id = l.organization_id and p.mailing_list_id = l.id
    left join lateral (
      select ${columns} where ${within} and l.id = ${listId} and id = ${subscriberId}
      union all
      select ${columns} where ${within} and l.id <> ${listId} and key = ${key}) s on true
    left join subscriber_pauses b on b.organization_id = l.organization_id and b.mailing_list_id = l.id
      and b.subscriber_id = s.id and b.paused_until > now()
    where l.organization_id = ${organizationId} and l.deleted_at is null and not l.is_remote_list
      and (l.id = ${listId} or (p.is_public and l.primary_key_custom_field_id is null))
    order by l.id <> ${listId}, lower(coalesce(nullif(p.public_name, ''), l.name)), l.id
    limit ${listsMax}`
}

/** In the order of the list's fields. Never the one that tells subscribers apart. */
export async function findEditableFields(
  sql: Sql,
  organizationId: number,
  listId: number,
): Promise<EditableField[]> {
  return sql<EditableField[]>`
    select f.id, f.name, f.field_type, f.required, f.minimum_length, f.maximum_length, ${bounds(sql)},
      f.instructions, f.number_of_rows, coalesce((
        select jsonb_agg(o.name order by o.position) from custom_field_options o
        where o.organization_id = ${organizationId} and o.custom_field_id = f.id), '[]') as options
    from editable_fields e
    join mailing_lists l on l.organization_id = e.organization_id and l.id = e.mailing_list_id
    join custom_fields f on f.organization_id = e.organization_id and f.id = e.custom_field_id
    where e.organization_id = ${organizationId} and e.mailing_list_id = ${listId} and l.deleted_at is null
      and f.deleted_at is null and f.id is distinct from l.primary_key_custom_field_id
    order by coalesce(f.place, f.id)`
}

/** `of`: the list that it holds for; null: all. One of the system has the ids 0. */
export type Suppression = { listId: number; id: number; of: number | null; isOwn: boolean }

export function keepsFrom(suppressions: readonly Suppression[], mailingListId: number): boolean {
  return suppressions.some(({ of, isOwn }) => !isOwn && (of === null || of === mailingListId))
}

/**
 * What keeps messages from an address, at least on some lists. `isOwn`: it was made by one of its own unsubscriptions, which has
 * the same time, in milliseconds, for a change of the subscriber by a call rounds the time.
 */
export async function findSuppressions(
  sql: Sql,
  organizationId: number,
  key: string,
): Promise<Suppression[]> {
  const lists = sql`array(select id from suppression_lists
    where organization_id = ${organizationId} and suppression_scope in ('organization', 'mailing_list'))`
  const entries = await sql<(Suppression & { isOfAddress: boolean; at: Date | null })[]>`
    select a.suppression_list_id as "listId", a.id, l.mailing_list_id as of, a.created_at as at, false as "isOwn",
      a.key = ${key} and a.suppression_list_id = o.unsub_suppression_list_id as "isOfAddress"
    from organizations o
    cross join ${suppressingEntries(sql, organizationId, lists, knownAs(sql, sql`${key}::text`))}
    join suppression_lists l on l.organization_id = ${organizationId} and l.id = a.suppression_list_id
    where o.id = ${organizationId}
    union all
    select 0, 0, null, null, false, false
    where ${isSuppressedBySystem(sql, knownAs(sql, sql`${key}::text`))}`
  if (!entries.some(({ isOfAddress }) => isOfAddress)) return entries
  const departures = await sql<{ at: Date }[]>`
    select s.remove_time as at
    from mailing_lists l
    cross join lateral (
      select status, remove_time from subscribers
      where organization_id = l.organization_id and mailing_list_id = l.id and key = ${key}
      union all
      select status, remove_time from subscribers
      where organization_id = l.organization_id and mailing_list_id = l.id and email is not null
        and address_key(email) = ${key}) s
    where l.organization_id = ${organizationId} and s.status = 'unsubscribed' and s.remove_time is not null`
  const times = new Set(departures.map(({ at }) => at.getTime()))
  return entries.map((entry) => ({
    ...entry,
    isOwn: entry.isOfAddress && times.has(entry.at?.getTime() ?? 0),
  }))
}

export async function liftSuppressions(
  sql: Transaction,
  organizationId: number,
  entries: readonly Suppression[],
): Promise<void> {
  if (entries.length === 0) return
  await sql`
    delete from suppressed_addresses a
    using unnest(${entries.map(({ listId }) => listId)}::integer[], ${entries.map(({ id }) => id)}::bigint[])
      given (list_id, id)
    where a.organization_id = ${organizationId} and a.suppression_list_id = given.list_id and a.id = given.id`
}
