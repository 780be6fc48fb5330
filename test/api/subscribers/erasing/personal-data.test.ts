import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { dataWords } from '../../../../src/contract/subscribers/personal-data-words/words.ts'
import { dataParts, type DataPart } from '../../../../src/contract/subscribers/personal-data.ts'
import { directionOf, languages } from '../../../../src/contract/users/languages.ts'
import type { Sql } from '../../../../src/database/driver/connection.ts'
import { aLivingOrganization, type LivingOrganization } from '../../../harness/sending/erasure.ts'
import { aTraffic, former, other, plantRows, victim } from '../../../harness/sending/traffic.ts'

type File = { about: { left_out: DataPart[] } } & Record<DataPart, Record<string, unknown>[]>
type Row = Record<string, unknown>

async function download(world: LivingOrganization, path: string, format: 'json' | 'html' = 'json') {
  const reply = await world.app.inject({
    url: `/ga/api/v2/${path}/data?format=${format}`,
    headers: { authorization: `Basic ${world.a.credential}` },
  })
  expect(reply.statusCode, reply.body.slice(0, 500)).toBe(200)
  return reply.body
}

/** What the erasure removes from rows that it deletes or changes: a second account of what is known about a person. */
async function removedBy(sql: Sql, organizationId: number, erase: () => Promise<unknown>) {
  const before = await snapshot(sql, organizationId)
  await erase()
  const after = await snapshot(sql, organizationId)
  const removed: { table: string; column: string; value: unknown }[] = []
  for (const [table, rows] of before) {
    for (const [key, row] of rows) {
      const now = after.get(table)?.get(key) ?? {}
      for (const [column, value] of Object.entries(row)) {
        if (JSON.stringify(now[column]) !== JSON.stringify(value)) removed.push({ table, column, value })
      }
    }
  }
  return removed
}

async function snapshot(sql: Sql, organizationId: number): Promise<Map<string, Map<string, Row>>> {
  const tables = await sql<{ name: string; keys: string[] }[]>`
    select c.relname as name, (
      select to_jsonb(array_agg(a.attname::text order by a.attnum)) from (
        select i.indkey from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indpred is null
        order by i.indisprimary desc, i.indexrelid limit 1) i
      cross join unnest(i.indkey::int2[]) key (attnum)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum) as keys
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id')`
  const all = new Map<string, Map<string, Row>>()
  for (const { name, keys } of tables) {
    const rows = await sql<{ row: Row }[]>`
      select to_jsonb(t) as row from ${sql(name)} t where organization_id = ${organizationId}`
    all.set(name, new Map(rows.map(({ row }) => [JSON.stringify(keys.map((one) => row[one])), row])))
  }
  return all
}

/** Counts, and what keeps programs going. A new table is not among them. */
const ofNobody = [
  'autoresponders',
  'campaign_stats',
  'credit_balances',
  'erased_addresses',
  'jobs',
  'stat_slices',
  'stored_files',
  'subscriber_counts',
  'subscriber_exports',
  'uploads',
]

