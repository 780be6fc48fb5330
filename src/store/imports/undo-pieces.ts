import type { SubscriberStatus } from '../../contract/imports/states.ts'
import { printsOfLog } from '../conditions/prints.ts'
import { undoClasses, type UndoClass } from '../../contract/imports/undo.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { isOfList } from '../subscribers/by-key.ts'
import { advance, changeHeld } from '../jobs/lease.ts'
import type { ClaimedUndo } from './undo-claims.ts'
import { RangeConflict } from './merge.ts'
import { rowHash } from './undo-keep.ts'

// Everything stays in the database: the workers see counters only.

export type UndoOf = Pick<ClaimedUndo, 'organization_id' | 'import_id' | 'mailing_list_id'>

export type UndoPiece = { number: number; kind: 'added' | 'changed' }

/** Backwards. Additions come first: they free places for those who become active again. */
export async function findUndoPiece(sql: Sql, claim: ClaimedUndo): Promise<UndoPiece | null> {
  const [piece] = await sql<UndoPiece[]>`
    select number, kind from import_undo_pieces
    where organization_id = ${claim.organization_id} and import_id = ${claim.import_id}
    order by kind, number desc limit 1`
  return piece ?? null
}

/** In the order in which an undo takes them. */
export async function findUndoPieces(
  sql: Sql,
  { organization_id, import_id }: UndoOf,
): Promise<(UndoPiece & { people: number })[]> {
  return sql<(UndoPiece & { people: number })[]>`
    select number, kind, cardinality(ids) as people from import_undo_pieces
    where organization_id = ${organization_id} and import_id = ${import_id}
    order by kind, number desc`
}

export type Undone = {
  classes: Partial<Record<UndoClass, number>>
  /** How the list's counts change. */
  delta: Partial<Record<SubscriberStatus, number>>
}

/** Whether a message may have been sent to a subscriber of this list since the import began. */
export async function hasBeenWrittenTo(sql: Sql, claim: ClaimedUndo): Promise<boolean> {
  const { organization_id: organizationId, mailing_list_id: listId } = claim
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
        select 1 from autoresponders where organization_id = ${organizationId} and mailing_list_id = ${listId})
      or exists (
        select 1 from campaigns
        where organization_id = ${organizationId} and mailing_list_id = ${listId}
          and started_at >= ${claim.import_started_at}) as found`
  return row?.found === true
}

/** The added people who are as the import wrote them. */
export async function findRemovable(sql: Sql, claim: ClaimedUndo, piece: UndoPiece): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    with found as materialized (${foundAdded(sql, claim, piece)}) select id from found where is_same`
  return rows.map(({ id }) => id)
}

function foundAdded(sql: Sql, claim: UndoOf, { number }: UndoPiece) {
  const { organization_id: organizationId, import_id: importId, mailing_list_id: listId } = claim
  // As in `subscribersByKey`: only the primary key delivers rows in this order.
  return sql`
    select u.position, u.id, s.place, s.status, s.address, coalesce(s.hash = u.hash, false) as is_same
    from import_undo_pieces p
    cross join lateral unnest(p.ids, p.hashes) with ordinality u (id, hash, position)
    left join lateral (
      select s.ctid as place, s.status, coalesce(s.email, s.key) as address, ${rowHash(sql, 's')} as hash
      from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = ${listId}
        and s.id >= u.id and s.id <= u.id
      order by s.id limit 1) s on true
    where p.organization_id = ${organizationId} and p.import_id = ${importId} and p.number = ${number}`
}

/** What `removeAdded` would count. */
export async function previewAdded(sql: Sql, claim: UndoOf, piece: UndoPiece): Promise<Undone> {
  const [row] = await sql<[Pick<UndoResult, 'classes' | 'delta'>]>`
    with found as materialized (${foundAdded(sql, claim, piece)}),
    classified as (select ${classOfAdded(sql)} as class, status from found)
    select jsonb_object_agg(class, people) as classes,
      jsonb_build_object('active', coalesce(-sum(active), 0)) as delta
    from (
      select class, count(*) as people, count(*) filter (where class = 'removed' and status = 'active') as active
      from classified group by class) c`
  return { classes: row.classes ?? {}, delta: row.delta }
}

