import { subscriberWith } from '../../subscribers/by-id.ts'
import { namedFields, namedList, namedSource, textsOf, type Known, type Part } from './parts.ts'
import type { Fragment, Sql } from '../../../database/driver/connection.ts'

export const subscriptions: Part = (sql, { organizationId, listIds, ids }) => sql`
  select s.id, jsonb_build_object('mailing_list', ${namedList(sql, organizationId, sql`s.mailing_list_id`)},
    'id', s.id, 'key', nullif(s.key, address_key(s.email)), 'email', coalesce(s.email, s.key), 'status', s.status,
    'subscribed_at', s.subscribe_time, 'subscribed_ip', s.subscribe_ip, 'confirmed', s.confirmed,
    'confirmed_at', s.confirm_time, 'left_at', s.remove_time, 'left_ip', s.remove_ip, 'email_format', s.email_format,
    'created_at', s.created_at, 'updated_at', s.updated_at,
    'custom_fields', ${namedFields(sql, organizationId, sql`s.custom_fields`)},
    'pause', (select jsonb_build_object('since', p.paused_at, 'until', p.paused_until, 'ip', p.ip)
      from subscriber_pauses p
      where p.organization_id = ${organizationId} and p.mailing_list_id = s.mailing_list_id and p.subscriber_id = s.id),
    'soft_bounces', (select jsonb_build_object('times', b.bounces, 'since', b.since, 'last_at', b.last_at)
      from soft_bounces b where b.organization_id = ${organizationId} and b.subscriber_id = s.id),
    'left_again_at', (select d.left_at from repeated_departures d where d.organization_id = ${organizationId}
      and d.mailing_list_id = s.mailing_list_id and d.subscriber_id = s.id),
    'remote_ids', (select jsonb_agg(r.distinct_id order by r.distinct_id) from remote_identities r
      where r.organization_id = ${organizationId} and r.mailing_list_id = s.mailing_list_id and r.subscriber_id = s.id)
    ) as data
  from unnest(${listIds.map(String)}::text[]::integer[], ${ids.map(String)}::text[]::bigint[]) given (list_id, id)
  cross join ${subscriberWith(sql, { organizationId, listId: sql`given.list_id` }, sql`given.id`)} s`

/** The audit log: by users, keys and imports, by number, and by the person. */
export const changes: Part = (sql, { organizationId, ids }) => sql`
  select e.id, jsonb_build_object('at', e.occurred_at, 'kind', e.kind, 'subscriber_id', e.subject_id, 'details', e.details,
    'by', case when e.user_id is not null then jsonb_build_object('type', 'user', 'id', e.user_id)
      when e.api_key_id is not null then jsonb_build_object('type', 'api_key', 'id', e.api_key_id)
      when e.import_id is not null then jsonb_build_object('type', 'import', 'id', e.import_id)
      else jsonb_build_object('type', 'system') end) as data
  from audit_events e
  where e.organization_id = ${organizationId} and e.subject_type = 'Subscriber' and e.subject_id = any(${[...ids]}::bigint[])`

/** The proofs of the person, and of the address where nobody else has them, as erasures find them. */
function theirConsents(sql: Sql, { organizationId, keys, listIds, ids }: Known): Fragment {
  return sql`
    c.organization_id = ${organizationId} and (
      (c.mailing_list_id = any(${[...listIds]}::integer[]) and c.subscriber_id = any(${[...ids]}::bigint[]))
      or (c.email_key = any(${textsOf(sql, keys)}) and not exists (
        select from subscribers s where s.organization_id = ${organizationId}
          and s.mailing_list_id = c.mailing_list_id and s.id = c.subscriber_id)))`
}

export const consents: Part = (sql, known) => sql`
  select c.id, jsonb_build_object('mailing_list', ${namedList(sql, known.organizationId, sql`c.mailing_list_id`)},
    'web_form', jsonb_build_object('id', f.id, 'name', f.name), 'email', nullif(c.email, ''), 'text', t.text,
    'version', c.consent_version, 'given_at', c.given_at, 'given_ip', c.given_ip, 'confirmed_at', c.confirmed_at,
    'confirmed_ip', c.confirmed_ip) as data
  from consents c
  left join web_forms f on f.organization_id = c.organization_id and f.id = c.web_form_id
  left join consent_texts t on t.organization_id = c.organization_id and t.web_form_id = c.web_form_id
    and t.version = c.consent_version
  where ${theirConsents(sql, known)}`

