import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { packedIds } from '../conditions/prints.ts'

// What the undo of an import needs, written by the statements that change the subscribers (docs/decisions/024).

/** Of a whole row `subscribers`. As text it took twice as long and depended on the session's time zone. */
export function rowHash(sql: Sql, alias: 'subscribers' | 's'): Fragment {
  const s = sql(alias)
  return sql`
    hash_record_extended(row(${s}.key, ${s}.email, ${s}.status, ${s}.subscribe_time, ${s}.subscribe_ip, ${s}.remove_time,
      ${s}.remove_ip, ${s}.confirm_time, ${s}.confirmed, ${s}.email_format, ${s}.custom_fields, ${s}.created_at), 0)`
}

/** The import whose undo needs them, and the range of its file. */
export type KeptFor = { importId: number; rangeNumber: number }

/** @param insert into `subscribers`, without `returning`. */
export function keepingAdded(
  sql: Sql,
  organizationId: number,
  { importId, rangeNumber }: KeptFor,
  insert: Fragment,
): Fragment {
  return sql`
    with added as (${insert} returning id, ${rowHash(sql, 'subscribers')} as hash)
    insert into import_undo_pieces (organization_id, import_id, range_number, kind, ids, first_id, last_id, hashes)
    select ${organizationId}::integer, ${importId}::bigint, ${rangeNumber}::integer, 'added', array_agg(id), min(id), max(id),
      array_agg(hash)
    from added having count(*) > 0
    returning 1`
}

export type ChangedPart = 'status' | 'confirmed' | 'format' | 'fields'

const columnsOf: Record<ChangedPart, [old: string, written: string]> = {
  status: ['old_statuses', 'written_statuses'],
  confirmed: ['old_confirmed', 'written_confirmed'],
  format: ['old_formats', 'written_formats'],
  fields: ['old_fields', 'written_fields'],
}

/**
 * An empty piece, which `keepingChanged` fills. A statement of its own, because a cluster takes no insert beside the change of
 * the subscribers by place.
 * @returns its number
 */
export async function openPiece(
  sql: Sql,
  organizationId: number,
  { importId, rangeNumber }: KeptFor,
): Promise<number> {
  const [piece] = await sql<[{ number: number }]>`
    insert into import_undo_pieces (organization_id, import_id, range_number, kind, ids)
    values (${organizationId}, ${importId}, ${rangeNumber}, 'changed', '{}') returning number`
  return piece.number
}

/** For a piece that was not filled, because nobody has changed. */
export async function dropPiece(sql: Sql, organizationId: number, piece: OpenPiece): Promise<void> {
  await sql`delete from import_undo_pieces where ${isPiece(sql, organizationId, piece)}`
}

export type OpenPiece = { importId: number; number: number }

function isPiece(sql: Sql, organizationId: number, { importId, number }: OpenPiece): Fragment {
  return sql`organization_id = ${organizationId} and import_id = ${importId} and number = ${number}`
}

/**
 * A further query of the `with` in which `changed` has the subscribers' ids and their values before and after.
 * @param parts what the import may change, at least one
 */
export function keepingChanged(
  sql: Sql,
  organizationId: number,
  piece: OpenPiece,
  parts: readonly ChangedPart[],
): Fragment {
  const names = parts.flatMap((part) => columnsOf[part])
  const values = parts.map((part) => {
    const [before, after] = [sql(`old_${part}`), sql(part)]
    const [old, written] = [sql(columnsOf[part][0]), sql(columnsOf[part][1])]
    const isChanged = sql`${after} is distinct from ${before}`
    return sql`, array_agg(case when ${isChanged} then ${before} end) as ${old},
      array_agg(case when ${isChanged} then ${after} end) as ${written}`
  })
  return sql`
    , kept as (
      update import_undo_pieces p
      set ids = k.ids, first_id = k.first_id, last_id = k.last_id, id_prints = ${packedIds(sql, sql`changed`)}
        ${names.map((name) => sql`, ${sql(name)} = k.${sql(name)}`)}
      from (
        select array_agg(id) as ids, min(id) as first_id, max(id) as last_id ${values}
        from changed having count(*) > 0) k
      where ${isPiece(sql, organizationId, piece)}
      returning 1)`
}

export type ChangedStatuses = {
  ids: readonly number[]
  before: readonly SubscriberStatus[]
  written: SubscriberStatus
}

/**
 * For changes of nothing but the status, by the other parts of an import. Call it in the transaction of the change.
 * @param statuses `before`: one for each id
 */
export async function keepStatuses(
  sql: Sql,
  organizationId: number,
  importId: number,
  { ids, before, written }: ChangedStatuses,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    insert into import_undo_pieces (organization_id, import_id, kind, ids, first_id, last_id, id_prints, old_statuses,
      written_statuses)
    select ${organizationId}::integer, ${importId}::bigint, 'changed', ids, least, greatest,
      ${packedIds(sql, sql`unnest(ids) one (id)`)}, ${[...before]}::text[],
      array_fill(${written}::text, array[${ids.length}::integer])
    from (select ${ids.map(String)}::text[]::bigint[] as ids) given,
      lateral (select min(id) as least, max(id) as greatest from unnest(ids) one (id)) reach
    returning 1`
}