function classOfAdded(sql: Sql) {
  return sql`case when place is null then 'left_gone' when is_same then 'removed' else 'left_changed' end`
}

/** @throws RangeConflict if another transaction changed one of the subscribers meanwhile. */
export async function removeAdded(sql: Transaction, claim: ClaimedUndo, piece: UndoPiece): Promise<Undone> {
  return logUndone(
    sql,
    claim,
    piece,
    await sql<UndoResult[]>`
    with found as materialized (${foundAdded(sql, claim, piece)}),
    classified as materialized (
      select position, id, place, address, status as before, null::text as after, is_same as is_moved,
        is_same as is_written,
        ${classOfAdded(sql)} as class
      from found),
    written as (
      delete from subscribers s using classified c where s.ctid = c.place and c.is_written
        and ${isOfList(sql, 's', claim.organization_id, claim.mailing_list_id)}
      returning 1),
    ${undoResults(sql)}`,
  )
}

export type UndoResult = Undone & {
  expected: number
  written: number
  logs: Partial<Record<UndoClass, string>> | null
}

/**
 * Counts, and what the log will say. Needs the queries `written` and `classified`: `is_written` says whose rows change,
 * `is_moved` whose status does, from `before` to `after` (null: nowhere).
 */
export function undoResults(sql: Sql) {
  return sql`
    moved as (
      select status, sum(change)::integer as change
      from (
        select before as status, -1 as change from classified where is_moved
        union all select after, 1 from classified where is_moved and after is not null) m
      group by status)
    select (
        select jsonb_object_agg(class, people)
        from (select class, count(*) as people from classified group by class) c) as classes,
      (
        select jsonb_object_agg(class, content)
        from (
          select class, string_agg(
            case when class = 'left_gone' then id::text else address end || chr(10), '' order by position) as content
          from classified where id <> 0 group by class) c) as logs,
      coalesce((select jsonb_object_agg(status, change) from moved), '{}') as delta,
      (select count(*) from classified where is_written) as expected, (select count(*) from written) as written`
}

/** Writes the log by a statement of its own: a cluster takes no insert beside the change of the subscribers by place. */
export async function logUndone(
  sql: Transaction,
  claim: ClaimedUndo,
  { number }: UndoPiece,
  [result]: readonly UndoResult[],
): Promise<Undone> {
  if (result === undefined || result.written !== result.expected) throw new RangeConflict()
  for (const [name, content] of Object.entries(result.logs ?? {})) {
    await sql`
      insert into import_undo_logs (organization_id, import_id, piece_number, classification, content, prints)
      values (${claim.organization_id}, ${claim.import_id}, ${number}, ${name}, ${content}, ${printsOfLog(name, content)})`
  }
  return { classes: result.classes ?? {}, delta: result.delta }
}

/** @throws LeaseLost. */
export async function addWithdrawn(sql: Transaction, claim: ClaimedUndo, reactions: number): Promise<void> {
  await sql`
    update import_undos set reactions_withdrawn = reactions_withdrawn + ${reactions}
    where organization_id = ${claim.organization_id} and import_id = ${claim.import_id}`
  await advance(sql, claim, 0)
}

/** Run it last. @throws LeaseLost: everything in the transaction rolls back. */
export async function finishUndoPiece(
  sql: Transaction,
  claim: ClaimedUndo,
  { number }: UndoPiece,
  { classes }: Undone,
): Promise<void> {
  const deleted = sql`
    delete from import_undo_pieces
    where organization_id = ${claim.organization_id} and import_id = ${claim.import_id} and number = ${number}`
  await changeHeld(claim, deleted)
  const sums = undoClasses.map((name) => sql`, ${sql(name)} = ${sql(name)} + ${classes[name] ?? 0}`)
  await sql`
    update import_undos set reactions_withdrawn = reactions_withdrawn ${sums}
    where organization_id = ${claim.organization_id} and import_id = ${claim.import_id}`
  const people = undoClasses.reduce((sum, name) => sum + (classes[name] ?? 0), 0)
  await advance(sql, claim, people)
}
