import type { Sql } from '../../../database/driver/connection.ts'
import { findMessageBody } from '../../messages/rows.ts'
import { findSuppressionsOf } from '../../resources/suppressed-addresses.ts'
import { readPart, textsOf, type Known, type Part } from './parts.ts'

// What has an address and no subscriber.

type Data = Record<string, unknown>

/** With their bodies while they are kept. Of attachments the names: their content can be large, and is not read. */
export async function* transactionalMessages(
  sql: Sql,
  { organizationId, keys }: Known,
): AsyncGenerator<Data> {
  const rows = sql`
    select m.id, jsonb_build_object('id', m.id, 'stream', s.name, 'email', m.email, 'to_name', nullif(m.to_name, ''),
      'from_name', nullif(m.from_name, ''), 'from_email', m.from_email, 'reply_to', nullif(m.reply_to, ''),
      'subject', m.subject, 'tags', to_jsonb(m.tags), 'state', m.state, 'created_at', m.created_at, 'send_at', m.send_at,
      'due_at', m.due_at, 'ended_at', m.ended_at, 'attempts', m.attempts, 'status', m.status, 'diagnostic', m.diagnostic,
      'links', to_jsonb(m.links), 'opens', m.opens, 'first_opened_at', m.first_opened_at, 'clicks', m.clicks,
      'first_clicked_at', m.first_clicked_at, 'machine_opens', m.machine_opens, 'machine_clicks', m.machine_clicks,
      'first_complained_at', m.complained_at, 'first_unsubscribed_at', m.unsubscribed_at,
      'events', (select jsonb_agg(jsonb_build_object('at', e.at, 'kind', e.kind, 'details', e.details) order by e.id)
        from message_events e where e.organization_id = ${organizationId} and e.message_id = m.id),
      'visits', (select jsonb_agg(jsonb_build_object('at', h.hit_at,
          'kind', case when h.link_id is null then 'open' else 'click' end, 'user_agent', h.user_agent,
          'purpose', nullif(h.purpose, ''), 'network', h.network, 'machine', h.machine,
          'reason', nullif(h.verdict_reason, '')) order by h.hit_at, h.id)
        from message_hits h where h.organization_id = ${organizationId} and h.message_id = m.id)) as data
    from messages m
    join message_streams s on s.organization_id = ${organizationId} and s.id = m.stream_id
    where m.organization_id = ${organizationId} and m.email_key = any(${textsOf(sql, keys)})`
  for await (const { id, data } of readPart(sql, rows)) {
    yield { ...data, body: await findMessageBody(sql, organizationId, id) }
  }
}

/** Entries of the address, of its domain, and of what stands for it. */
export async function* suppressions(sql: Sql, { organizationId, keys }: Known): AsyncGenerator<Data> {
  for (const key of keys) {
    const { rows, bySystem } = await findSuppressionsOf(sql, organizationId, key)
    for (const row of rows) {
      yield {
        suppression_list: { id: row.suppression_list_id, name: row.suppression_list_name },
        scope: row.suppression_scope,
        entry: row.email,
        complained: row.added_as_auto_scomp,
        created_at: row.created_at,
        updated_at: row.updated_at,
      }
    }
    if (bySystem) yield { scope: 'system' }
    for (const { data } of await sql<{ data: Data }[]>`
      select jsonb_build_object('stream', s.name, 'entry', p.key, 'reason', p.reason, 'created_at', p.created_at) as data
      from message_streams s
      cross join (values (${key}::text), (encode(sha256(convert_to(${key}::text, 'UTF8')), 'hex'))) known_as (key)
      join message_suppressions p on p.organization_id = ${organizationId} and p.stream_id = s.id
        and p.key = known_as.key collate "C"
      where s.organization_id = ${organizationId} order by s.id, p.key`) {
      yield data
    }
  }
}

export const seedAddresses: Part = (sql, { organizationId, keys }) => sql`
  select a.id, jsonb_build_object('seed_list', jsonb_build_object('id', l.id, 'name', l.name), 'email', a.email) as data
  from seed_list_addresses a
  join seed_lists l on l.organization_id = ${organizationId} and l.id = a.seed_list_id
  where a.organization_id = ${organizationId} and address_key(a.email) = any(${textsOf(sql, keys)})`

export const previews: Part = (sql, { organizationId, keys }) => sql`
  select p.id, jsonb_build_object('email', p.recipient, 'format', p.format, 'created_at', p.created_at,
    'sent_at', p.sent_at, 'attempts', p.attempts, 'next_attempt_at', p.next_attempt_at, 'diagnostic', p.diagnostic,
    'campaign', (select jsonb_build_object('id', c.id, 'name', c.name) from campaigns c
      where c.organization_id = ${organizationId} and c.id = p.campaign_id),
    'autoresponder', (select jsonb_build_object('id', r.id, 'name', r.name) from autoresponders r
      where r.organization_id = ${organizationId} and r.id = p.autoresponder_id)) as data
  from preview_mails p
  where p.organization_id = ${organizationId} and address_key(p.recipient) = any(${textsOf(sql, keys)})`

/** Not those of users: they belong to an account. */
export const systemMails: Part = (sql, { organizationId, keys }) => sql`
  select m.id, jsonb_build_object('email', m.to_email, 'subject', m.subject, 'body', m.text, 'created_at', m.created_at,
    'sent_at', m.sent_at, 'attempts', m.attempts, 'next_attempt_at', m.next_attempt_at, 'given_up_at', m.given_up_at,
    'diagnostic', m.last_error) as data
  from system_mails m
  where m.organization_id = ${organizationId} and address_key(m.to_email) = any(${textsOf(sql, keys)})
    and m.user_id is null and not exists (
      select from users u where u.organization_id = ${organizationId} and u.email_key = address_key(m.to_email))`
