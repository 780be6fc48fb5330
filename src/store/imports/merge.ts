import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isOfList, planByIndex, subscribersByKey, unitSeparator } from '../subscribers/by-key.ts'
import { keepingAdded, keepingChanged } from './undo-keep.ts'
import type { ChangedPart, KeptFor } from './undo-keep.ts'

// Keys are sorted: neighbours share index pages, and two imports into one list take locks in the same order. (Unsorted,
// 38 of 40 pairs of concurrent imports deadlocked.)

/** `place`: the physical location (ctid). */
export type Existing = { place: string; status: SubscriberStatus }

/** Another transaction changed the same subscribers during the range, which is repeated. */
export class RangeConflict extends Error {
  constructor() {
    super('subscribers changed while a range was applied')
    this.name = 'RangeConflict'
  }
}

/**
 * The transaction's later statements are planned by index, too.
 * @param keys sorted and joined.
 * @returns those on the list, by position in `keys`.
 */
export async function findExisting(
  sql: Transaction,
  organizationId: number,
  listId: number,
  keys: string,
): Promise<Map<number, Existing>> {
  const found = new Map<number, Existing>()
  const planned = planByIndex(sql)
  if (keys === '') return planned.then(() => found)
  const looked = sql<[{ positions: string | null; places: string | null; statuses: string | null }]>`
    select string_agg(k.position::text, ',') as positions, string_agg(s.place::text, ';') as places,
      string_agg(s.status, ',') as statuses
    from ${subscribersByKey(sql, organizationId, listId, keys)}`
  const [, [row]] = await Promise.all([planned, looked])
  if (row.positions === null) return found
  const places = (row.places ?? '').split(';')
  const statuses = (row.statuses ?? '').split(',')
  for (const [index, position] of row.positions.split(',').entries()) {
    const status = statuses[index] as SubscriberStatus
    found.set(Number(position) - 1, { place: places[index] ?? '', status })
  }
  return found
}

const newColumnValues = {
  key: (sql: Sql) => sql`key`,
  email: (sql: Sql) => sql`email`,
  status: (sql: Sql) => sql`status`,
  subscribe_time: (sql: Sql) => sql`coalesce(subscribe_time::timestamptz, now())`,
  subscribe_ip: (sql: Sql) => sql`subscribe_ip`,
  remove_time: (sql: Sql) => sql`remove_time::timestamptz`,
  remove_ip: (sql: Sql) => sql`remove_ip`,
  confirm_time: (sql: Sql) => sql`confirm_time::timestamptz`,
  confirmed: (sql: Sql) => sql`confirmed::boolean`,
  email_format: (sql: Sql) => sql`email_format`,
  custom_fields: (sql: Sql) => sql`custom_fields::jsonb`,
}

export type NewColumn = keyof typeof newColumnValues
export type NewSubscribers = {
  /** Values are joined; blank ones are null. */
  columns: { name: NewColumn; values: string }[]
  count: number
  /** null: no undo needs them. */
  keptFor: KeptFor | null
}

/**
 * COPY is not available to a role that row-level security binds (docs/decisions/003).
 * @throws the driver's error 23505 if a key was added to the list in the meantime.
 */
export async function insertSubscribers(
  sql: Sql,
  organizationId: number,
  listId: number,
  { columns, count, keptFor }: NewSubscribers,
): Promise<void> {
  if (count === 0) return
  const list = (parts: Fragment[]) => parts.reduce((before, part) => sql`${before}, ${part}`)
  const names = columns.map(({ name }) => name)
  // The driver's helper for identifiers would create a `values` list here.
  const nameList = sql.unsafe(names.join(', '))
  const insert = sql`
    insert into subscribers (organization_id, mailing_list_id, ${nameList})
    select ${organizationId}, ${listId}, ${list(names.map((name) => newColumnValues[name](sql)))}
    from unnest(${list(columns.map(({ values }) => textArray(sql, values)))}) u (${nameList})`
  await (keptFor === null ? insert : keepingAdded(sql, organizationId, keptFor, insert))
}

type Fragment = ReturnType<(typeof newColumnValues)[NewColumn]>

function textArray(sql: Sql, values: string): Fragment {
  return sql`string_to_array(${values}, ${unitSeparator}, '')`
}

/** Joined texts with one element for each subscriber; a null column does not change. */
export type Changes = {
  count: number
  places: string
  keys: string
  /** Statuses. */
  seen: string
  fields: string | null
  /** The custom fields that the import fills: those without a value are cleared. */
  fieldIds: readonly string[]
  statuses: string | null
  confirmed: string | null
  formats: string | null
  /** As in `NewSubscribers`. */
  keptFor: KeptFor | null
}

/** Writes only rows that change, so importing a list again is cheap. @throws RangeConflict after another change. */
export async function changeSubscribers(
  sql: Sql,
  organizationId: number,
  listId: number,
  changes: Changes,
): Promise<void> {
  if (changes.count === 0) return
  const list = (values: string | null) => (values === null ? sql`null::text[]` : textArray(sql, values))
  const [row] = await sql<[{ found: number; changed: number; written: number }]>`
    with incoming as materialized (
      select place::tid, key, seen, fields::jsonb, status, confirmed::boolean, format
      from unnest(${list(changes.places)}, ${list(changes.keys)}, ${list(changes.seen)}, ${list(changes.fields)},
        ${list(changes.statuses)}, ${list(changes.confirmed)}, ${list(changes.formats)})
        u (place, key, seen, fields, status, confirmed, format)),
    found as materialized (
      select s.ctid as place, s.id, s.custom_fields as old_fields, s.status as old_status,
        s.confirmed as old_confirmed, s.email_format as old_format,
        ${changes.fields === null ? sql`s.custom_fields` : sql`(s.custom_fields - ${[...changes.fieldIds]}::text[]) || u.fields`} as fields,
        coalesce(u.status, s.status) as status, coalesce(u.confirmed, s.confirmed) as confirmed,
        coalesce(u.format, s.email_format) as format
      from incoming u
      join subscribers s on s.ctid = u.place and ${isOfList(sql, 's', organizationId, listId)}
        and s.key = u.key and s.status = u.seen),
    changed as materialized (
      select * from found
      where (fields, status, confirmed, format)
        is distinct from (old_fields, old_status, old_confirmed, old_format)),
    written as (
      update subscribers s
      set custom_fields = c.fields, status = c.status, confirmed = c.confirmed, email_format = c.format
      from changed c where s.ctid = c.place
      returning 1)
    ${changes.keptFor === null ? sql`` : keepingChanged(sql, organizationId, changes.keptFor, partsOf(changes))}
    select (select count(*) from found) as found, (select count(*) from changed) as changed,
      (select count(*) from written) as written`
  if (row.found !== changes.count || row.written !== row.changed) throw new RangeConflict()
}

function partsOf({ fields, statuses, confirmed, formats }: Changes): ChangedPart[] {
  const parts: [ChangedPart, unknown][] = [
    ['fields', fields],
    ['status', statuses],
    ['confirmed', confirmed],
    ['format', formats],
  ]
  return parts.flatMap(([part, values]) => (values === null ? [] : [part]))
}
