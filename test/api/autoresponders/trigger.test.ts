import { describe, expect, test } from 'vitest'
import { aField, aList, anAutoresponder } from '../../harness/core/records.ts'
import { aSubscriberList, type Subscriber } from '../../harness/records/subscribers.ts'

type Triggered = {
  triggered_autoresponders: { id: number; name: string }[]
  subscriber: Subscriber
  subscription_result: string
}

/** A list with API autoresponders Receipt and Refund, a Welcome, and active and unsubscribed subscribers. */
async function aStart() {
  const started = await aSubscriberList()
  const { api, sql, organizationId, listId, path } = started
  const make = (name: string, attributes: object) =>
    anAutoresponder(sql, organizationId, listId, { name, ...attributes })
  const receipt = await make('Receipt', { trigger: 'api' })
  const refund = await make('Refund', { trigger: 'api', paused: true, paused_at: new Date() })
  const welcome = await make('Welcome', {})
  const field = await aField(sql, organizationId, listId, { name: 'City' })
  await aField(sql, organizationId, listId, { name: 'Street' })
  const add = async (email: string, status: string) =>
    (await api.call<Subscriber>('POST', path, { email, status, skip_autoresponders: true })).body.data.id
  const active = await add('active@example.com', 'active')
  const gone = await add('gone@example.com', 'unsubscribed')
  const trigger = async (who: string | number, body: object) =>
    (await api.call<Triggered>('POST', `${path}/${who}/trigger_autoresponders`, body)).body
  /** Takes the waiting reactions as `autoresponder: address`, and deletes them. */
  const owed = async () => {
    const rows = await sql<{ text: string }[]>`
      with taken as (delete from autoresponder_reactions returning *)
      select a.name || ': ' || s.key as text from taken r
      join autoresponders a on a.organization_id = r.organization_id and a.id = r.autoresponder_id join subscribers s on s.organization_id = r.organization_id and s.id = r.subscriber_id order by 1`
    return rows.map(({ text }) => text)
  }
  return { ...started, receipt, refund, welcome, field, active, gone, trigger, owed }
}

test('triggers the autoresponders with these ids, for the subscriber of the path by id or address', async () => {
  const { receipt, refund, active, trigger, owed } = await aStart()
  const answer = await trigger(active, { autoresponder_ids: [refund, receipt] })
  expect(answer.data).toMatchObject({
    triggered_autoresponders: [
      { id: receipt, name: 'Receipt' },
      { id: refund, name: 'Refund' },
    ],
    subscriber: { id: active, email: 'active@example.com', status: 'active' },
    subscription_result: 'remained_active',
  })
  expect(await owed()).toEqual(['Receipt: active@example.com', 'Refund: active@example.com'])
  await trigger('ACTIVE@example.com', { autoresponder_ids: [receipt] })
  expect(await owed()).toEqual(['Receipt: active@example.com'])
})

test('triggers any autoresponder of the list, whatever its trigger is', async () => {
  const { sql, organizationId, listId, welcome, trigger, owed } = await aStart()
  const late = await anAutoresponder(sql, organizationId, listId, {
    name: 'Not opened',
    trigger: 'autoresponder_nonopen',
    trigger_autoresponder_to_open_id: welcome,
  })
  await trigger('active@example.com', { autoresponder_ids: [welcome, late] })
  const called = await sql`select distinct called from autoresponder_reactions`
  expect([...called]).toEqual([{ called: true }])
  expect(await owed()).toEqual(['Not opened: active@example.com', 'Welcome: active@example.com'])
  await trigger('active@example.com', { autoresponder_names: '*' })
  expect(await owed()).toHaveLength(4)
})

test('whom the call adds gets the welcome that it names once', async () => {
  const { welcome, trigger, owed } = await aStart()
  await trigger('new@example.com', { autoresponder_ids: [welcome], create_missing_subscriber: true })
  expect(await owed()).toEqual(['Welcome: new@example.com'])
  await trigger('gone@example.com', { autoresponder_names: 'Welcome', reactivate_subscriber: true })
  expect(await owed()).toEqual(['Welcome: gone@example.com'])
})

test('triggers by one name or several all matching autoresponders, ignoring case', async () => {
  const { trigger, owed } = await aStart()
  await trigger('active@example.com', { autoresponder_names: 'RE*' })
  expect(await owed()).toEqual(['Receipt: active@example.com', 'Refund: active@example.com'])
  await trigger('active@example.com', { autoresponder_names: 'receipt' })
  expect(await owed()).toEqual(['Receipt: active@example.com'])
  await trigger('active@example.com', { autoresponder_names: ['refund', 'w*', '*come'] })
  expect(await owed()).toEqual(['Refund: active@example.com', 'Welcome: active@example.com'])
})

