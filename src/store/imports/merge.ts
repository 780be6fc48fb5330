import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import {
  isOfList,
  joined,
  planByIndex,
  subscribersByKey,
  subscribersInOneScan,
  unitSeparator,
} from '../subscribers/by-key.ts'
import {
  dropPiece,
  keepingAdded,
  keepingChanged,
  openPiece,
  type ChangedPart,
  type KeptFor,
} from './undo-keep.ts'

// Keys are sorted: neighbours share index pages, and two imports into one list take locks in the same order. (Unsorted,
// 38 of 40 pairs of concurrent imports deadlocked.)

/** Subscribers by the positions of their keys. */
export class Existing {
  readonly count: number
  readonly #found: Uint32Array
  readonly #codes: Uint8Array
  readonly #places: string
  readonly #starts: Uint32Array

  /**
   * In arrays of numbers: an object for each subscriber lived as long as the range.
   * @param found their positions, in order
   * @param places joined, as are the statuses
   */
  constructor(found: Uint32Array, places: string, statuses: string) {
    this.count = found.length
    this.#found = found
    this.#places = places
    this.#codes = new Uint8Array(1 + (found.at(-1) ?? 0))
    this.#starts = new Uint32Array(this.#codes.length)
    const names = statuses.split(',')
    let start = 0
    for (let index = 0; index < found.length; index += 1) {
      const position = found[index] as number
      this.#codes[position] = 1 + subscriberStatuses.indexOf(names[index] as SubscriberStatus)
      this.#starts[position] = start
      start = places.indexOf(unitSeparator, start) + 1
    }
  }

