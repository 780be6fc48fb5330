import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import { foldedMessages } from '../../conditions/folded-deliveries.ts'
import { isOf, namedSource, readPart, type Known, type Sources } from './parts.ts'

// Of campaigns and autoresponders. A person can have 100,000 of them.

type Data = Record<string, unknown>

/** @returns messages. */
export async function* sentTo(sql: Sql, known: Known, sources: Sources): AsyncGenerator<Data> {
  if (sources.kind === 'campaign') {
    for (const { data } of await sql<{ data: Data }[]>`
      ${deliveries(sql, known, sources)} union all ${folded(sql, known, sources)}`) {
      yield data
    }
    return
  }
  // One can be triggered again and again.
  for (const id of sources.ids) {
    for (const subscriberId of known.ids) {
      const one = { ...known, ids: [subscriberId] }
      for await (const { data } of readPart(sql, deliveries(sql, one, { kind: 'autoresponder', ids: [id] })))
        yield data
    }
  }
}

function deliveries(sql: Sql, known: Known, sources: Sources): Fragment {
  const { organizationId } = known
  return sql`
    select d.occasion as id, ${namedSource(sql, 'd', organizationId)} || jsonb_build_object(
      'subject', coalesce(
        (select c.subject from campaign_contents c
          where c.organization_id = ${organizationId} and c.campaign_id = d.campaign_id and c.id = d.content_id),
        (select a.content_subject from autoresponders a
          where a.organization_id = ${organizationId} and a.id = d.autoresponder_id)),
      'occasion', nullif(d.occasion, 0), 'state', d.state, 'format', d.format, 'attempts', d.attempts, 'sent_at', d.sent_at,
      'returned_at', d.returned_at, 'next_attempt_at', d.next_attempt_at, 'status', d.status,
      'diagnostic', nullif(d.diagnostic, ''), 'content_replacements', d.content_replacements) as data
    from deliveries d where ${isOf(sql, 'd', known, sources)}`
}

/** Of campaigns that ended long ago: one bit each. */
function folded(sql: Sql, { organizationId, ids }: Known, { ids: campaignIds }: Sources): Fragment {
  return sql`
    select 0 as id, ${namedSource(sql, 'd', organizationId)} || jsonb_build_object('subject', d.subject, 'state', 'accepted',
      'sent_at', d.sent_at) as data
    from unnest(${[...ids]}::bigint[]) person (id)
    cross join lateral (
      select f.campaign_id, null::integer as autoresponder_id, f.sent_at, (select c.subject from campaign_contents c
        where c.organization_id = ${organizationId} and c.campaign_id = f.campaign_id and c.id = f.content_id) as subject
      from (${foldedMessages(sql, organizationId, sql`f.campaign_id = any(${[...campaignIds]}::integer[])`, sql`person.id`)}) f
    ) d`
}

/** What they did with messages, and what came back. */
export async function* answersOf(sql: Sql, known: Known, sources: Sources): AsyncGenerator<Data> {
  const { organizationId } = known
  for (const { data } of await sql<{ data: Data }[]>`
    select ${namedSource(sql, 'r', organizationId)} || jsonb_build_object('opens', r.opens, 'first_opened_at', r.first_opened_at,
      'clicks', r.clicks, 'first_clicked_at', r.first_clicked_at, 'machine_opens', r.machine_opens,
      'machine_clicks', r.machine_clicks, 'bounces', r.bounces, 'first_bounced_at', r.first_bounced_at,
      'bounce_severity', r.bounce_severity, 'complaints', r.scomps, 'first_complained_at', r.first_complained_at,
      'unsubscriptions', r.unsubs, 'first_unsubscribed_at', r.first_unsubscribed_at,
      'links', (select jsonb_agg(jsonb_build_object('url', t.url, 'clicks', k.clicks, 'first_clicked_at', k.first_clicked_at)
          order by t.id)
        from tracked_links t
        join link_clicks k on k.organization_id = ${organizationId} and k.link_id = t.id and k.subscriber_id = r.subscriber_id
        where t.organization_id = ${organizationId} and t.campaign_id is not distinct from r.campaign_id
          and t.autoresponder_id is not distinct from r.autoresponder_id)) as data
    from message_responses r where ${isOf(sql, 'r', known, sources)}
    order by r.campaign_id, r.autoresponder_id`) {
    yield data
  }
}

/** Each open and click of the last months, with what the program that made it said of itself. */
export async function* visitsOf(sql: Sql, known: Known, sources: Sources): AsyncGenerator<Data> {
  const rows = sql`
    select h.id, ${namedSource(sql, 'h', known.organizationId)} || jsonb_build_object('at', h.hit_at,
      'kind', case when h.link_id is null then 'open' else 'click' end,
      'url', (select t.url from tracked_links t where t.organization_id = ${known.organizationId} and t.id = h.link_id),
      'user_agent', h.user_agent, 'purpose', nullif(h.purpose, ''), 'network', h.network, 'machine', h.machine,
      'reason', nullif(h.verdict_reason, '')) as data
    from hits h where ${isOf(sql, 'h', known, sources)}`
  for await (const { data } of readPart(sql, rows)) yield data
}

/** What autoresponders that react to messages have noted, and reports that came before the message was counted. */
export async function* notesOf(sql: Sql, known: Known, sources: Sources): AsyncGenerator<Data> {
  const { organizationId } = known
  const reports = sql`
    select r.id, ${namedSource(sql, 'r', organizationId)} || jsonb_build_object('kind', 'report', 'status', r.status,
      'bounce_severity', r.severity, 'diagnostic', nullif(r.diagnostic, '')) as data
    from early_reports r where ${isOf(sql, 'r', known, sources)}`
  for await (const { data } of readPart(sql, reports)) yield data
  if (sources.kind === 'campaign') {
    for (const { data } of await sql<{ data: Data }[]>`
      select jsonb_build_object('kind', 'waiting', 'campaign', jsonb_build_object('id', c.id, 'name', c.name),
        'due_at', w.due_at) as data
      from waiting_recipients w join campaigns c on c.organization_id = ${organizationId} and c.id = w.campaign_id
      where w.organization_id = ${organizationId} and w.campaign_id = any(${[...sources.ids]}::integer[])
        and w.subscriber_id = any(${[...known.ids]}::bigint[])
      order by w.campaign_id`) {
      yield data
    }
    return
  }
  for (const { data } of await sql<{ data: Data }[]>`
    select jsonb_build_object('kind', 'reaction', 'autoresponder', jsonb_build_object('id', a.id, 'name', a.name),
      'reacted_to', ${namedSource(sql, 'r', organizationId)}) as data
    from (select autoresponder_id as by_id, campaign_id, source_autoresponder_id as autoresponder_id from reaction_causes
      where organization_id = ${organizationId} and autoresponder_id = any(${[...sources.ids]}::integer[])
        and subscriber_id = any(${[...known.ids]}::bigint[])) r
    join autoresponders a on a.organization_id = ${organizationId} and a.id = r.by_id
    order by a.id`) {
    yield data
  }
}