/** As `eraseSignUps` finds them. */
export const signUps: Part = (sql, known) => {
  const { organizationId, keys } = known
  const common = (alias: string) => {
    const row = sql(alias)
    return sql`'email', ${row}.email, 'custom_fields', ${namedFields(sql, organizationId, sql`${row}.custom_fields`)},
      'version', ${row}.consent_version, 'language', ${row}.language, 'given_at', ${row}.given_at, 'given_ip', ${row}.given_ip,
      'expires_at', ${row}.expires_at, 'confirmed_at', ${row}.confirmed_at`
  }
  return sql`
    select s.id, jsonb_build_object('mailing_list', ${namedList(sql, organizationId, sql`s.mailing_list_id`)},
      'web_form', (select jsonb_build_object('id', f.id, 'name', f.name) from web_forms f
        where f.organization_id = ${organizationId} and f.id = s.web_form_id),
      ${common('s')}, 'mailed_at', s.mailed_at, 'reminder_at', s.reminder_at, 'told_at', s.told_at,
      'diagnostic', s.diagnostic, 'earlier', (
        select jsonb_agg(jsonb_build_object(${common('e')}) order by e.given_at) from earlier_sign_ups e
        where e.organization_id = ${organizationId} and e.sign_up_id = s.id)) as data
    from sign_ups s
    where s.organization_id = ${organizationId} and (s.email_key = any(${textsOf(sql, keys)})
      or (s.confirmed_at is not null and exists (
        select from consents c where ${theirConsents(sql, known)} and c.mailing_list_id = s.mailing_list_id
          and c.email_key = s.email_key and not exists (
            select from consents later where later.organization_id = ${organizationId}
              and later.mailing_list_id = c.mailing_list_id and later.email_key = c.email_key and later.id > c.id))))`
}

/** Messages of autoresponders that are still to be sent. */
export const waiting: Part = (sql, { organizationId, listIds, ids }) => sql`
  select r.id, ${namedSource(sql, 'w', organizationId)} || jsonb_build_object('entered_at', r.entered_at,
    'due_at', r.due_at, 'created_at', r.created_at, 'attempts', r.attempts, 'next_attempt_at', r.next_attempt_at,
    'content_replacements', r.content_replacements) as data
  from autoresponder_reactions r
  cross join lateral (select null::integer as campaign_id, r.autoresponder_id) w
  where r.organization_id = ${organizationId} and r.mailing_list_id = any(${[...listIds]}::integer[])
    and r.subscriber_id = any(${[...ids]}::bigint[])`

/** What campaigns have read about them from another database. */
export const remoteRows: Part = (sql, { organizationId, ids }) => sql`
  select r.campaign_id as id, jsonb_agg(jsonb_build_object('campaign', jsonb_build_object('id', c.id, 'name', c.name),
    'remote_id', r.distinct_id, 'position', r.seq_id, 'remote_values', r.custom_fields)) -> 0 as data
  from remote_recipients r
  join campaigns c on c.organization_id = ${organizationId} and c.id = r.campaign_id
  where r.organization_id = ${organizationId} and r.subscriber_id = any(${[...ids]}::bigint[])
  group by r.campaign_id`

export const addressChanges: Part = (sql, { organizationId, keys, listIds, ids }) => sql`
  select a.id, jsonb_build_object('mailing_list', ${namedList(sql, organizationId, sql`a.mailing_list_id`)},
    'email', a.email, 'requested_at', a.requested_at, 'expires_at', a.expires_at, 'times', a.requests,
    'language', a.language, 'old_confirmed_at', a.old_confirmed_at, 'new_confirmed_at', a.new_confirmed_at,
    'done_at', a.done_at) || ${namedSource(sql, 'a', organizationId)} as data
  from address_changes a
  where a.organization_id = ${organizationId} and (
    (a.mailing_list_id = any(${[...listIds]}::integer[]) and a.subscriber_id = any(${[...ids]}::bigint[]))
    or address_key(a.email) = any(${textsOf(sql, keys)}))`

/** Whom imports added and changed, for good: one bit each. */
export const imports: Part = (sql, { organizationId, listIds, ids }) => sql`
  select i.id, jsonb_build_object('import', jsonb_build_object('id', i.id,
      'name', coalesce(i.source_filename, i.source_url)), 'at', min(i.started_at), 'kind', min(p.kind)) as data
  from import_jobs i
  cross join unnest(${[...ids]}::bigint[]) person (id)
  join import_people p on p.organization_id = i.organization_id and p.import_id = i.id
    and p.bucket = person.id >> 10 and get_bit(p.people, (person.id & 1023)::integer) = 1
  where i.organization_id = ${organizationId} and i.mailing_list_id = any(${[...listIds]}::integer[])
  group by i.id, i.source_filename, i.source_url`