  /** Null if no subscriber has the key. */
  statusOf(position: number): SubscriberStatus | null {
    return subscriberStatuses[(this.#codes[position] ?? 0) - 1] ?? null
  }

  /** Joined; each position must have a subscriber. */
  statuses(positions: Uint32Array): string {
    const statuses: string[] = []
    for (const position of positions) statuses.push(this.statusOf(position) ?? '')
    return joined(statuses)
  }

  /** Physical locations (ctid), joined; each position must have a subscriber. */
  places(positions: Uint32Array): string {
    if (isSame(positions, this.#found)) return this.#places
    const places: string[] = []
    for (const position of positions) {
      const start = this.#starts[position] as number
      const end = this.#places.indexOf(unitSeparator, start)
      places.push(this.#places.slice(start, end === -1 ? undefined : end))
    }
    return joined(places)
  }
}

export const nobody = new Existing(new Uint32Array(), '', '')

/** Another transaction changed the same subscribers during the range, which is repeated. */
export class RangeConflict extends Error {
  constructor() {
    super('subscribers changed while a range was applied')
    this.name = 'RangeConflict'
  }
}

/** Sorted and joined. */
export type SortedKeys = {
  keys: string
  /** As `scansKeys` says. */
  inOneScan: boolean
}

/**
 * The transaction's later statements are planned by index, too.
 * @returns those on the list, by the positions of their keys.
 */
export async function findExisting(
  sql: Transaction,
  organizationId: number,
  listId: number,
  { keys, inOneScan }: SortedKeys,
): Promise<Existing> {
  const planned = planByIndex(sql)
  if (keys === '') return planned.then(() => nobody)
  const subscribers = inOneScan
    ? subscribersInOneScan(sql, organizationId, listId, keys)
    : subscribersByKey(sql, organizationId, listId, keys)
  const looked = sql<[{ keys: string | null; places: string | null; statuses: string | null }]>`
    select string_agg(s.key, ${unitSeparator}) as keys, string_agg(s.place::text, ${unitSeparator}) as places,
      string_agg(s.status, ',') as statuses
    from ${subscribers}`
  const [, [row]] = await Promise.all([planned, looked])
  if (row.keys === null) return nobody
  const found = positionsOf(row.keys.split(unitSeparator), keys)
  return new Existing(found, row.places ?? '', row.statuses ?? '')
}

/** Of the keys of `some` in `all`, which are joined; both are sorted. A key that begins with another one comes after it. */
function positionsOf(some: readonly string[], all: string): Uint32Array {
  const positions = new Uint32Array(some.length)
  let position = 0
  let start = 0
  for (let index = 0; index < some.length; index += 1) {
    while (!all.startsWith(some[index] as string, start)) {
      position += 1
      start = all.indexOf(unitSeparator, start) + 1
      if (start === 0) throw new Error('a key was found that was not looked up')
    }
    positions[index] = position
  }
  return positions
}

/** The values at these places. */
export function picked(values: Uint32Array, indexes: Uint32Array): Uint32Array {
  const those = new Uint32Array(indexes.length)
  for (let index = 0; index < those.length; index += 1)
    those[index] = values[indexes[index] as number] as number
  return those
}

function isSame(some: Uint32Array, others: Uint32Array): boolean {
  if (some.length !== others.length) return false
  let index = 0
  while (index < some.length && some[index] === others[index]) index += 1
  return index === some.length
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
  // With an answer: a cluster would COPY what another `insert … select` writes.
  await (keptFor === null
    ? sql`with added as (${insert} returning 1) select count(*) from added`
    : keepingAdded(sql, organizationId, keptFor, insert))
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
  /** Ids of custom fields, each ended by a comma, that keep their values; null: of nobody. */
  kept: string | null
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
  // Only what the import overwrites: a statement that writes the status sets triggers off.
  const parts = partsOf(changes)
  const written = sql.unsafe(columnsOf(parts).join(', '))
  const { keptFor } = changes
  const piece =
    keptFor === null || parts.length === 0
      ? null
      : { importId: keptFor.importId, number: await openPiece(sql, organizationId, keptFor) }
  const [row] = await sql<[{ found: number; changed: number; written: number }]>`
    with incoming as materialized (
      select place::tid, key, seen, fields::jsonb, kept, status, confirmed::boolean, format
      from unnest(${list(changes.places)}, ${list(changes.keys)}, ${list(changes.seen)}, ${list(changes.fields)},
        ${list(changes.kept)}, ${list(changes.statuses)}, ${list(changes.confirmed)}, ${list(changes.formats)})
        u (place, key, seen, fields, kept, status, confirmed, format)),
    found as materialized (
      select s.ctid as place, s.id, s.custom_fields as old_fields, s.status as old_status,
        s.confirmed as old_confirmed, s.email_format as old_format,
        ${changes.fields === null ? sql`s.custom_fields` : sql`(s.custom_fields - ${clearedIds(sql, changes)}) || u.fields`} as fields,
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
      set ${written}, updated_at = now()
      from changed c where s.ctid = c.place and ${isOfList(sql, 's', organizationId, listId)}
      returning 1)
    ${piece === null ? sql`` : keepingChanged(sql, organizationId, piece, parts)}
    select (select count(*) from found) as found, (select count(*) from changed) as changed,
      (select count(*) from written) as written`
  if (row.found !== changes.count || row.written !== row.changed) throw new RangeConflict()
  if (piece !== null && row.changed === 0) await dropPiece(sql, organizationId, piece)
}

function clearedIds(sql: Sql, { fieldIds, kept }: Changes) {
  const all = sql`${[...fieldIds]}::text[]`
  if (kept === null) return all
  return sql`case when u.kept is null then ${all} else array(
    select id from unnest(${all}) id except select unnest(string_to_array(u.kept, ','))) end`
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

const columnOf: Record<ChangedPart, string> = {
  fields: 'custom_fields = c.fields',
  status: 'status = c.status',
  confirmed: 'confirmed = c.confirmed',
  format: 'email_format = c.format',
}

/** An import that changes nothing still finds out whether the rows are as they were. */
function columnsOf(parts: readonly ChangedPart[]): string[] {
  return parts.length === 0 ? [columnOf.fields] : parts.map((part) => columnOf[part])
}