describe('a subscriber', () => {
  test('that is missing is not found, or is added on request and then welcomed unless the call opts out', async () => {
    const { path, api, receipt, trigger, owed } = await aStart()
    const ids = { autoresponder_ids: [receipt] }
    for (const who of ['new@example.com', '999999', 'no-address']) {
      expect(await trigger(who, ids)).toMatchObject({ error_code: 'not_found' })
    }
    const missing = { ...ids, create_missing_subscriber: true }
    expect(await trigger('999999', missing)).toMatchObject({ error_code: 'not_found' })
    expect(await trigger('no-address', missing)).toMatchObject({ error_code: 'validation_failed' })
    const created = await trigger('new@example.com', {
      ...missing,
      custom_fields: { for_new: { City: 'Ulm' } },
    })
    expect(created.data).toMatchObject({ subscription_result: 'created', subscriber: { status: 'active' } })
    expect(created.data.subscriber.custom_fields['City']?.value).toBe('Ulm')
    expect(await owed()).toEqual(['Receipt: new@example.com', 'Welcome: new@example.com'])
    const quiet = { ...missing, skip_subscription_autoresponders: true }
    await trigger('other@example.com', quiet)
    expect(await owed()).toEqual(['Receipt: other@example.com'])
    expect((await api.call('GET', `${path}/other@example.com`)).status).toBe(200)
  })

  test('that is not active is rejected, or is activated again on request', async () => {
    const { sql, receipt, gone, trigger, owed } = await aStart()
    const ids = { autoresponder_ids: [receipt] }
    const fields = { custom_fields: { for_all: { City: 'Ulm' } } }
    for (const body of [ids, { ...ids, ...fields }, { ...ids, create_missing_subscriber: true }]) {
      expect(await trigger(gone, body)).toMatchObject({ error_code: 'invalid_request' })
    }
    expect(await owed()).toEqual([])
    const answer = await trigger(gone, { ...ids, reactivate_subscriber: true })
    expect(answer.data).toMatchObject({
      subscription_result: 'reactivated',
      subscriber: { status: 'active' },
    })
    expect(await owed()).toEqual(['Receipt: gone@example.com', 'Welcome: gone@example.com'])
    const [event] = await sql`select kind from audit_events order by id desc limit 1`
    expect(event).toEqual({ kind: 'subscriber.reactivated' })
    const again = await trigger(gone, { ...ids, reactivate_subscriber: true })
    expect(again.data.subscription_result).toBe('remained_active')
    expect(await owed()).toEqual(['Receipt: gone@example.com'])
    await sql`update subscribers set status = 'bounced' where id = ${gone}`
    await sql`update subscriber_counts set bounced = bounced + 1`
    await trigger(gone, { ...ids, reactivate_subscriber: true, skip_subscription_autoresponders: true })
    expect(await owed()).toEqual(['Receipt: gone@example.com'])
  })

  test('gets the custom fields of its entry, which take precedence over the common ones', async () => {
    const { receipt, trigger } = await aStart()
    const valuesOf = async (who: string, flags: object) => {
      const { data } = await trigger(who, {
        autoresponder_ids: [receipt],
        ...flags,
        custom_fields: {
          for_all: { city: 'all', Street: 'all' },
          for_new: { City: 'new' },
          for_active: { City: 'active' },
          for_reactivated: { City: 'reactivated' },
        },
      })
      const { City, Street } = data.subscriber.custom_fields
      return [City?.value, Street?.value]
    }
    expect(await valuesOf('active@example.com', {})).toEqual(['active', 'all'])
    expect(await valuesOf('gone@example.com', { reactivate_subscriber: true })).toEqual([
      'reactivated',
      'all',
    ])
    expect(await valuesOf('new@example.com', { create_missing_subscriber: true })).toEqual(['new', 'all'])
  })
})

describe('content_replacement_fields', () => {
  test('are passed on with the message unchanged', async () => {
    const { sql, receipt, active, trigger } = await aStart()
    const fields = { 'Order number': '12 <b>', constructor: '{{x}}' }
    await trigger(active, { autoresponder_ids: [receipt], content_replacement_fields: fields })
    const [row] = await sql`select content_replacements from autoresponder_reactions`
    expect(row).toEqual({ content_replacements: fields })
  })

  test.each([
    ['a blank key', { ' ': 'x' }],
    ['a key without a letter or digit', { '-_-': 'x' }],
    ['a key of 51 characters', { ['k'.repeat(51)]: 'x' }],
    ['keys that differ in case alone', { Code: 'x', cODE: 'y' }],
    ['keys that differ in white space and underscore', { 'a b': 'x', a_b: 'y' }],
    ['a value that is no text', { a: 5 }],
    ['no hash', 'a'],
    ['an array', ['a']],
    ['values of 100,002 characters together', { a: 'x'.repeat(50_001), b: 'y'.repeat(50_001) }],
  ])('with %s are rejected', async (_, fields) => {
    const { receipt, active, trigger, owed } = await aStart()
    const body = { autoresponder_ids: [receipt], content_replacement_fields: fields }
    expect(await trigger(active, body)).toMatchObject({ error_code: 'invalid_request', data: null })
    expect(await owed()).toEqual([])
  })
})

