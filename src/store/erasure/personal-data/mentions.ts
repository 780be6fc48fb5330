import type { Wanted } from '../../../contract/values/spelling/mentions.ts'
import type { Sql } from '../../../database/driver/connection.ts'
import { findBodies } from '../../messages/bodies.ts'
import { findBadCells, findLogs, linesAbout, type LogKind } from '../logs.ts'
import { findWebhookAnswers, findWebhookEvents } from '../mentions.ts'
import { findKept } from '../undo-pieces.ts'
import { namedFields, type Known } from './parts.ts'

// Texts in which an address stands.

type Data = Record<string, unknown>

/** Rows of files about them, while logs are kept. */
export async function* importRows(sql: Sql, { organizationId }: Known, wanted: Wanted): AsyncGenerator<Data> {
  for (const kind of ['import', 'undo'] as const satisfies LogKind[]) {
    for (const piece of await findLogs(sql, organizationId, kind, wanted)) {
      const found = await namedImport(sql, organizationId, piece.import_id)
      // Of a list that the caller is not granted.
      if (found === null) continue
      for (const row of await linesAbout(sql, organizationId, kind, { piece, wanted }))
        yield { import: found, kind, class: piece.classification, row }
    }
  }
  for (const { id, ...cells } of await findBadCells(sql, organizationId, wanted))
    yield { import: await namedImport(sql, organizationId, id), kind: 'cells', ...cells }
}

async function namedImport(sql: Sql, organizationId: number, id: number): Promise<Data | null> {
  const [row] = await sql<Data[]>`
    select id, coalesce(source_filename, source_url) as name, started_at from import_jobs
    where organization_id = ${organizationId} and id = ${id}`
  return row ?? null
}

/** What imports changed, while they can be undone. */
export async function* importChanges(sql: Sql, { organizationId, ids }: Known): AsyncGenerator<Data> {
  for (const { import_id: id, number, positions } of await findKept(sql, organizationId, ids)) {
    const found = await namedImport(sql, organizationId, id)
    if (found === null) continue
    const kept = (
      side: 'old' | 'written',
    ) => sql`jsonb_build_object('status', p.${sql(`${side}_statuses`)}[at.place],
      'confirmed', p.${sql(`${side}_confirmed`)}[at.place], 'email_format', p.${sql(`${side}_formats`)}[at.place],
      'custom_fields', ${namedFields(sql, organizationId, sql`p.${sql(`${side}_fields`)}[at.place]`)})`
    for (const { data } of await sql<{ data: Data }[]>`
      select jsonb_build_object('kind', p.kind, 'at', p.created_at, 'subscriber_id', p.ids[at.place],
        'before', case when p.kind <> 'added' then ${kept('old')} end, 'after', ${kept('written')}) as data
      from import_undo_pieces p cross join unnest(${positions}::integer[]) at (place)
      where p.organization_id = ${organizationId} and p.import_id = ${id} and p.number = ${number}`) {
      yield { import: found, ...data }
    }
  }
}

const eventsAtOnce = 50

/** Webhook events that wait or could not be delivered. */
export async function* webhookEvents(sql: Sql, known: Known, wanted: Wanted): AsyncGenerator<Data> {
  const of = { subscriberIds: known.ids, isLate: false }
  const found = await findWebhookEvents(sql, known.organizationId, wanted, of)
  for (let at = 0; at < found.length; at += eventsAtOnce) {
    const some = found.slice(at, at + eventsAtOnce)
    for (const { data } of await sql<{ data: Data }[]>`
      select jsonb_build_object('webhook', jsonb_build_object('id', w.id, 'name', w.name), 'kind', e.event_type,
        'created_at', e.created_at, 'details', e.payload) as data
      from unnest(${some.map((row) => row.webhook_id)}::integer[], ${some.map(({ id }) => id)}::bigint[])
        given (webhook_id, id)
      join webhook_events e on e.organization_id = ${known.organizationId} and e.webhook_id = given.webhook_id
        and e.id = given.id
      join webhooks w on w.organization_id = ${known.organizationId} and w.id = e.webhook_id
      order by e.webhook_id, e.id`) {
      yield data
    }
  }
}

/** Texts that are about somebody else, or are the organization's own, and have the address in them: where, not what. */
export async function* namedIn(
  sql: Sql,
  { organizationId, keys }: Known,
  wanted: Wanted,
): AsyncGenerator<Data> {
  const own = await sql<{ id: number }[]>`
    select m.id from messages m
    join message_bodies b on b.organization_id = ${organizationId} and b.message_id = m.id
    where m.organization_id = ${organizationId} and m.email_key = any(${[...keys]}::text[])`
  const theirs = new Set(own.map(({ id }) => id))
  for (const id of await findBodies(sql, organizationId, wanted, { isLate: false }))
    if (!theirs.has(id)) yield { kind: 'message', id }
  for await (const page of findWebhookAnswers(sql, organizationId, wanted))
    for (const row of page) yield { kind: 'webhook_answer', webhook_id: row.webhook_id, id: row.id }
  for (const { id } of await sql<{ id: number }[]>`
    select id from users where organization_id = ${organizationId}
      and jsonb_typeof(default_preview_recipients) = 'array' and exists (
        select from jsonb_array_elements_text(default_preview_recipients) given (one)
        where address_key(one) = any(${[...keys]}::text[]))`) {
    yield { kind: 'preview_recipients', user_id: id }
  }
}
