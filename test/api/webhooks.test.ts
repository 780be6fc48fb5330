import { describe, expect, test } from 'vitest'
import { anApi, type Actor, type Api } from '../harness/core/api.ts'
import { aReceiver, verifiedEvents } from '../harness/records/receiver.ts'
import {
  aDeliverer,
  aTold,
  aWebhook,
  aWebhookApi,
  opened,
  showWebhook,
  type Webhook,
} from '../harness/records/webhooks.ts'
import { webhookRoutes } from '../../src/http/webhooks.ts'

const url = 'https://receiver.example.com/hook'
const create = (api: Api, attributes: object, as: Actor = api.a) =>
  api.call<Webhook>(
    'POST',
    'webhooks',
    { webhook: { name: 'Hook', url, event_types: [], ...attributes } },
    as,
  )

test('its secret is only in the answer that creates it, and is stored sealed', async () => {
  const api = await aWebhookApi()
  const event_types = ['scomp', 'studio_open', 'scomp']
  const { body } = await create(api, { event_types })
  const { secret, ...shown } = body.data
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(shown).toEqual({
    id: expect.any(Number),
    name: 'Hook',
    url,
    event_types: ['studio_open', 'scomp'],
    mailing_list_ids: null,
    active: true,
    created_at: expect.any(String),
    pending: 0,
    pending_is_exact: true,
    dead: 0,
    dead_is_exact: true,
    failures: 0,
    next_attempt_at: null,
    last_delivered_at: null,
    last_error: null,
  })
  const path = `webhooks/${shown.id}`
  expect((await api.call('GET', path)).body.data).toEqual(shown)
  expect((await api.call('GET', 'webhooks')).body).toMatchObject({ data: [shown], num_records: 1 })
  const updated = await api.call('PUT', path, { webhook: { name: 'Other', event_types: ['scomp'] } })
  expect(updated.body.data).toEqual({ ...shown, name: 'Other', event_types: ['scomp'] })
  const [row] = await api.sql<{ text: string; sealed: Uint8Array }[]>`
    select w::text as text, secret_sealed as sealed from webhooks w`
  expect(row?.text).not.toContain(secret)
  expect(row?.text).not.toContain(Buffer.from(secret).toString('hex'))
  expect(
    api.secrets.unseal(row!.sealed, {
      table: 'webhooks',
      organizationId: api.a.organizationId,
      id: shown.id,
    }),
  ).toBe(secret)
})

test('its events are counted up to 100,000, and beyond it the webhook says that there are more', async () => {
  const api = await aWebhookApi()
  const { id } = await aWebhook(api, { url })
  const add = (events: number, dead: boolean) => api.sql`
    insert into webhook_events (organization_id, webhook_id, event_type, payload, dead_at)
    select ${api.a.organizationId}, ${id}, 'test', '{}', case when ${dead} then now() end
    from generate_series(1, ${events}::integer)`
  await add(2, false)
  await add(100_000, true)
  const exact = { pending: 2, pending_is_exact: true, dead: 100_000, dead_is_exact: true }
  expect(await showWebhook(api, { id })).toMatchObject(exact)
  await add(1, true)
  expect(await showWebhook(api, { id })).toMatchObject({ ...exact, dead_is_exact: false })
})

test('a new secret replaces the old one', async () => {
  const api = await aWebhookApi()
  const receiver = await aReceiver()
  const webhook = await aWebhook(api, { url: receiver.url })
  const rotated = await api.call<Webhook>('POST', `webhooks/${webhook.id}/rotate_secret`)
  const { secret } = rotated.body.data
  expect(secret).not.toBe(webhook.secret)
  await opened(api, [1])
  await aDeliverer(api).step()
  const [request] = receiver.requests
  expect(verifiedEvents(secret, request!)).toEqual(request!.events)
})

