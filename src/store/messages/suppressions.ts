import { notFound } from '../../contract/api/errors.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { SuppressionReason } from '../../contract/messages/suppressions.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { findSuppressing, isSuppressed, knownAs } from '../conditions/suppression.ts'
import { isSuppressedBySystem } from '../conditions/system-suppression.ts'

type Suppressed = { streamId: number; key: string; reason: SuppressionReason }

/** One that is suppressed already keeps its reason. */
export async function suppressInStream(
  sql: Sql,
  organizationId: number,
  suppressed: readonly Suppressed[],
): Promise<void> {
  if (suppressed.length === 0) return
  const inOrder = suppressed.toSorted(
    (one, other) => one.streamId - other.streamId || (one.key < other.key ? -1 : 1),
  )
  await sql`
    insert into message_suppressions (organization_id, stream_id, key, reason)
    select ${organizationId}, stream_id, key, reason
    from unnest(${inOrder.map(({ streamId }) => streamId)}::integer[], ${inOrder.map(({ key }) => key)}::text[],
      ${inOrder.map(({ reason }) => reason)}::text[]) given (stream_id, key, reason)
    on conflict do nothing
    returning 1`
}

/**
 * On messages `m`: their stream suppresses the address, or a suppression list of the organization does. Whoever has
 * unsubscribed from newsletters still gets their receipts: the list of unsubscriptions does not count.
 */
export async function refusesMessages(sql: Sql, organizationId: number): Promise<{ condition: Fragment }> {
  const [own] = await sql<{ id: number | null }[]>`
    select unsub_suppression_list_id as id from organizations where id = ${organizationId}`
  const suppressing = await findSuppressing(sql, { organizationId, listId: null })
  const lists = suppressing.lists.filter((id) => id !== own?.id)
  const inStream = sql`exists (
    select from (values (m.email_key), (encode(sha256(convert_to(m.email_key, 'UTF8')), 'hex'))) known_as (key)
    cross join lateral (
      select from message_suppressions u
      where u.organization_id = ${organizationId} and u.stream_id = m.stream_id
        and u.key = known_as.key collate "C" offset 0) listed)`
  const address = sql`m.email_key`
  const byLists =
    lists.length === 0 ? sql`false` : isSuppressed(sql, organizationId, sql`${lists}::integer[]`, address)
  const bySystem = suppressing.bySystem ? isSuppressedBySystem(sql, knownAs(sql, address)) : sql`false`
  return { condition: sql`(${inStream} or ${byLists} or ${bySystem})` }
}

export type SuppressionRow = { key: string; reason: SuppressionReason; created_at: Date }

export async function findMessageSuppressions(
  sql: Sql,
  organizationId: number,
  { streamId, key = null }: { streamId: number; key?: string | null },
  page: PageRequest,
): Promise<{ rows: SuppressionRow[]; count: Count }> {
  const matching = sql`
    from message_suppressions
    where organization_id = ${organizationId} and stream_id = ${streamId}
      ${key === null ? sql`` : sql`and key = ${key}`}`
  const [rows, count] = await Promise.all([
    sql<SuppressionRow[]>`
      select key, reason, created_at ${matching} order by key limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, matching),
  ])
  return { rows, count }
}

/** @throws AppError `not_found`. */
export async function liftMessageSuppression(
  sql: Transaction,
  organizationId: number,
  { streamId, key }: { streamId: number; key: string },
): Promise<void> {
  const { count } = await sql`
    delete from message_suppressions
    where organization_id = ${organizationId} and stream_id = ${streamId} and key = ${key}`
  if (count === 0) throw notFound('suppression')
}

/** Of erased addresses: their hashes stay, and refuse them all the same. */
export async function hashMessageSuppressions(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<void> {
  await sql`
    with known as (
      delete from message_suppressions s using message_streams t
      where t.organization_id = ${organizationId} and s.organization_id = ${organizationId} and s.stream_id = t.id
        and s.key = any(${[...keys]}::text[])
      returning s.stream_id, s.key, s.reason, s.created_at)
    insert into message_suppressions (organization_id, stream_id, key, reason, created_at)
    select ${organizationId}, stream_id, encode(sha256(convert_to(key, 'UTF8')), 'hex'), reason, created_at
    from known order by stream_id, key
    on conflict do nothing
    returning 1`
}
