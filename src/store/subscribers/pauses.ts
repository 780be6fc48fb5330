import { longestPauseDays } from '../../contract/subscribers/pause.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { findIdsByKey } from './rows.ts'
import { wakeSenders } from '../server/wake.ts'

type ListKey = { organizationId: number; listId: number }

export type Pause = { paused_until: Date; paused_at: Date }

/** On rows `s` of `subscribers`. In an object: fragments of the driver are promises, which would be executed. */
export async function notPaused(
  sql: Sql,
  { organizationId, listId }: ListKey,
): Promise<{ condition: Fragment }> {
  const place = { organizationId, listId }
  // Most lists have no paused subscribers: then no look-up per subscriber is needed.
  if (!(await isAnyPaused(sql, place))) return { condition: sql`true` }
  return { condition: sql`not exists (${pausedRows(sql, place)} and p.subscriber_id = s.id)` }
}

export async function isAnyPaused(sql: Sql, place: ListKey): Promise<boolean> {
  const [any] = await sql<{ found: boolean }[]>`select exists (${pausedRows(sql, place)}) as found`
  return any?.found === true
}

/** `subscriber_id` of the subscribers who pause now. */
export function pausedRows(sql: Sql, { organizationId, listId }: ListKey): Fragment {
  return sql`
    select p.subscriber_id from subscriber_pauses p
    where p.organization_id = ${organizationId} and p.mailing_list_id = ${listId} and p.paused_until > now()`
}

/** null: the subscriber has not paused, or the pause is over. */
export async function findPause(
  sql: Sql,
  { organizationId, listId }: ListKey,
  id: number,
): Promise<Pause | null> {
  const [row] = await sql<Pause[]>`
    select paused_until, paused_at from subscriber_pauses
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${id}
      and paused_until > now()`
  return row ?? null
}

/** Replaces an earlier pause. Lock the subscriber first. */
export async function writePause(
  sql: Transaction,
  { organizationId, listId }: ListKey,
  { id, until, ip }: { id: number; until: Date; ip: string | null },
): Promise<void> {
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until, ip)
    values (${organizationId}, ${listId}, ${id}, ${until}, ${ip})
    on conflict (organization_id, mailing_list_id, subscriber_id) do update
      set paused_until = excluded.paused_until, paused_at = excluded.paused_at, ip = excluded.ip`
}

/** By key: the end, as ISO text. */
export type Pauses = ReadonlyMap<string, string>

/** Of subscribers that the transaction has added. A pause that is over is left out; a longer one ends after two years. */
export async function pauseAdded(
  sql: Transaction,
  { organizationId, listId }: ListKey,
  pauses: Pauses,
): Promise<void> {
  if (pauses.size === 0) return
  const ids = await findIdsByKey(sql, organizationId, listId, [...pauses.keys()])
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
    select ${organizationId}, ${listId}, id, least(until, now() + ${longestPauseDays} * interval '1 day')
    from unnest(${[...ids.values()].map(String)}::text[]::bigint[],
      ${[...ids.keys()].map((key) => pauses.get(key) ?? '')}::text[]::timestamptz[]) given (id, until)
    where until > now()
    returning 1`
}

/** Messages of autoresponders that waited for the end of the pause are due at once. @returns false: there was none. */
export async function endPause(
  sql: Transaction,
  { organizationId, listId }: ListKey,
  id: number,
): Promise<boolean> {
  const mine = sql`
    organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${id}`
  await sql`delete from subscriber_pauses where ${mine} and paused_until <= now()`
  const [ended] = await sql<{ paused_until: Date }[]>`
    delete from subscriber_pauses where ${mine} returning paused_until`
  if (ended === undefined) return false
  const { count } = await sql`
    update autoresponder_reactions set next_attempt_at = null
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and subscriber_id = ${id}
      and not handed_over and next_attempt_at = ${ended.paused_until}`
  if (count > 0) await wakeSenders(sql, 'reactions')
  return true
}

/** Releases claimed messages to subscribers who pause, until the pause is over. @returns their ids. */
export async function postponePaused(
  sql: Transaction,
  { organizationId, listId }: ListKey,
  reactionIds: readonly number[],
): Promise<Set<number>> {
  const rows = await sql<{ id: number }[]>`
    update autoresponder_reactions r set next_attempt_at = p.paused_until, holder = null, leased_until = null
    from subscriber_pauses p
    where r.organization_id = ${organizationId} and r.id = any(${[...reactionIds]}::bigint[])
      and p.organization_id = ${organizationId} and p.mailing_list_id = ${listId}
      and p.subscriber_id = r.subscriber_id and p.paused_until > now()
    returning r.id`
  return new Set(rows.map(({ id }) => id))
}

/** What subscribers who are deleted had decided. */
export async function forgetDecisions(
  sql: Transaction,
  { organizationId, listId }: ListKey,
  ids: readonly number[],
): Promise<void> {
  await sql`
    delete from subscriber_pauses
    where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and subscriber_id = any(${[...ids]}::bigint[])`
  await sql`
    delete from address_changes
    where organization_id = ${organizationId} and mailing_list_id = ${listId}
      and subscriber_id = any(${[...ids]}::bigint[])`
}

/** Pauses and changes of addresses that are over. Across organizations, at most `batchRows` per call. */
export async function purgePauses(everywhere: Sql, batchRows: number): Promise<number> {
  const { count } = await everywhere`
    delete from subscriber_pauses where (organization_id, mailing_list_id, subscriber_id) in (
      select organization_id, mailing_list_id, subscriber_id from subscriber_pauses
      where paused_until < now() - interval '1 day' limit ${batchRows})`
  // Kept for a day, for their number within a day counts.
  const changes = await everywhere`
    delete from address_changes where (organization_id, id) in (
      select organization_id, id from address_changes
      where expires_at < now() - interval '1 day' limit ${batchRows})`
  return Math.max(count, changes.count)
}
