import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isOfList } from '../subscribers/by-key.ts'
import type { ClaimedUndo } from './undo-claims.ts'
import {
  logUndone,
  undoResults,
  type Undone,
  type UndoOf,
  type UndoPiece,
  type UndoResult,
} from './undo-pieces.ts'

/**
 * Gives changed people back what they had, part by part: each custom field, the status, the confirmation and the
 * format, where the value is still the one that the import wrote.
 * @param freePlaces of the quota; null: no limit
 * @throws RangeConflict if another transaction changed one of the subscribers meanwhile.
 */
export async function restoreChanged(
  sql: Transaction,
  claim: ClaimedUndo,
  piece: UndoPiece,
  freePlaces: number | null,
): Promise<Undone> {
  const { kept, isPiece, isSubscriber } = ofPiece(sql, claim, piece)
  // A departure that is being written locks the person. A statement of its own, so that the next one sees it.
  await sql`
    select 1 from ${kept}
    cross join lateral (select from subscribers s where ${isSubscriber} order by s.id limit 1 for no key update of s) s
    where ${isPiece} and u.old_status = 'active'`
  return logUndone(
    sql,
    claim,
    piece,
    await sql<UndoResult[]>`
    with ${foundChanged(sql, claim, piece)},
    ${judged(sql, freePlaces)},
    written as (
      update subscribers s
      set custom_fields = c.new_fields, status = c.after, updated_at = now(),
        confirmed = case when c.is_confirmed_back then c.old_confirmed else s.confirmed end,
        email_format = case when c.is_format_back then c.old_format else s.email_format end
      from classified c where s.ctid = c.place and c.is_written
        and ${isOfList(sql, 's', claim.organization_id, claim.mailing_list_id)}
      returning 1),
    ${undoResults(sql)}`,
  )
}

function ofPiece(sql: Sql, claim: UndoOf, piece: UndoPiece) {
  const { organization_id: organizationId, import_id: importId, mailing_list_id: listId } = claim
  const kept = sql`
    import_undo_pieces p
    cross join lateral unnest(p.ids, p.old_statuses, p.written_statuses, p.old_confirmed, p.written_confirmed,
      p.old_formats, p.written_formats, p.old_fields, p.written_fields) with ordinality
      u (id, old_status, written_status, old_confirmed, written_confirmed, old_format, written_format, old_fields,
        written_fields, position)`
  const isPiece = sql`
    p.organization_id = ${organizationId} and p.import_id = ${importId} and p.number = ${piece.number}`
  const isSubscriber = sql`
    s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}
    and s.id >= u.id and s.id <= u.id`
  return { kept, isPiece, isSubscriber }
}

function foundChanged(sql: Sql, claim: UndoOf, piece: UndoPiece) {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const { kept, isPiece, isSubscriber } = ofPiece(sql, claim, piece)
  return sql`
    found as materialized (
      select u.*, s.*, coalesce(s.status = u.written_status, false) as is_status_kept,
        s.status = u.written_status and u.old_status = 'active' as is_active_again,
        u.old_status = 'active' and exists (
          select from repeated_departures d
          where d.organization_id = ${organizationId} and d.mailing_list_id = ${listId} and d.subscriber_id = u.id
            and d.left_at >= p.created_at) as has_departed
      from ${kept}
      left join lateral (
        select s.ctid as place, s.status, s.confirmed, s.email_format as format, s.custom_fields as fields,
          coalesce(s.email, s.key) as address
        from subscribers s where ${isSubscriber} order by s.id limit 1) s on true
      where ${isPiece})`
}

/** What `restoreChanged` would count. @param freePlaces null: no limit */
export async function previewChanged(
  sql: Sql,
  claim: UndoOf,
  piece: UndoPiece,
  freePlaces: number | null,
): Promise<Undone> {
  const [row] = await sql<[Pick<UndoResult, 'classes' | 'delta'>]>`
    with ${foundChanged(sql, claim, piece)},
    ${judged(sql, freePlaces)}
    select (
        select jsonb_object_agg(class, people)
        from (select class, count(*) as people from classified group by class) c) as classes,
      jsonb_build_object('active', (
        select count(*) filter (where after = 'active') - count(*) filter (where before = 'active')
        from classified where is_moved)) as delta`
  return { classes: row.classes ?? {}, delta: row.delta }
}

/** From `found` to `classified`: which parts go back, and the person's class. */
function judged(sql: Sql, freePlaces: number | null) {
  return sql`
    placed as materialized (
      select f.*, is_active_again and not has_departed
        and count(*) filter (where is_active_again and not has_departed) over (order by position)
          > ${freePlaces ?? Number.MAX_SAFE_INTEGER}::bigint as is_over
      from found f),
    compared as materialized (
      select p.*,
        is_status_kept and not (is_active_again and (has_departed or is_over)) as is_status_back,
        coalesce(written_confirmed is not null and confirmed = written_confirmed, false) as is_confirmed_back,
        coalesce(written_format is not null and format = written_format, false) as is_format_back,
        coalesce(fields = written_fields, false) as are_fields_kept, c.back, coalesce(c.changed, 0) as fields_changed
      from placed p
      left join lateral (
        select array_agg(k) filter (where p.fields -> k is not distinct from p.written_fields -> k) as back,
          count(*) filter (where p.fields -> k is distinct from p.written_fields -> k) as changed
        from (
          select jsonb_object_keys(p.old_fields) where p.fields <> p.written_fields
          union select jsonb_object_keys(p.written_fields) where p.fields <> p.written_fields) u (k)
        where p.old_fields -> k is distinct from p.written_fields -> k) c on true),
    classified as materialized (
      select position, id, place, address, status as before,
        case when is_status_back then old_status else status end as after,
        is_status_back and place is not null as is_moved, is_confirmed_back, is_format_back, old_confirmed, old_format,
        case when are_fields_kept then old_fields
          when back is not null then (fields - back) || coalesce(
            (select jsonb_object_agg(k, old_fields -> k) from unnest(back) u (k) where old_fields ? k), '{}')
          else fields end as new_fields,
        are_fields_kept or back is not null or is_status_back or is_confirmed_back or is_format_back as is_written,
        case
          when place is null then 'left_gone'
          when is_active_again and has_departed then 'left_departed'
          when is_over then 'left_over_limit'
          when not (are_fields_kept or back is not null or is_status_back or is_confirmed_back or is_format_back)
            then 'left_changed'
          when fields_changed > 0 or (written_status is not null and not is_status_back)
            or (written_confirmed is not null and not is_confirmed_back)
            or (written_format is not null and not is_format_back) then 'restored_partly'
          else 'restored' end as class
      from compared)`
}