/** Keys, leases and hashes; texts with others, of which the file has what is about the person. */
const ofPrograms: Record<string, string[]> = {
  address_changes: ['id'],
  autoresponder_reactions: [
    'id',
    'holder',
    'leased_until',
    'handed_over',
    'reserved',
    'passed',
    'resent',
    'called',
  ],
  consents: ['id', 'email_key'],
  deliveries: [],
  early_reports: ['id'],
  earlier_sign_ups: ['sign_up_id', 'token_hash'],
  hits: ['id', 'is_head', 'age_seconds', 'link_id'],
  import_logs: ['content', 'prints'],
  import_undo_pieces: ['ids'],
  import_ranges: ['classes'],
  link_clicks: ['link_id'],
  message_bodies: ['ended_at', 'stream_id'],
  message_events: ['id'],
  message_hits: ['id', 'is_head', 'age_seconds', 'link_id'],
  messages: [
    'email_key',
    'stream_id',
    'holder',
    'leased_until',
    'reserved',
    'caller',
    'via',
    'track_opens',
    'track_links',
  ],
  message_tags: [],
  // Of a call that somebody planned: the file says which plan it is.
  plans: ['state', 'body_sealed'],
  preview_mails: ['id', 'leased_until', 'content_id'],
  reaction_causes: [],
  seed_list_addresses: ['id'],
  sign_ups: [
    'id',
    'email_key',
    'nonce',
    'token_hash',
    'mail_due_at',
    'is_reminder',
    'leased_until',
    'holder',
    'handed_over',
    'attempts',
  ],
  soft_bounces: [],
  subscriber_pauses: [],
  subscribers: ['key'],
  suppressed_addresses: ['id', 'auto_converted_to_punycode', 'user_id'],
  system_mails: ['id', 'leased_until', 'is_new_address', 'address_change_id'],
  webhook_events: ['id', 'attempts', 'dead_at', 'last_error'],
}

