import { describe, expect, test } from 'vitest'
import { webhookRoutes } from '../../../../src/http/webhooks.ts'
import { until } from '../../../harness/importing/stories.ts'
import { countWaiting } from '../../../harness/postgres/waiting.ts'
import { aField, aList, anAutoresponder } from '../../../harness/core/records.ts'
import { aSession } from '../../../harness/records/sessions.ts'
import { aSubscriberApi, aSubscriberList, countsOf, subscribe, type Subscriber } from '../../../harness/records/subscribers.ts' // oxfmt-ignore
import { aWebhook } from '../../../harness/records/webhooks.ts'

type Result = { email: string | null; classification: string; id: number | null; problem: string | null }
type Batch = { counts: Record<string, number>; results: Result[] }

async function aStart() {
  const started = await aSubscriberList()
  const { api, sql, organizationId, listId, path } = started
  await aField(sql, organizationId, listId, { name: 'City' })
  const send = (subscribers: unknown[], options: object = {}) =>
    api.call<Batch>('POST', `${path}/batch`, { subscribers, ...options })
  const show = async (email: string) => (await api.call<Subscriber[]>('GET', `${path}/${email}`)).body.data[0]
  return { ...started, send, show }
}

const classes = ({ body }: { body: { data: Batch } }) =>
  body.data.results.map(({ classification }) => classification)

