import type { HistoryKind, HistoryPart } from '../../contract/subscribers/history.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { foldedMessages } from '../conditions/folded-deliveries.ts'
import { holdsPrintOfId } from '../conditions/prints.ts'
import { subscribersById } from './by-id.ts'

export type HistoryRow = {
  /** Milliseconds since the year 1, so that it is never negative. */
  id: number
  key: string
  at: Date
  kind: HistoryKind
  details: Details
}

type Details = {
  campaign?: { id: number; name: string }
  autoresponder?: { id: number; name: string }
  import?: { id: number; name: string }
  web_form?: { id: number; name: string }
  consent?: { text: string; version: number; confirmed_at_ms: number | null; confirmed_ip: string | null }
  actor?: { api_key_id: number | null; user_id: number | null; import_id: number | null }
  ip?: string | null
  until?: string | null
  state?: string
  reason?: string | null
  times?: number
  urls?: string[]
  from?: string
  to?: string
  old?: Kept
  written?: Kept
}

/** As an import kept it for its undo: null for what it left alone. */
export type Kept = {
  status: string | null
  confirmed: boolean | null
  email_format: string | null
  fields: Record<string, unknown> | null
}

export type Person = { organizationId: number; listId: number; id: number }

export type HistoryPage = {
  part: HistoryPart | null
  before: { id: number; key: string } | null
  limit: number
}

/** Newest first. */
export async function findHistory(
  sql: Sql,
  person: Person,
  { part, before, limit }: HistoryPage,
): Promise<HistoryRow[]> {
  const parts = [
    ...(part === null || part === 'messages' ? [messages(sql, person), responses(sql, person)] : []),
    ...(part === null || part === 'changes'
      ? [changes(sql, person), ownChanges(sql, person), consents(sql, person)]
      : []),
    ...(part === null || part === 'imports' ? [imports(sql, person)] : []),
  ]
  const events = parts.reduce((all, one) => sql`${all} union all ${one}`)
  return sql<HistoryRow[]>`
    select * from (
      select key, at, kind, details,
        floor((extract(epoch from at) - extract(epoch from timestamptz '0001-01-01 00:00:00Z')) * 1000)::bigint as id
      from (${events}) events) placed
    ${before === null ? sql`` : sql`where id < ${before.id} or (id = ${before.id} and key collate "C" < ${before.key})`}
    order by id desc, key collate "C" desc limit ${limit}`
}

/** What was sent to the list, each looked up by the key of `deliveries`: an index by subscriber would cost each message. */
function senders(sql: Sql, { organizationId, listId }: Person): Fragment {
  return sql`
    (select id as campaign_id, null::integer as autoresponder_id, jsonb_build_object('campaign',
        jsonb_build_object('id', id, 'name', name)) as named
      from campaigns where organization_id = ${organizationId} and mailing_list_id = ${listId} and started_at is not null
    union all
    select null, a.id, jsonb_build_object('autoresponder', jsonb_build_object('id', coalesce(h.id, a.id),
        'name', coalesce(h.name || ', ', '') || a.name))
      from autoresponders a
      left join autoresponders h on h.organization_id = a.organization_id and h.id = a.sequence_id
      where a.organization_id = ${organizationId} and a.mailing_list_id = ${listId}) c`
}

function ofPerson(sql: Sql, alias: 'd' | 'r', { organizationId, id }: Person): Fragment {
  const row = sql(alias)
  return sql`
    ${row}.organization_id = ${organizationId} and ${row}.subscriber_id = ${id}
      and ((${row}.campaign_id = c.campaign_id and ${row}.autoresponder_id is null)
        or (${row}.campaign_id is null and ${row}.autoresponder_id = c.autoresponder_id))`
}

/** A message that came back was accepted before: it is two events. */
function messages(sql: Sql, person: Person): Fragment {
  return sql`
    select given.word || ' ' || coalesce('c' || c.campaign_id, 'a' || c.autoresponder_id) || ' ' || d.occasion as key,
      given.at, given.kind, c.named || jsonb_build_object('state', given.state, 'reason', given.reason) as details
    from ${senders(sql, person)} join deliveries d on ${ofPerson(sql, 'd', person)}
    cross join lateral (
      select 'message' as word, d.sent_at as at,
        case when d.state in ('bounced', 'skipped') then 'refused' else 'sent' end as kind, d.state,
        nullif(d.diagnostic, '') as reason
      where d.returned_at is null
      union all
      select 'message', d.sent_at, 'sent', 'accepted', null where d.returned_at is not null
      union all
      select 'return', d.returned_at, 'returned', d.state, nullif(d.diagnostic, '') where d.returned_at is not null) given
    union all
    select 'message c' || c.campaign_id || ' 0', f.sent_at, 'sent',
      c.named || jsonb_build_object('state', 'accepted', 'reason', null)
    from ${senders(sql, person)} cross join lateral (
      ${foldedMessages(sql, person.organizationId, sql`f.campaign_id = c.campaign_id`, sql`${person.id}::bigint`)}) f`
}