async function tablesAboutPeople(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct c.table_name::text as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.column_name in ('subscriber_id', 'email', 'email_key', 'recipient', 'to_email', 'message_id')`
  return rows.map(({ name }) => name)
}

/** Tables with addresses or numbers of people that an erasure takes nothing from. */
const elsewhere: Record<string, string> = {
  bounce_emails: 'addresses of the organization',
  repeated_departures: 'a time for a number that leads nowhere: it is in the file',
  users: 'accounts of the organization',
  waiting_recipients: 'a time for a number that leads nowhere: it is in the file',
}

/** Every value in a file, times as seconds. */
function leavesOf(value: unknown, leaves = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const one of value) leavesOf(one, leaves)
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) leavesOf(one, leaves)
  } else leaves.add(plain(value))
  return leaves
}

function plain(value: unknown): string {
  const text = String(value)
  return /^\d{4}-\d\d-\d\dT/.test(text) ? `at ${Math.floor(Date.parse(text) / 1000)}` : text
}

test('the file has all that an erasure takes away, from every table, and nothing of anybody else', async () => {
  const world = await aLivingOrganization()
  const { call, sql, organizationId } = world
  const { listId, subscriberId, responderId, campaignId } = await aTraffic(world)
  await call('POST', 'message_streams', { name: 'receipts', from_email: 'shop@sender.example' })
  for (const to of [victim, other]) {
    await call('POST', 'messages', {
      to,
      stream: 'receipts',
      subject: `Receipt of ${to}`,
      text: `Thank you, ${to}`,
      tags: ['receipt'],
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
  }
  await plantRows(world, { listId, subscriberId, responderId, campaignId })
  const planned = (to: string) =>
    call('POST', 'plans', {
      method: 'POST',
      path: 'messages',
      body: { message: { to, stream: 'receipts', text: 'Hi' } },
    })
  const { id: planId } = await planned(victim)
  await planned(other)
  const path = `mailing_lists/${listId}/subscribers/${subscriberId}`
  const text = await download(world, path)
  const file = JSON.parse(text) as File
  expect(Object.keys(file)).toEqual(['about', ...dataParts])
  expect(file.about.left_out).toEqual([])

  expect(file.named_in).toContainEqual({ kind: 'plan', id: planId })
  expect(file.named_in.filter(({ kind }) => kind === 'plan')).toHaveLength(1)

  let erased: Row = {}
  const removed = await removedBy(sql, organizationId, async () => {
    erased = await call('POST', 'subscribers/erase', { email: victim })
  })
  const leaves = leavesOf(file)
  const missing = removed.filter(({ table, column, value }) => {
    if (ofNobody.includes(table) || column === 'organization_id') return false
    if (ofPrograms[table]?.includes(column) === true) return false
    return [...leavesOf(value)].some((leaf) => leaf !== 'null' && leaf !== '' && !leaves.has(leaf))
  })
  expect(missing).toEqual([])
  expect(file.import_rows).toHaveLength(Number(erased['import_log_lines']))
  expect(file.webhook_events).toHaveLength(Number(erased['webhook_events']))
  const walked = new Set(removed.map(({ table }) => table))
  const known = await tablesAboutPeople(sql)
  expect(known.length).toBeGreaterThan(25)
  expect(known.filter((table) => !walked.has(table)).toSorted()).toEqual(Object.keys(elsewhere).toSorted())

  for (const time of ['2026-04-04T04:04:04Z', '2027-03-03T03:03:03Z']) expect(leaves).toContain(plain(time))
  expect(text.toLowerCase()).toContain(former.toLowerCase())
  expect(text.toLowerCase()).not.toContain('jim.zaphod')
})

test('the page says the same, in the language that is asked for, and hostile values stay text', async () => {
  const world = await aLivingOrganization()
  const { call } = world
  const hostile = `</dd><script>alert("it's")</script><img src=x onerror=alert(1)>&amp;`
  const tag = '<b onclick=alert(2)>'
  const { id: listId } = await call('POST', 'mailing_lists', { name: `List ${hostile}` })
  await call('POST', `mailing_lists/${listId}/custom_fields`, { name: tag, field_type: 'text' })
  const { id } = await call('POST', `mailing_lists/${listId}/subscribers`, {
    email: victim,
    custom_fields: { [tag]: hostile },
  })
  const path = `mailing_lists/${listId}/subscribers/${id}/data?format=html`
  for (const language of languages) {
    const reply = await world.app.inject({
      url: `/ga/api/v2/${path}&language=${language}`,
      headers: { authorization: `Basic ${world.a.credential}` },
    })
    expect(reply.headers['content-disposition']).toContain('attachment')
    const page = parseDocument(reply.body)
    const names = new Set(DomUtils.findAll(() => true, page.children).map(({ name }) => name))
    expect([...names].filter((name) => !shownElements.has(name))).toEqual([])
    const text = DomUtils.textContent(page)
    expect([text.split(hostile).length, text.split(tag).length]).toEqual([3, 2])
    const { page: words, parts, fields } = dataWords(language)
    for (const word of [words.title, words.empty, parts.subscriptions, fields.email])
      expect(text).toContain(word)
    expect(reply.body).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
  }
  expect(new Set(languages.map((language) => dataWords(language).page.title)).size).toBe(languages.length)
})

const shownElements = new Set(
  'html head meta title style body main h1 h2 section article dl dt dd ul li bdi'.split(' '),
)

test('a caller of some lists gets what stands on those, and is told what the file leaves out', async () => {
  const world = await aLivingOrganization()
  const { call, sql, a } = world
  const { listId, secondId, subscriberId, campaignId } = await aTraffic(world)
  await call('PUT', `mailing_lists/${listId}`, { name: 'Hidden list' })
  const [second] = await sql<
    { id: number }[]
  >`select id from subscribers where mailing_list_id = ${secondId} and key = ${victim.toLowerCase()}`
  const path = `mailing_lists/${secondId}/subscribers/${second?.id}`
  const whole = JSON.parse(await download(world, path)) as File
  expect(whole.subscriptions).toHaveLength(2)
  expect(whole.messages.length).toBeGreaterThan(1)
  await sql`update api_keys set mailing_list_ids = ${[secondId]} where id = ${a.apiKeyId}`
  const text = await download(world, path)
  const file = JSON.parse(text) as File
  expect(file.subscriptions).toEqual([expect.objectContaining({ id: second?.id })])
  expect(file.about.left_out).toEqual([
    'suppressions',
    'seed_lists',
    'previews',
    'system_mails',
    'webhook_events',
    'named_in',
  ])
  for (const part of [
    'messages',
    'answers',
    'visits',
    'consents',
    'sign_ups',
    'address_changes',
    'waiting',
  ] as const)
    expect([part, file[part]]).toEqual([part, []])
  for (const hidden of [
    'Hidden list',
    'Spring',
    former,
    `"subscriber_id":${subscriberId}`,
    `"id":${campaignId},"name"`,
  ])
    expect(text).not.toContain(hidden)
  const { status } = await world.ask('GET', `mailing_lists/${listId}/subscribers/${subscriberId}/data`)
  expect(status).toBe(404)
})

test('a right for something else leaves its part out, and without that of exports there is no file', async () => {
  const world = await aLivingOrganization()
  const { call, sql, a } = world
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  const { id } = await call('POST', `mailing_lists/${listId}/subscribers`, { email: victim })
  const path = `mailing_lists/${listId}/subscribers/${id}`
  const rights = (permissions: object) =>
    sql`update api_keys set permissions = ${sql.json(permissions)} where id = ${a.apiKeyId}`
  await rights({ subscriber: ['read', 'export'] })
  const file = JSON.parse(await download(world, path)) as File
  expect(file.about.left_out).toEqual([
    'transactional_messages',
    'suppressions',
    'seed_lists',
    'webhook_events',
    'named_in',
  ])
  await rights({ subscriber: ['read'] })
  expect((await world.ask('GET', `${path}/data`)).status).toBe(403)
})

test('where an export of one person needs an approval, the file is refused, and not said to be downloaded', async () => {
  const world = await aLivingOrganization()
  const { call, sql } = world
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  const { id } = await call('POST', `mailing_lists/${listId}/subscribers`, { email: victim })
  const path = `mailing_lists/${listId}/subscribers/${id}`
  const hold = (above: number) => sql`
    insert into approval_rules (organization_id, position, kind, above, approver_user_ids, emergency_user_ids)
    values (${world.organizationId}, 1, 'export', ${above}, '[]', '[]')`
  const events = () => sql`
    select subject_type, subject_id, details from audit_events where kind = 'subscriber.data_downloaded'`
  await hold(0)
  expect((await world.ask('GET', `${path}/data`)).status).toBe(409)
  expect(await events()).toHaveLength(0)
  await sql`delete from approval_rules`
  await hold(1)
  await download(world, path)
  expect([...(await events())]).toEqual([
    {
      subject_type: 'Subscriber',
      subject_id: id,
      details: { mailing_list_id: listId, format: 'json', subscriber_ids: [id] },
    },
  ])
})

test('each of very many messages is there once', async () => {
  const world = await aLivingOrganization()
  const { call, sql, organizationId } = world
  const { id: listId } = await call('POST', 'mailing_lists', { name: 'News' })
  const { id } = await call('POST', `mailing_lists/${listId}/subscribers`, { email: victim })
  const { id: responderId } = await call('POST', `mailing_lists/${listId}/autoresponders`, {
    name: 'Hi',
    trigger: 'api',
  })
  await sql`
    insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state, sent_at)
    select ${organizationId}, ${responderId}, ${id}, n, 'accepted', now() from generate_series(1, 2300) n`
  await sql`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select ${organizationId}, ${listId}, 'Campaign ' || n, 'finished', true, now(), now(), now() from generate_series(1, 350) n`
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, occasion, state, sent_at)
    select ${organizationId}, c.id, ${id}, 0, 'accepted', now() from campaigns c where organization_id = ${organizationId}`
  await sql`
    insert into hits (organization_id, autoresponder_id, subscriber_id, user_agent, purpose, is_head, machine, verdict_reason)
    select ${organizationId}, ${responderId}, ${id}, 'Reader ' || n, '', false, false, '' from generate_series(1, 1450) n`
  const file = JSON.parse(await download(world, `mailing_lists/${listId}/subscribers/${id}`)) as File
  const sources = file.messages.map(({ campaign, occasion }) => JSON.stringify([campaign, occasion]))
  expect([file.messages.length, new Set(sources).size]).toEqual([2_650, 2_650])
  expect(new Set(file.visits.map(({ user_agent: name }) => name)).size).toBe(1_450)
})
