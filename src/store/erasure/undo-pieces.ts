import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { holdsPrintOfId, partsMax } from '../conditions/prints.ts'

/** What imports have kept of a person for their undo. */
export type KeptPlace = { import_id: number; number: number; positions: number[] }

/** Locks nothing. */
export async function findKept(
  sql: Sql,
  organizationId: number,
  subscriberIds: readonly number[],
): Promise<KeptPlace[]> {
  if (subscriberIds.length === 0) return []
  const ids = sql`${subscriberIds.map(String)}::text[]::bigint[]`
  const isFew = subscriberIds.length <= partsMax
  const mayHold = isFew
    ? sql`coalesce(${holdsPrintOfId(sql, sql`p.id_prints`, subscriberIds)}, true)`
    : sql`true`
  const positions = isFew
    ? sql`(select array_position(p.ids, one.id) as position from unnest(${ids}) one (id))`
    : sql`(select u.position from unnest(p.ids) with ordinality u (id, position) where u.id = any(${ids}))`
  return sql<KeptPlace[]>`
    select p.import_id, p.number, found.positions
    from import_undo_pieces p
    cross join lateral (
      select jsonb_agg(position order by position) as positions
      from ${positions} placed where position is not null offset 0) found
    where p.organization_id = ${organizationId} and case
      when p.first_id is null then true
      when not exists (select from unnest(${ids}) one (id) where one.id between p.first_id and p.last_id) then false
      else ${mayHold} end and found.positions is not null
    order by p.import_id, p.number`
}

/** The undo counts these people as gone. */
export async function eraseKept(
  sql: Transaction,
  organizationId: number,
  places: readonly KeptPlace[],
): Promise<void> {
  for (const { import_id, number, positions } of places) {
    const emptied = (column: string, value: string) =>
      positions.map((position) => `${column}[${position}] = ${value}`).join(', ')
    // Of people who were added, and where no field was changed, the arrays of fields are null, and stay it.
    const [row] = await sql<{ old: boolean; written: boolean }[]>`
      select old_fields is not null as old, written_fields is not null as written from import_undo_pieces
      where organization_id = ${organizationId} and import_id = ${import_id} and number = ${number}
      for update`
    if (row === undefined) continue
    const changes = [
      emptied('ids', '0'),
      ...(row.old ? [emptied('old_fields', 'null')] : []),
      ...(row.written ? [emptied('written_fields', 'null')] : []),
    ]
    await sql`
      update import_undo_pieces set ${sql.unsafe(changes.join(', '))}
      where organization_id = ${organizationId} and import_id = ${import_id} and number = ${number}`
  }
}
