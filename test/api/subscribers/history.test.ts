import { expect, test } from 'vitest'
import { recordBounce } from '../../../src/store/responses/bounces.ts'
import { aField } from '../../harness/core/records.ts'
import { aSubscriberList, subscribe } from '../../harness/records/subscribers.ts'

type Event = { id: string; at: string; kind: string; changes: object[] } & Record<string, unknown>

/** A person who joined, was imported, got two messages, opened and clicked one, and left. */
async function aPast() {
  const { api, sql, organizationId, listId, path } = await aSubscriberList()
  const city = await aField(sql, organizationId, listId, { name: 'City' })
  const [anna = 0, ben = 0] = await subscribe(api, listId, ['anna@example.com', 'ben@example.com'])
  const made = async (table: string, row: object) => {
    const [made] = await sql<{ id: number }[]>`insert into ${sql(table)} ${sql(row)} returning id`
    return made?.id ?? 0
  }
  const of = { organization_id: organizationId }
  await sql`
    update subscribers set subscribe_time = '2026-01-12T00:00:00Z', subscribe_ip = '192.0.2.1', status = 'unsubscribed',
      remove_time = '2026-05-04T00:00:00Z' where id = ${anna}`
  await sql`update subscriber_counts set active = 1, unsubscribed = 1 where mailing_list_id = ${listId}`
  const campaign = await made('campaigns', {
    ...of,
    mailing_list_id: listId,
    name: 'May news',
    state: 'finished',
    has_dispatch: true,
    begins_at: '2026-05-03T07:00:00Z',
    started_at: '2026-05-03T07:00:00Z',
    finished_at: '2026-05-03T08:00:00Z',
  })
  for (const subscriber_id of [anna, ben]) {
    const sent_at = '2026-05-03T07:00:00Z'
    await sql`insert into deliveries ${sql({ ...of, campaign_id: campaign, subscriber_id, state: 'accepted', sent_at })}`
  }
  await sql`insert into message_responses ${sql({
    ...of,
    campaign_id: campaign,
    subscriber_id: anna,
    opens: 3,
    clicks: 1,
    first_opened_at: '2026-05-03T07:10:00Z',
    first_clicked_at: '2026-05-03T07:14:00Z',
  })}`
  const link = await made('tracked_links', { ...of, campaign_id: campaign, url: 'https://example.com/read' })
  await sql`insert into link_clicks ${sql({ ...of, link_id: link, subscriber_id: anna })}`
  const imported = await made('subscriber_imports', {
    ...of,
    mailing_list_id: listId,
    overwrite: true,
    autoresponders: '{}',
    overwrite_what: '{}',
    overwrite_when_status: '{}',
    column_mapping: '[]',
    default_custom_fields: '{}',
    subscriber_defaults: '{}',
    file_format: '{}',
    source_type: 'upload_directory',
    source_filename: 'may.csv',
  })
  await sql`
    insert into import_undo_pieces (organization_id, import_id, kind, ids, old_statuses, written_statuses, old_confirmed,
      written_confirmed, old_formats, written_formats, old_fields, written_fields, created_at)
    values (${organizationId}, ${imported}, 'changed', array[${ben}, ${anna}]::bigint[], '{null,null}', '{null,null}',
      '{null,null}', '{null,null}', '{null,null}', '{null,null}',
      array[null, jsonb_build_object(${String(city)}::text, 'Bonn')],
      array[null, jsonb_build_object(${String(city)}::text, 'Berlin')], '2026-05-01T00:00:00Z')`
  const events = async (query = '') => {
    const { body } = await api.call<Event[]>('GET', `${path}/${anna}/events${query}`)
    return body
  }
  return { api, sql, organizationId, path, anna, events }
}

test('the history of a subscriber has messages, responses, changes and imports, newest first', async () => {
  const { events } = await aPast()
  const { data } = await events()
  expect(data.map(({ at, kind }) => `${at.slice(0, 16)} ${kind}`)).toEqual([
    '2026-05-04T00:00 left',
    '2026-05-03T07:14 clicked',
    '2026-05-03T07:10 opened',
    '2026-05-03T07:00 sent',
    '2026-05-01T00:00 imported',
    '2026-01-12T00:00 joined',
  ])
  const [left, clicked, opened, sent, imported, joined] = data
  expect(left).toMatchObject({ state: 'unsubscribed' })
  expect(clicked).toMatchObject({
    times: 1,
    urls: ['https://example.com/read'],
    campaign: { name: 'May news' },
  })
  expect(opened).toMatchObject({ times: 3, urls: [] })
  expect(sent).toMatchObject({ state: 'accepted', campaign: { name: 'May news' } })
  expect(imported).toMatchObject({
    import: { name: 'may.csv' },
    changes: [{ name: 'City', from: 'Bonn', to: 'Berlin' }],
  })
  expect(joined).toMatchObject({ ip: '192.0.2.1' })
})

test('a message that came back was sent, and returned when the report came', async () => {
  const { api, sql, organizationId, events } = await aPast()
  await sql`update deliveries set sent_at = now() - interval '2 days'`
  const [{ anna, campaign } = expect.fail()] = await sql<{ anna: number; campaign: number }[]>`
    select subscriber_id as anna, campaign_id as campaign from message_responses`
  await api.sql
    .within(organizationId)
    .begin((sql) =>
      recordBounce(
        sql,
        organizationId,
        { source: { campaignId: campaign }, subscriberId: anna },
        { occasion: 0, status: '5.1.1', severity: 'hard', diagnostic: '550 5.1.1 unknown user' },
      ),
    )
  const { data } = await events('?part=messages')
  expect(data.map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['returned', 'bounced', '550 5.1.1 unknown user'],
    ['sent', 'accepted', null],
    ['clicked', null, null],
    ['opened', null, null],
  ])
  expect(new Set(data.map(({ id }) => id)).size).toBe(4)
  expect(Date.now() - Date.parse(data[0]?.at ?? '')).toBeLessThan(60_000)
})

test('the history is answered in pages and parts, and names who changed a status', async () => {
  const { api, path, anna, events } = await aPast()
  await api.call('PUT', `${path}/${anna}`, { status: 'active' })
  const whole = (await events()).data
  const seen: Event[] = []
  let query = '?per_page=2'
  for (let token: string | null | undefined = ''; typeof token === 'string';) {
    const page = await events(query)
    seen.push(...page.data)
    token = page.next_page_token
    query = `?per_page=2&page_token=${encodeURIComponent(token ?? '')}`
  }
  expect(seen).toEqual(whole)
  expect((await events('?part=imports')).data.map(({ kind }) => kind)).toEqual(['imported'])
  const [changed] = (await events('?part=changes')).data
  expect(changed).toMatchObject({
    kind: 'status_changed',
    actor: { type: 'api_key', id: api.a.apiKeyId },
    changes: [{ name: 'status', from: 'unsubscribed', to: 'active' }],
  })
})