describe('is rejected with', () => {
  test.each([
    ['no name', { name: ' ' }, 'name cannot be blank'],
    ['no url', { url: undefined }, /^url /],
    ['an invalid url', { url: 'receiver' }, 'url must be an http or https address'],
    ['another protocol', { url: 'ftp://example.com/' }, 'url must be an http or https address'],
    ['a file', { url: 'file:///etc/passwd' }, 'url must be an http or https address'],
    ['a user name', { url: 'https://me@example.com/' }, 'url cannot contain a user name or a password'],
    ['a password', { url: 'https://:x@example.com/' }, 'url cannot contain a user name or a password'],
    ['port 0', { url: 'https://example.com:0/' }, 'url cannot name port 0'],
    ['a long url', { url: `https://example.com/${'x'.repeat(2_000)}` }, /^url /],
    ['a url that grows', { url: `https://example.com/${'é'.repeat(1_000)}` }, 'url is too long'],
    ['an unknown type', { event_types: ['studio_sale'] }, /^event_types\.0 must be one of studio_open, /],
    ['types that are not a list', { event_types: 'scomp' }, /^event_types /],
    ['no types', { event_types: undefined }, /^event_types /],
    ['an odd flag', { active: 'maybe' }, 'active must be true or false'],
    [
      'several mistakes, all of them',
      { name: '', active: 'maybe', url: 'http://example.com/' },
      'name cannot be blank, active must be true or false, url must begin with https://',
    ],
  ])('%s', async (_what, attributes, message) => {
    const api = await aWebhookApi()
    const { status, body } = await create(api, attributes)
    expect({ status, code: body.error_code }).toEqual({ status: 422, code: 'validation_failed' })
    expect(body.error_message).toMatch(message)
    expect([...(await api.sql`select 1 from webhooks`)]).toEqual([])
  })

  test('rejects a name that is taken, ignoring case, but not one of another organization', async () => {
    const api = await aWebhookApi()
    await create(api, {})
    expect((await create(api, { name: 'HOOK' })).body.error_message).toBe('name has already been taken')
    expect((await create(api, {}, api.b)).status).toBe(200)
  })
})

test('an organization has as many as the server allows, fifty by default, even with concurrent calls', async () => {
  const few = await anApi((route, secrets) => webhookRoutes(route, { secrets, webhooksMax: 3 }))
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, number) => create(few, { name: `Hook ${number}` })),
  )
  expect(made.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(made.find(({ status }) => status !== 200)?.body).toMatchObject({
    error_code: 'validation_failed',
    error_message: 'an organization can have at most 3 webhooks; delete one first',
  })
  expect((await create(few, {}, few.b)).status).toBe(200)
  const api = await aWebhookApi()
  await api.sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    select ${api.a.organizationId}, 'Hook ' || n, 'https://hooks.example', '', '{}' from generate_series(1, 49) n`
  expect((await create(api, { name: 'The fiftieth' })).status).toBe(200)
  expect((await create(api, { name: 'One more' })).body.error_message).toContain('at most 50 webhooks')
})

test('an address without TLS is accepted only on this machine, or if an operator allows it', async () => {
  const plain = { url: 'http://receiver.internal/' }
  const message = async (api: Api, attributes: object) => (await create(api, attributes)).body.error_message
  const strict = await anApi((route, secrets) => webhookRoutes(route, { secrets }))
  expect(await message(strict, plain)).toBe('url must begin with https://')
  const { id } = (await create(strict, {})).body.data
  const update = await strict.call('PUT', `webhooks/${id}`, { webhook: plain })
  expect(update.body.error_message).toBe('url must begin with https://')

  const freeTargets = { allowLoopback: false, allow: ['Receiver.Internal:80', 'receiver.internal:8080'] }
  const named = await anApi((route, secrets) => webhookRoutes(route, { secrets, freeTargets }))
  expect(await message(named, plain)).toBeNull()
  expect(await message(named, { name: '2', url: 'http://receiver.internal:8080/' })).toBeNull()
  expect(await message(named, { name: '3', url: 'http://receiver.internal:81/' })).not.toBeNull()
  expect(await message(named, { name: '4', url: 'http://other.internal/' })).not.toBeNull()

  const here = await aWebhookApi()
  for (const url of [plain.url, 'http://127.0.0.1.receiver.internal/', 'http://8.8.8.8/', 'http://[::2]/']) {
    expect([url, await message(here, { url })]).toEqual([url, 'url must begin with https://'])
  }
  for (const host of ['localhost', '127.0.0.1', '127.1:8080', '[::1]', '0x7f000001']) {
    expect([host, await message(here, { name: host, url: `http://${host}/` })]).toEqual([host, null])
  }
})

