import { matchesGlob } from '../../contract/values/glob.ts'
import { wakeSenders } from '../server/wake.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { joined, subscribersByKey } from '../subscribers/by-key.ts'

export type Causes = {
  autoresponderIds: readonly number[]
  keys: readonly string[]
  importId?: number
  contentReplacements?: Record<string, unknown>
  /** A call names the autoresponders: what they otherwise wait for does not matter. */
  called?: boolean
}

/**
 * Call it after the subscribers are written, in the same transaction. Days, weeks and months are counted in the
 * organization's calendar, to the full hour `delay_time` (a month after 31 January is the last of February).
 */
export async function queueReactions(
  sql: Sql,
  organizationId: number,
  listId: number,
  causes: Causes,
): Promise<number> {
  if (causes.autoresponderIds.length === 0 || causes.keys.length === 0) return 0
  const replacements = causes.contentReplacements
  const due = await sql<{ id: number; at: string }[]>`
    select a.id, (${dueAt(sql)})::text as at
    from autoresponders a
    join organizations o on o.id = a.organization_id
    where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}
      and a.id = any(${[...causes.autoresponderIds]})`
  if (due.length === 0) return 0
  // A statement of its own: to a cluster an insert from a limited look-up for each key is nothing.
  const [found] = await sql<[{ ids: string | null }]>`
    select string_agg(s.id::text, ',') as ids
    from ${subscribersByKey(sql, organizationId, listId, joined(causes.keys))} where s.status = 'active'`
  if (found.ids === null) return 0
  const [queued] = await sql<[{ count: number }]>`
    with queued as (
      insert into autoresponder_reactions
        (organization_id, autoresponder_id, mailing_list_id, subscriber_id, import_id, content_replacements, due_at,
          called)
      select ${organizationId}::integer, due.id, ${listId}::integer, given.id, ${causes.importId ?? null}::bigint,
        ${replacements === undefined ? null : JSON.stringify(replacements)}::text::jsonb, due.due_at,
        ${causes.called === true}
      from unnest(string_to_array(${found.ids}, ',')::bigint[]) given (id)
      cross join unnest(${due.map(({ id }) => id)}::integer[], ${due.map(({ at }) => at)}::text[]::timestamptz[])
        due (id, due_at)
      returning 1)
    select count(*) as count from queued`
  if (queued.count > 0) await wakeSenders(sql, 'reactions')
  return queued.count
}

export function dueAt(sql: Sql) {
  return sql`
    case
      when a.delay = 'immediately' then now()
      when a.delay_unit = 'minutes' then now() + a.delay_amount * interval '1 minute'
      when a.delay_unit = 'hours' then now() + a.delay_amount * interval '1 hour'
      else (date_trunc('day', now() at time zone o.time_zone)
        + a.delay_amount * case a.delay_unit
            when 'days' then interval '1 day' when 'weeks' then interval '7 days' else interval '1 month' end
        + a.delay_time * interval '1 hour') at time zone o.time_zone
    end`
}

export type Named = { id: number; name: string }
type Source = 'import' | 'api' | 'form'

/** A statement. Includes paused autoresponders: their messages wait. Web forms fire all of them. */
export function subscriptionAutoresponders(
  sql: Sql,
  organizationId: number,
  listId: number,
  source: Source,
): Fragment {
  const heeding = {
    api: sql`and trigger_run_on_api`,
    import: sql`and trigger_include_subscribers_from_import`,
    form: sql`and deleted_at is null`,
  }
  return sql`
    select id, name
    from autoresponders
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and trigger = 'subscription'
      ${heeding[source]}
    order by id`
}

/** @param filter a glob that names must match */
export async function findSubscriptionAutoresponders(
  sql: Sql,
  organizationId: number,
  listId: number,
  { source, filter = null }: { source: Source; filter?: string | null },
): Promise<number[]> {
  const rows = await sql<Named[]>`${subscriptionAutoresponders(sql, organizationId, listId, source)}`
  return idsOfNamed(rows, filter)
}

/** @param filter as above. */
export function idsOfNamed(named: readonly Named[], filter: string | null): number[] {
  return named.flatMap(({ id, name }) => (filter === null || matchesGlob(filter, name) ? [id] : []))
}

export async function findApiAutoresponder(
  sql: Sql,
  organizationId: number,
  listId: number,
  reference: { id?: number | undefined; name?: string | undefined },
): Promise<{ id: number; name: string } | null> {
  const { id, name } = reference
  if (id === undefined && name === undefined) return null
  const [row] = await sql<{ id: number; name: string }[]>`
    select id, name
    from autoresponders
    where organization_id = ${organizationId} and mailing_list_id = ${listId} and trigger = 'api'
      and ${id === undefined ? sql`lower(name) = lower(${name ?? ''})` : sql`id = ${id}::bigint`}`
  return row ?? null
}

export async function hasReaction(
  sql: Sql,
  organizationId: number,
  listId: number,
  { subscriberId, autoresponderIds }: { subscriberId: number; autoresponderIds: readonly number[] },
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from autoresponder_reactions
      where organization_id = ${organizationId} and mailing_list_id = ${listId}
        and subscriber_id = ${subscriberId} and autoresponder_id = any(${[...autoresponderIds]})) as found`
  return row?.found === true
}