describe('content_data', () => {
  test('is kept with the message as it was given, lists and records too', async () => {
    const { sql, receipt, active, trigger } = await aStart()
    const data = { items: [{ name: 'Tea', price: 3.5 }], total: 3.5, paid: true }
    const content_replacement_fields = { order: '12' }
    await trigger(active, { autoresponder_ids: [receipt], content_replacement_fields, content_data: data })
    const [row] = await sql`select content_replacements from autoresponder_reactions`
    expect(row).toEqual({ content_replacements: { order: '12', ...data } })
  })

  test.each([
    ['a blank key', { ' ': 1 }],
    ['a key of content_replacement_fields', { ORDER: 1 }],
    ['more than 100,000 characters', { a: Array.from({ length: 50_001 }, () => 1) }],
    ['what is nested too deep', { a: JSON.parse(`${'['.repeat(11)}1${']'.repeat(11)}`) }],
    ['a character that cannot be stored', { a: [{ b: 'x\0' }] }],
  ])('with %s is rejected', async (_, data) => {
    const { receipt, active, trigger, owed } = await aStart()
    const body = {
      autoresponder_ids: [receipt],
      content_replacement_fields: { order: '1' },
      content_data: data,
    }
    expect(await trigger(active, body)).toMatchObject({ error_code: 'invalid_request', data: null })
    expect(await owed()).toEqual([])
  })
})

test('more than 100 at once are rejected, by ids and by names', async () => {
  const { sql, organizationId, listId, active, trigger, owed } = await aStart()
  for (let number = 0; number < 101; number++) {
    await anAutoresponder(sql, organizationId, listId, { name: `Many ${number}`, trigger: 'api' })
  }
  const rows = await sql<{ id: number }[]>`select id from autoresponders where name like 'Many %'`
  for (const wanted of [{ autoresponder_ids: rows.map(({ id }) => id) }, { autoresponder_names: 'many *' }]) {
    expect(await trigger(active, wanted)).toMatchObject({ error_code: 'requested_too_many' })
  }
  expect(await owed()).toEqual([])
  expect((await trigger(active, { autoresponder_names: 'many 1*' })).success).toBe(true)
})

describe('any error', () => {
  test('rolls everything back: nothing is triggered, added or changed', async () => {
    const { sql, organizationId, receipt, trigger, owed } = await aStart()
    const elsewhere = await anAutoresponder(sql, organizationId, await aList(sql, organizationId), {
      trigger: 'api',
    })
    const everything = () => sql`select * from subscribers order by id`
    const before = [...(await everything())]
    const valid = {
      create_missing_subscriber: true,
      reactivate_subscriber: true,
      custom_fields: { for_all: { City: 'x' } },
    }
    const wrong = [
      {},
      { autoresponder_ids: [] },
      { autoresponder_ids: [receipt], autoresponder_names: 'Receipt' },
      { autoresponder_ids: [receipt, elsewhere] },
      { autoresponder_ids: [receipt, 999_999] },
      { autoresponder_names: 'Missing' },
      { autoresponder_names: ['Receipt', 'Missing*'] },
      { autoresponder_names: [] },
      { autoresponder_names: [''] },
      { autoresponder_names: 5 },
      { autoresponder_ids: [receipt], custom_fields: { for_all: { City: { name: 'City', value: [1] } } } },
    ]
    for (const body of wrong) {
      for (const who of ['new@example.com', 'active@example.com', 'gone@example.com']) {
        expect(await trigger(who, { ...valid, ...body })).toMatchObject({
          error_code: 'validation_failed',
          data: null,
        })
      }
    }
    expect(await owed()).toEqual([])
    expect([...(await everything())]).toEqual(before)
  })

  test('of the quota, too, rolls everything back', async () => {
    const { sql, receipt, trigger, owed } = await aStart()
    await sql`update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 1`
    const body = {
      autoresponder_ids: [receipt],
      create_missing_subscriber: true,
      reactivate_subscriber: true,
    }
    for (const who of ['new@example.com', 'gone@example.com']) {
      expect(await trigger(who, body)).toMatchObject({ error_code: 'validation_failed' })
    }
    expect(await owed()).toEqual([])
  })
})