test('an unusual port is rejected when the webhook is saved, unless an operator allows it', async () => {
  const freeTargets = { allowLoopback: false, allow: ['hooks.example:9443'] }
  const api = await anApi((route, secrets) => webhookRoutes(route, { secrets, freeTargets }))
  const message = async (url: string) => (await create(api, { name: url, url })).body.error_message
  for (const port of ['', ':8443', ':8080', ':80', ':9443'])
    expect([port, await message(`https://hooks.example${port}/`)]).toEqual([port, null])
  expect(await message('https://hooks.example:5432/')).toBe(
    'url must use port 80, 443, 8080, 8443, or an operator must name hooks.example:5432 in WEBHOOK_ALLOW',
  )
})

test('a test event goes to one active webhook, whatever its event types', async () => {
  const api = await aWebhookApi()
  const receiver = await aReceiver()
  const webhook = await aWebhook(api, { url: receiver.url, event_types: [] })
  await aWebhook(api, { url: receiver.url })
  const queued = await api.call('POST', `webhooks/${webhook.id}/test`)
  const { step } = aDeliverer(api)
  await step()
  await step()
  expect(receiver.requests.map(({ events }) => events)).toEqual([
    [{ ...queued.body.data, event_type: 'test', event_time: expect.any(Number) }],
  ])
  await api.call('PUT', `webhooks/${webhook.id}`, { webhook: { active: false } })
  const refused = await api.call('POST', `webhooks/${webhook.id}/test`)
  expect(refused.body.error_message).toBe('webhook is not active')
})

test('what waits after a failure is delivered at once on request, unless the webhook is off', async () => {
  const { api, receiver, webhook, untilIdle } = await aTold()
  const path = `webhooks/${webhook.id}`
  receiver.answer(500)
  await opened(api, [1])
  await untilIdle()
  await opened(api, [2])
  await untilIdle()
  expect(receiver.requests).toHaveLength(1)
  const failed = await showWebhook(api, webhook)
  expect(failed).toMatchObject({ pending: 2, failures: 1, next_attempt_at: expect.any(String) })
  receiver.answer(200)
  const { body } = await api.call<Webhook>('POST', `${path}/deliver_now`)
  expect(body.data).toMatchObject({ id: webhook.id, pending: 2, next_attempt_at: null })
  await untilIdle()
  expect(receiver.requests.flatMap(({ events }) => events.map(({ number }) => number))).toEqual([1, 1, 2])
  await api.call('PUT', path, { webhook: { active: false } })
  const off = await api.call('POST', `${path}/deliver_now`)
  expect([off.status, off.body.error_message]).toEqual([
    422,
    'webhook is not active: switch it on, and it delivers what waits',
  ])
})

test('deleting it deletes its waiting events', async () => {
  const api = await aWebhookApi()
  const { id } = await aWebhook(api, { url })
  const other = await aWebhook(api, { url })
  await opened(api, [1, 2])
  expect((await api.call('DELETE', `webhooks/${id}`)).body).toMatchObject({ success: true, data: null })
  expect((await api.call('GET', `webhooks/${id}`)).status).toBe(404)
  expect(await showWebhook(api, other)).toMatchObject({ pending: 2 })
  expect([...(await api.sql`select distinct webhook_id from webhook_events`)]).toEqual([
    { webhook_id: other.id },
  ])
})

test('that of another organization is answered like a missing one, on every path', async () => {
  const api = await aWebhookApi()
  const { id } = await aWebhook(api, { url })
  await opened(api, [1])
  await api.sql`update webhook_events set dead_at = now()`
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/dead_events'],
    ['POST', '/replay'],
    ['POST', '/rotate_secret'],
  ] as const) {
    const foreign = await api.call(method, `webhooks/${id}${path}`, undefined, api.b)
    const missing = await api.call(method, `webhooks/999999${path}`, undefined, api.b)
    expect(foreign.body.error_code).toBe('not_found')
    expect(foreign).toEqual(missing)
  }
  expect((await api.call('GET', 'webhooks', undefined, api.b)).body.data).toEqual([])
  expect(await showWebhook(api, { id })).toMatchObject({ dead: 1, pending: 0 })
})