describe('a batch', () => {
  test('gives each record the class of an import, in the order of the request', async () => {
    const { api, path, listId, send, show } = await aStart()
    const [ann] = await subscribe(api, listId, ['ann@example.com', 'left@example.com'])
    await api.call('PUT', `${path}/left@example.com`, { status: 'unsubscribed' })
    const { body } = await send([
      { email: 'new@example.com', custom_fields: { City: 'Ulm' } },
      { email: 'Ann@example.com', custom_fields: { City: 'Rome' } },
      { email: 'left@example.com', status: 'active' },
      { email: 'nobody' },
      'text',
      { email: 'NEW@example.com' },
      { email: 'two@example.com', subscribe_time: 'soon' },
      { email: 'gone@example.com', status: 'bounced' },
    ])
    const fresh = await show('new@example.com')
    expect(body.data.results).toEqual([
      { email: 'new@example.com', classification: 'added', id: fresh?.id, problem: null },
      { email: 'Ann@example.com', classification: 'updated', id: ann, problem: null },
      {
        email: 'left@example.com',
        classification: 'skipped_unsubscribed',
        id: expect.any(Number),
        problem: null,
      },
      { email: 'nobody', classification: 'failed', id: null, problem: expect.stringContaining('email ') },
      { email: null, classification: 'failed', id: null, problem: expect.stringContaining('must be') },
      { email: 'NEW@example.com', classification: 'skipped_duplicate', id: fresh?.id, problem: null },
      {
        email: 'two@example.com',
        classification: 'failed',
        id: null,
        problem: 'subscribe_time must be a date and time such as 2026-12-31 09:00',
      },
      { email: 'gone@example.com', classification: 'added', id: expect.any(Number), problem: null },
    ])
    expect(body.data.counts).toEqual({
      added: 2,
      updated: 1,
      failed: 3,
      skipped_duplicate: 1,
      skipped_unsubscribed: 1,
    })
    expect((await show('ann@example.com'))?.custom_fields['City']?.value).toBe('Rome')
    expect((await show('left@example.com'))?.status).toBe('unsubscribed')
    expect(await countsOf(api, listId)).toMatchObject({ active: 2, unsubscribed: 1, bounced: 1 })
  })

  test('keeps what a record does not give, and revives only those whom the call names', async () => {
    const { api, path, sql, listId, send, show } = await aStart()
    const subscriber = {
      email: 'ann@example.com',
      custom_fields: { City: 'Ulm' },
      subscribe_ip: '10.0.0.1',
      status: 'unsubscribed',
    }
    await api.call('POST', path, { subscriber })
    const before = await show('ann@example.com')
    const all = { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true }
    expect(classes(await send([{ email: 'ann@example.com' }], { overwrite_when_status: all }))).toEqual([
      'updated',
    ])
    expect(await show('ann@example.com')).toEqual(before)
    await send([{ email: 'ann@example.com', status: 'active' }], { overwrite_when_status: all })
    expect(await show('ann@example.com')).toEqual({
      ...before,
      status: 'active',
      updated_at: expect.any(String),
    })
    expect(await countsOf(api, listId)).toMatchObject({ active: 1, unsubscribed: 0 })
    const [event] = await sql`select kind, details from audit_events where kind like 'subscriber.%'`
    const change = { subscriber_id: before?.id, from: 'unsubscribed', to: 'active' }
    expect(event).toMatchObject({ kind: 'subscriber.status_overwritten', details: { changes: [change] } })
    expect(classes(await send([{ email: 'ann@example.com' }], { overwrite: false }))).toEqual([
      'skipped_overwrite',
    ])
  })

  test('demands the required fields of new people only, and lets a later valid record decide', async () => {
    const { api, sql, organizationId, listId, send } = await aStart()
    await subscribe(api, listId, ['ann@example.com'])
    await aField(sql, organizationId, listId, { name: 'Member', required: true })
    const answer = await send([
      { email: 'ann@example.com' },
      { email: 'bob@example.com' },
      { email: 'bob@example.com', custom_fields: { Member: '7' } },
    ])
    expect(classes(answer)).toEqual(['updated', 'failed', 'added'])
  })

  test('goes by the primary key of the list', async () => {
    const { sql, organizationId, listId, send } = await aStart()
    const member = await aField(sql, organizationId, listId, { name: 'Member', required: true })
    await sql`update mailing_lists set primary_key_custom_field_id = ${member} where id = ${listId}`
    const record = (email: string, key: string) => ({ email, custom_fields: { Member: key } })
    expect(classes(await send([record('a@example.com', '1'), record('a@example.com', '2')]))).toEqual([
      'added',
      'added',
    ])
    expect(classes(await send([record('b@example.com', '2'), { email: 'c@example.com' }]))).toEqual([
      'updated',
      'failed',
    ])
  })

  test('adds no more people than the quota has places for, in the order of the request', async () => {
    const { sql, organizationId, send } = await aStart()
    await sql`update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 2,
      subscriber_quota_overage = 0 where id = ${organizationId}`
    const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']
    const records = emails.map((email, n) => ({ email, status: n === 1 ? 'unsubscribed' : 'active' }))
    expect(classes(await send(records))).toEqual(['added', 'added', 'added', 'skipped_over_limit'])
  })

  test('adds each person once if batches run at once', async () => {
    const { api, path, listId, send } = await aStart()
    const people = Array.from({ length: 60 }, (_, n) => ({ email: `p${n}@example.com` }))
    const answers = await Promise.all([send(people), send(people.toReversed()), send(people)])
    const counts = answers.map(({ body }) => body.data.counts)
    expect(counts.reduce((sum, { added = 0 }) => sum + added, 0)).toBe(60)
    expect(counts.reduce((sum, { updated = 0 }) => sum + updated, 0)).toBe(120)
    expect((await api.call<Subscriber[]>('GET', path)).body.data).toHaveLength(60)
    expect(await countsOf(api, listId)).toMatchObject({ active: 60 })
  })

  test('updates a person whom another transaction adds while the batch is written', async () => {
    const { sql, organizationId, listId, send } = await aStart()
    const sent = await sql.begin(async (own) => {
      await own`insert into subscribers (organization_id, mailing_list_id, key)
        values (${organizationId}, ${listId}, 'b@example.com')`
      const answer = send([{ email: 'a@example.com' }, { email: 'b@example.com' }])
      await until(async () => (await countWaiting(sql)) > 0)
      return [answer]
    })
    expect(classes(await sent[0]!)).toEqual(['added', 'updated'])
  })

  test('triggers the autoresponders of new people, and ends subscriptions elsewhere as a call for one does', async () => {
    const { api, sql, organizationId, listId, send } = await aStart()
    const other = await aList(sql, organizationId)
    await subscribe(api, other, ['left@example.com'])
    await sql`update organizations set distribute_removals = true where id = ${organizationId}`
    await anAutoresponder(sql, organizationId, listId)
    await send([{ email: 'ann@example.com' }, { email: 'left@example.com', status: 'unsubscribed' }])
    await send([{ email: 'ann@example.com' }])
    const [row] = await sql`select count(*)::int as reactions from autoresponder_reactions`
    expect(row).toEqual({ reactions: 1 })
    expect(await countsOf(api, other)).toMatchObject({ active: 0, unsubscribed: 1 })
    await send([{ email: 'ann@example.com' }], { run_autoresponders: true })
    await send([{ email: 'bob@example.com' }], { skip_autoresponders: true })
    const [again] = await sql`select count(*)::int as reactions from autoresponder_reactions`
    expect(again).toEqual({ reactions: 2 })
  })

  test('queues an event for each person who is new or changed', async () => {
    const api = await aSubscriberApi((route, secrets) => webhookRoutes(route, { secrets }))
    const listId = await aList(api.sql, api.a.organizationId)
    await subscribe(api, listId, ['ann@example.com', 'bob@example.com'])
    const event_types = ['studio_subscriber_created', 'studio_subscriber_updated'] as const
    await aWebhook(api, { url: 'https://receiver.example.com/', event_types: [...event_types] })
    const subscribers = [
      { email: 'ann@example.com' },
      { email: 'bob@example.com', subscribe_ip: '10.0.0.1' },
      { email: 'cid@example.com' },
    ]
    await api.call('POST', `mailing_lists/${listId}/subscribers/batch`, { subscribers })
    const events = await api.sql`
      select event_type, payload->>'email' as email from webhook_events order by id`
    expect([...events]).toEqual([
      { event_type: 'studio_subscriber_created', email: 'cid@example.com' },
      { event_type: 'studio_subscriber_updated', email: 'bob@example.com' },
    ])
  })

  test('is refused as a whole if it is no batch, or the user may not update', async () => {
    const { api, organizationId, path, send } = await aStart()
    const refused = await send(Array.from({ length: 1001 }, () => ({ email: 'a@example.com' })))
    expect([refused.status, refused.body.error_message]).toEqual([
      422,
      'subscribers must be at most 1000 records: more are a subscriber import (POST mailing_lists/:id/subscriber_imports)',
    ])
    const user = await aSession(api, organizationId, { permissions: { subscriber: ['create'] } })
    const ask = (overwrite: boolean) =>
      api.call('POST', `${path}/batch`, { subscribers: [{ email: 'a@example.com' }], overwrite }, user)
    expect([(await ask(true)).status, (await ask(false)).status]).toEqual([403, 200])
  })

  test('names the members and values that it ignores, with their record', async () => {
    const { send } = await aStart()
    const { body } = await send([
      { email: 'a@example.com' },
      { email: 'b@example.com', custom_fields: { Nope: 1 }, vip: 1 },
    ])
    expect(body.warnings).toEqual([
      'member "subscribers.1.vip" is not known and was ignored',
      'subscribers.1: custom field "Nope" does not exist on this list and was ignored',
    ])
  })
})

test('a call for one subscriber that gets many names the batch', async () => {
  const { api, path } = await aStart()
  for (const body of [{ subscribers: [{ email: 'a@example.com' }] }, { subscriber: [{}] }, [{}]]) {
    const { status, body: answer } = await api.call('POST', path, body)
    expect([status, answer.error_message]).toEqual([
      422,
      'one call takes one subscriber: up to 1,000 in one call are POST mailing_lists/:mailing_list_id/subscribers/batch, more are a subscriber import',
    ])
  }
})
