import { wantedAddresses } from '../contract/values/spelling/mentions.ts'
import { expect, test } from 'vitest'
import { deliveriesMax } from '../contract/webhooks.ts'
import type { Api } from '../../test/harness/core/api.ts'
import { aTold, later, opened } from '../../test/harness/records/webhooks.ts'
import { upkeepEnvironment } from '../../test/harness/records/upkeep.ts'
import { eraseWebhookAnswers } from '../store/erasure/mentions.ts'
import { webhookEvents } from '../upkeep/purges/webhook-events.ts'

const deliveries = (api: Api, id: number) => api.call('GET', `webhooks/${id}/deliveries`)

test('each attempt is kept with its answer: status, first bytes, duration and reason', async () => {
  const { api, receiver, webhook, untilIdle } = await aTold()
  receiver.answer((response) => response.writeHead(503).end(`busy\u0000\u001b[31m ${'ü'.repeat(600)}`))
  await opened(api, [1, 2])
  await untilIdle()
  receiver.answer((response) => response.destroy())
  await later(api)
  await untilIdle()
  receiver.answer(200)
  await later(api)
  await untilIdle()
  const { body } = await deliveries(api, webhook.id)
  const shared = {
    id: expect.any(Number),
    delivery_id: receiver.requests[0]?.headers['webhook-id'],
    event_ids: receiver.requests[0]?.events.map((event) => event.event_id),
    event_types: ['studio_open'],
    attempted_at: expect.stringMatching(/^20/),
    duration_ms: expect.any(Number),
  }
  expect(body).toMatchObject({ num_records: 3 })
  expect(body.data).toEqual([
    { ...shared, delivered: true, status: 200, answer: '', error: null },
    { ...shared, delivered: false, status: null, answer: '', error: expect.stringContaining('broke') },
    {
      ...shared,
      delivered: false,
      status: 503,
      answer: expect.stringMatching(/^busy \[31m ü+$/),
      error: expect.stringMatching(/^127\.0\.0\.1.* answered 503 Service Unavailable\.$/),
    },
  ])
})

test('the newest attempts are kept, none longer than a month', async () => {
  const { api, webhook, untilIdle } = await aTold()
  await api.sql`
    insert into webhook_deliveries (organization_id, webhook_id, delivery_id, event_ids, event_types, duration_ms,
      attempted_at)
    select organization_id, id, n, '{}', '{}', 1, now() - case when n > 2 then interval '29 days' else '31 days' end
    from webhooks, generate_series(1, ${deliveriesMax} + 1) n`
  await opened(api, [1])
  await untilIdle()
  const count = async () => (await deliveries(api, webhook.id)).body.num_records
  expect(await count()).toBe(deliveriesMax)
  await api.sql`update webhook_deliveries set attempted_at = now() - interval '31 days' where status is null`
  await webhookEvents.run(upkeepEnvironment(api.sql), new AbortController().signal)
  expect(await count()).toBe(1)
})

test('an erasure empties the answers that repeat the address', async () => {
  const { api, receiver, webhook, untilIdle } = await aTold()
  receiver.answer((response) => response.writeHead(200).end('{"saved":"Carla@Example.com"}'))
  await opened(api, [1])
  await untilIdle()
  const answer = async () => (await deliveries(api, webhook.id)).body.data
  expect(await answer()).toMatchObject([{ answer: '{"saved":"Carla@Example.com"}' }])
  await api.sql.begin((sql) =>
    eraseWebhookAnswers(sql, api.a.organizationId, wantedAddresses(['carla@example.com'])),
  )
  expect(await answer()).toMatchObject([{ answer: '' }])
})
