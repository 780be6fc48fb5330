import type { Wanted } from '../../contract/values/spelling/mentions.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { folded, isMentioned, orLate, unescaped } from '../conditions/mentioned.ts'

/** Searched at once, by the thread that answers calls. */
const pageRows = 200

type Event = { webhook_id: number; id: number }
type ReadEvent = Event & { text: string; isOfThem: boolean }

/** `isLate`: only what is so new that a search before may have missed it. */
type Of = { subscriberIds: readonly number[]; isLate: boolean }

/** Also events of the subscribers under a former address. Locks nothing. */
export async function findWebhookEvents(
  sql: Sql,
  organizationId: number,
  wanted: Wanted,
  of: Of,
): Promise<Event[]> {
  const found: Event[] = []
  for (let last: ReadEvent | undefined; ;) {
    const page = await nextEvents(sql, organizationId, wanted, { ...of, last })
    last = page.at(-1)
    if (last === undefined) return found
    const theirs = page.filter(({ text, isOfThem }) => isOfThem || wanted.isMentioned(unescaped(text)))
    found.push(...theirs.map(({ webhook_id, id }) => ({ webhook_id, id })))
  }
}

/** @returns how many there still were */
export async function eraseWebhookEvents(
  sql: Transaction,
  organizationId: number,
  events: readonly Event[],
): Promise<number> {
  if (events.length === 0) return 0
  const { count } = await sql`
    delete from webhook_events e
    using unnest(${events.map((row) => row.webhook_id)}::integer[], ${events.map(({ id }) => id)}::bigint[])
      given (webhook_id, id)
    where e.organization_id = ${organizationId} and e.webhook_id = given.webhook_id and e.id = given.id`
  return count
}

function nextEvents(
  sql: Sql,
  organizationId: number,
  wanted: Wanted,
  { subscriberIds, isLate, last }: Of & { last: ReadEvent | undefined },
): Promise<ReadEvent[]> {
  const after = last === undefined ? sql`` : sql`and (webhook_id, id) > (${last.webhook_id}, ${last.id})`
  return sql<ReadEvent[]>`
    select webhook_id, id, text, "isOfThem" from (
      select webhook_id, id, payload::text as text, ${folded(sql, sql`payload::text`, wanted)} as folded,
        coalesce(payload ->> 'studio_subscriber_id' = any(${subscriberIds.map(String)}::text[]), false) as "isOfThem"
      from webhook_events where organization_id = ${organizationId} ${orLate(sql, sql`created_at`, isLate)} ${after}) e
    where "isOfThem" or ${isMentioned(sql, sql`folded`, wanted)}
    order by webhook_id, id limit ${pageRows}`
}

type Answer = { webhook_id: number; id: number; answer: string }

/** A receiver can answer with what it was sent. */
export async function eraseWebhookAnswers(
  sql: Transaction,
  organizationId: number,
  wanted: Wanted,
): Promise<void> {
  for await (const theirs of findWebhookAnswers(sql, organizationId, wanted)) {
    await sql`
      update webhook_deliveries d set answer = ''
      from unnest(${theirs.map((row) => row.webhook_id)}::integer[], ${theirs.map(({ id }) => id)}::bigint[])
        given (webhook_id, id)
      where d.organization_id = ${organizationId} and d.webhook_id = given.webhook_id and d.id = given.id`
  }
}

/** Page by page, none of them empty. */
export async function* findWebhookAnswers(
  sql: Sql,
  organizationId: number,
  wanted: Wanted,
): AsyncGenerator<Answer[]> {
  for (let last: Answer | undefined; ;) {
    const after = last === undefined ? sql`` : sql`and (webhook_id, id) > (${last.webhook_id}, ${last.id})`
    const page = await sql<Answer[]>`
      select webhook_id, id, answer from webhook_deliveries
      where organization_id = ${organizationId} and answer <> '' ${after}
        and ${isMentioned(sql, folded(sql, sql`answer`, wanted), wanted)}
      order by webhook_id, id limit ${pageRows}`
    last = page.at(-1)
    if (last === undefined) return
    const theirs = page.filter(
      ({ answer }) => wanted.isMentioned(answer) || wanted.isMentioned(unescaped(answer)),
    )
    if (theirs.length > 0) yield theirs
  }
}

export async function eraseSeedAddresses(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<number> {
  const rows = await sql<{ id: number }[]>`
    delete from seed_list_addresses where organization_id = ${organizationId} and address_key(email) = any(${[...keys]}::text[])
    returning id`
  if (rows.length === 0) return 0
  await sql`
    update deliveries d set diagnostic = null
    from campaigns c
    where c.organization_id = ${organizationId} and d.organization_id = ${organizationId} and d.campaign_id = c.id
      and d.autoresponder_id is null and d.subscriber_id = 0 and d.occasion = any(${rows.map(({ id }) => id)}::bigint[])
      and d.diagnostic is not null`
  return rows.length
}

export async function erasePreviews(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<void> {
  await sql`delete from preview_mails where organization_id = ${organizationId} and address_key(recipient) = any(${[...keys]}::text[])`
  await sql`
    update users u set default_preview_recipients = (
      select coalesce(jsonb_agg(one order by place), '[]')
      from jsonb_array_elements_text(u.default_preview_recipients) with ordinality given (one, place)
      where address_key(one) <> all(${[...keys]}::text[]))
    where organization_id = ${organizationId} and jsonb_typeof(default_preview_recipients) = 'array' and exists (
      select from jsonb_array_elements_text(u.default_preview_recipients) given (one) where address_key(one) = any(${[...keys]}::text[]))`
}

export async function eraseSystemMails(
  sql: Transaction,
  organizationId: number,
  keys: readonly string[],
): Promise<void> {
  await sql`delete from address_changes where organization_id = ${organizationId} and address_key(email) = any(${[...keys]}::text[])`
  await sql`
    delete from system_mails m
    where m.organization_id = ${organizationId} and address_key(m.to_email) = any(${[...keys]}::text[])
      and m.user_id is null and not exists (
        select from users u where u.organization_id = ${organizationId} and u.email_key = address_key(m.to_email))`
}
