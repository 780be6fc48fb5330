import { invalid } from '../../contract/api/errors.ts'
import { exactFigureMax } from '../../contract/api/figures.ts'
import type { Count, PageRequest } from '../../contract/api/paging.ts'
import type { EventType, WebhookChanges, WebhookInput } from '../../contract/webhooks.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { nextId } from '../server/ids.ts'
import { listOf } from './events.ts'
import type { Resource, ResourceRow } from '../resources/rows.ts'
import { wake } from '../server/wake.ts'
import { countUpTo, upToOneMore } from '../../database/driver/statement/bounded-count.ts'

export type WebhookRow = {
  id: number
  name: string
  url: string
  event_types: EventType[]
  mailing_list_ids: number[] | null
  active: boolean
  created_at: Date
  /** These two: at most one more than `exactFigureMax`. */
  pending: number
  dead: number
  failures: number
  next_attempt_at: Date | null
  last_delivered_at: Date | null
  last_error: string | null
}

export type NewWebhook = WebhookInput & {
  seal: (id: number) => Uint8Array
  /** Each event is queued for every matching webhook, so more webhooks multiply the work. */
  webhooksMax: number
}

export const webhooks: Resource<NewWebhook, WebhookChanges, WebhookRow> = {
  what: 'webhook',
  subject: 'webhook',
  table: 'webhooks',
  id: (sql) => sql`id`,
  rows: (sql, organizationId) => sql<WebhookRow[]>`
    select w.id, w.name, w.url, to_jsonb(w.event_types) as event_types,
      to_jsonb(w.mailing_list_ids) as mailing_list_ids, w.active, w.created_at, w.failures, w.next_attempt_at,
      w.last_delivered_at, w.last_error,
      ${events(sql, organizationId, sql`e.dead_at is null`)} as pending,
      ${events(sql, organizationId, sql`e.dead_at is not null`)} as dead
    from webhooks w
    where w.organization_id = ${organizationId} and (scope_lists() is null or w.mailing_list_ids <@ scope_lists())`,
  byId: (sql) => sql`id`,
  unique: { attribute: 'name', index: 'webhooks_name' },
  insert: async (sql, organizationId, input) => {
    const {
      name,
      url,
      event_types: types,
      mailing_list_ids: lists = null,
      active = true,
      seal,
      webhooksMax,
    } = input
    // One call at a time, so that the count is right.
    await sql`select 1 from organizations where id = ${organizationId} for no key update`
    const id = await nextId(sql, 'webhooks')
    const [row] = await sql<{ id: number }[]>`
      insert into webhooks (organization_id, id, name, url, event_types, mailing_list_ids, active, secret_sealed)
      select ${organizationId}, ${id}, ${name}, ${url}, ${types}::text[], ${lists}::integer[], ${active}, ${seal(id)}
      where (select count(*) from webhooks where organization_id = ${organizationId}) < ${webhooksMax}
      returning id`
    if (row === undefined)
      throw invalid(`an organization can have at most ${webhooksMax} webhooks; delete one first`)
    return row.id
  },
  // A new address or an activation probably fixes the fault: the next attempt is immediate.
  update: async (sql, organizationId, { id }, changes) => {
    const { name, url, event_types: types, mailing_list_ids: lists, active } = changes
    await sql`
      update webhooks set name = coalesce(${name ?? null}, name), url = coalesce(${url ?? null}, url),
        event_types = coalesce(${types ?? null}::text[], event_types),
        mailing_list_ids = case when ${lists === undefined} then mailing_list_ids else ${lists ?? null}::integer[] end, active = coalesce(${active ?? null}, active),
        next_attempt_at = case when ${url !== undefined || active === true} then null else next_attempt_at end
      where organization_id = ${organizationId} and id = ${id}`
    // Whoever sees the lists of the webhook also sees what waits for it.
    if (lists != null)
      await sql`
        delete from webhook_events
        where organization_id = ${organizationId} and webhook_id = ${id}
          and ${listOf(sql, sql`payload`)} = any(${lists}::integer[]) is not true`
    await wake(sql, 'webhook_events')
  },
  users: (sql) => sql`select '' as type, 0 as id where false`,
  release: async () => {},
}

function events(sql: Sql, organizationId: number, condition: Fragment): Fragment {
  const from = sql`from webhook_events e where e.organization_id = ${organizationId} and e.webhook_id = w.id and ${condition}`
  return upToOneMore(sql, from, exactFigureMax)
}

export async function changeWebhookSecret(
  sql: Sql,
  organizationId: number,
  { id }: ResourceRow,
  secretSealed: Uint8Array,
): Promise<void> {
  await sql`
    update webhooks set secret_sealed = ${secretSealed} where organization_id = ${organizationId} and id = ${id}`
}

/** Receivers identify events by this: unique on a server, and the same whenever the event is sent. */
export function eventIdOf(id: number | string): string {
  return `evt_${id}`
}

/** As jsonb. An event without a time happened in its transaction. */
export function eventAsSent(sql: Sql) {
  return sql`jsonb_build_object('event_id', ${eventIdOf('')}::text || id,
    'event_time', floor(extract(epoch from created_at))::bigint) || payload`
}

/** Ignores the event types of the webhook. */
export async function queueTestEvent(
  sql: Transaction,
  organizationId: number,
  webhook: ResourceRow,
): Promise<number> {
  const [active] = await sql`
    select 1 from webhooks where organization_id = ${organizationId} and id = ${webhook.id} and active for key share`
  if (active === undefined) throw invalid('webhook is not active')
  const [row] = await sql<[{ id: number }]>`
    insert into webhook_events (organization_id, webhook_id, event_type, payload)
    values (${organizationId}, ${webhook.id}, 'test', '{"event_type": "test"}')
    returning id`
  await wake(sql, 'webhook_events')
  return row.id
}

export type DeadEvent = {
  id: number
  event_type: string
  created_at: Date
  dead_at: Date
  attempts: number
  last_error: string | null
  payload: Record<string, unknown>
}

export async function findDeadEvents(
  sql: Sql,
  organizationId: number,
  { id }: ResourceRow,
  page: PageRequest,
): Promise<{ rows: DeadEvent[]; count: Count }> {
  const dead = sql`
    webhook_events where organization_id = ${organizationId} and webhook_id = ${id} and dead_at is not null`
  const [rows, count] = await Promise.all([
    sql<DeadEvent[]>`
      select id, event_type, created_at, dead_at, attempts, last_error, ${eventAsSent(sql)} as payload
      from ${dead} order by id limit ${page.perPage} offset ${page.offset}`,
    countUpTo(sql, sql`from ${dead}`),
  ])
  return { rows, count }
}

/** With a new count of attempts. `ids` undefined: all. */
export async function replayEvents(
  sql: Sql,
  organizationId: number,
  { id }: ResourceRow,
  ids: readonly number[] | undefined,
): Promise<number> {
  const { count } = await sql`
    update webhook_events set dead_at = null, attempts = 0
    where organization_id = ${organizationId} and webhook_id = ${id} and dead_at is not null
      ${ids === undefined ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}`
  await endPause(sql, organizationId, { id })
  return count
}

/** The next attempt is immediate. */
export async function endPause(sql: Sql, organizationId: number, { id }: ResourceRow): Promise<void> {
  await sql`
    update webhooks set next_attempt_at = null where organization_id = ${organizationId} and id = ${id}`
  await wake(sql, 'webhook_events')
}