function responses(sql: Sql, person: Person): Fragment {
  const { organizationId, id } = person
  return sql`
    select case when given.is_click then 'clicked ' else 'opened ' end
        || coalesce('c' || c.campaign_id, 'a' || c.autoresponder_id) as key,
      given.at, case when given.is_click then 'clicked' else 'opened' end as kind,
      c.named || jsonb_build_object('times', given.times, 'urls', case when given.is_click then (
        select coalesce(jsonb_agg(url), '[]') from (
          select t.url from tracked_links t
          join link_clicks k on k.organization_id = t.organization_id and k.link_id = t.id and k.subscriber_id = ${id}
          where t.organization_id = ${organizationId}
            and ((t.campaign_id = c.campaign_id and t.autoresponder_id is null)
              or (t.campaign_id is null and t.autoresponder_id = c.autoresponder_id))
          order by t.id limit 20) links) else '[]' end) as details
    from ${senders(sql, person)} join message_responses r on ${ofPerson(sql, 'r', person)}
    cross join lateral (values (false, r.first_opened_at, r.opens), (true, r.first_clicked_at, r.clicks))
      given (is_click, at, times)
    where given.at is not null`
}

/** By users, keys and imports, and by the person, through the link of a message: the audit log. */
function changes(sql: Sql, { organizationId, listId, id }: Person): Fragment {
  return sql`
    select 'audit ' || e.id as key, e.occurred_at as at,
      case e.kind when 'subscriber.paused' then 'paused' when 'subscriber.resumed' then 'resumed'
        when 'subscriber.details_changed' then 'details_changed'
        when 'subscriber.address_changed' then 'address_changed' else 'status_changed' end as kind,
      jsonb_build_object('actor', jsonb_build_object('api_key_id', e.api_key_id, 'user_id', e.user_id,
          'import_id', e.import_id), 'until', e.details->>'until', 'from', e.details->>'from', 'to', e.details->>'to', 'state', e.details->>'to')
        || jsonb_strip_nulls(jsonb_build_object(
          'campaign', (select jsonb_build_object('id', c.id, 'name', c.name) from campaigns c
            where c.organization_id = ${organizationId} and c.id = (e.details->>'campaign_id')::integer),
          'autoresponder', (select jsonb_build_object('id', r.id, 'name', r.name) from autoresponders r
            where r.organization_id = ${organizationId} and r.id = (e.details->>'autoresponder_id')::integer)))
        as details
    from audit_events e
    where e.organization_id = ${organizationId} and e.subject_type = 'Subscriber' and e.subject_id = ${id}
      and (e.details->>'to' is not null
        or e.kind in ('subscriber.paused', 'subscriber.resumed', 'subscriber.details_changed',
          'subscriber.address_changed'))
      and (e.details->>'mailing_list_id')::integer = ${listId}`
}

function ownChanges(sql: Sql, { organizationId, listId, id }: Person): Fragment {
  return sql`
    select happened.kind as key, happened.at, happened.kind, happened.details
    from ${subscribersById(sql, { organizationId, listId }, [id])}
    cross join lateral (values
      ('joined', coalesce(s.subscribe_time, s.created_at), jsonb_build_object('ip', s.subscribe_ip)),
      ('confirmed', s.confirm_time, '{}'),
      ('left', s.remove_time, jsonb_build_object('ip', s.remove_ip, 'state', s.status))) happened (kind, at, details)
    where happened.at is not null and (happened.kind <> 'left' or s.status <> 'active')`
}

function consents(sql: Sql, { organizationId, listId, id }: Person): Fragment {
  return sql`
    select 'consent ' || c.id as key, c.given_at as at, 'signed_up' as kind, jsonb_build_object('ip', c.given_ip,
      'web_form', jsonb_build_object('id', f.id, 'name', f.name),
      'consent', jsonb_build_object('text', t.text, 'version', t.version, 'confirmed_ip', c.confirmed_ip,
        'confirmed_at_ms', floor(extract(epoch from c.confirmed_at) * 1000))) as details
    from consents c
    join web_forms f on f.organization_id = c.organization_id and f.id = c.web_form_id
    join consent_texts t on t.organization_id = c.organization_id and t.web_form_id = c.web_form_id
      and t.version = c.consent_version
    where c.organization_id = ${organizationId} and c.mailing_list_id = ${listId} and c.subscriber_id = ${id}`
}

/** Only of imports that can still be undone: others keep nothing about people. */
function imports(sql: Sql, { organizationId, listId, id }: Person): Fragment {
  const kept = (side: 'old' | 'written') => sql`jsonb_build_object(
    'status', p.${sql(`${side}_statuses`)}[found.place], 'confirmed', p.${sql(`${side}_confirmed`)}[found.place],
    'email_format', p.${sql(`${side}_formats`)}[found.place], 'fields', p.${sql(`${side}_fields`)}[found.place])`
  return sql`
    select 'import ' || p.import_id || ' ' || p.number as key, p.created_at as at, 'imported' as kind,
      jsonb_build_object('import', jsonb_build_object('id', i.id, 'name', coalesce(i.source_filename, i.source_url, '')),
        'state', p.kind, 'old', ${kept('old')}, 'written', ${kept('written')}) as details
    from subscriber_imports i
    join import_undo_pieces p on p.organization_id = i.organization_id and p.import_id = i.id
    cross join lateral (select array_position(p.ids, ${id}::bigint) as place offset 0) found
    where i.organization_id = ${organizationId} and i.mailing_list_id = ${listId} and case
      when p.first_id is null then true
      when ${id}::bigint not between p.first_id and p.last_id then false
      else coalesce(${holdsPrintOfId(sql, sql`p.id_prints`, [id])}, true) end and found.place is not null`
}
