import { describe, expect, test } from 'vitest'
import type { Api } from '../../test/harness/core/api.ts'
import { aReceiver, verifiedEvents, numbersOf } from '../../test/harness/records/receiver.ts'
import {
  aDeliverer,
  aTold,
  aWebhook,
  later,
  opened,
  range,
  showWebhook,
} from '../../test/harness/records/webhooks.ts'
import { secondsToNext } from '../../test/harness/postgres/due.ts'

const left = async ({ sql }: Api) => {
  const [row] = await sql<{ count: number }[]>`select count(*) from webhook_events where dead_at is null`
  return row?.count
}

describe('events', () => {
  test('arrive as a signed array of JSON, each with what tells repeats', async () => {
    const { api, receiver, webhook, untilIdle } = await aTold()
    await opened(api, [7])
    await untilIdle()
    expect(receiver.requests).toHaveLength(1)
    const [request] = receiver.requests
    expect(request).toMatchObject({
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': expect.stringMatching(/^\S{10,64}$/),
      },
      events: [
        {
          event_type: 'studio_open',
          event_time: 1_007,
          number: 7,
          event_id: expect.stringMatching(/^.{1,64}$/),
        },
      ],
    })
    expect(verifiedEvents(webhook.secret, request!)).toEqual(request!.events)
    const sent = Number(request?.headers['webhook-timestamp'])
    expect(Math.abs(sent - Date.now() / 1000)).toBeLessThan(60)
    expect(await showWebhook(api, webhook)).toMatchObject({
      pending: 0,
      dead: 0,
      last_error: null,
      last_delivered_at: expect.any(String),
    })
  })

  test('arrive in order, a hundred at most in a request, and never again after a 2xx', async () => {
    const { api, receiver, untilIdle } = await aTold()
    receiver.answer(204)
    await opened(api, range(1, 150))
    await opened(api, range(151, 230))
    await untilIdle()
    await later(api)
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([range(1, 100), range(101, 200), range(201, 230)])
    const ids = receiver.requests.flatMap(({ events }) => events.map((event) => event.event_id))
    expect(new Set(ids).size).toBe(230)
    const deliveries = receiver.requests.map(({ headers }) => headers['webhook-id'])
    expect(new Set(deliveries).size).toBe(3)
  })

  test('that are large share a request with fewer', async () => {
    const { api, receiver, untilIdle } = await aTold()
    await api.sql`
      insert into webhook_events (organization_id, webhook_id, event_type, payload)
      select organization_id, id, 'studio_open', jsonb_build_object('event_type', 'studio_open', 'number', n,
        'text', repeat('x', size))
      from webhooks, (values (1, 2000000), (2, 400000), (3, 400000), (4, 400000)) sizes (n, size) order by n`
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1], [2, 3], [4]])
  })

  test('go to those who want them and are active, of the organization alone; others get them when they are switched on', async () => {
    const { api, receiver, untilIdle } = await aTold()
    const other = await aReceiver()
    await aWebhook(api, { url: other.url, event_types: ['scomp'] })
    await aWebhook(api, { url: other.url }, api.b)
    const { id } = await aWebhook(api, { url: other.url })
    await api.call('PUT', `webhooks/${id}`, { webhook: { active: false } })
    await opened(api, [1])
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1]])
    expect(other.requests).toEqual([])
    await api.call('PUT', `webhooks/${id}`, { webhook: { active: true } })
    await untilIdle()
    expect(numbersOf(other)).toEqual([[1]])
    expect(await left(api)).toBe(0)
  })
})

describe('a deliverer', () => {
  test('that dies between the answer and its own word sends the same events again, and loses none', async () => {
    const { api, receiver, loop, untilIdle } = await aTold()
    await opened(api, [1, 2])
    const lost = await loop.take()
    // What it would have done, all but the last.
    await api.sql`create function die() returns trigger language plpgsql as $$ begin raise 'dead'; end $$`
    await api.sql`create trigger die before delete on webhook_events for each row execute function die()`
    await expect(loop.run(lost!, new AbortController().signal)).rejects.toThrow('dead')
    await api.sql`drop function die cascade`
    await opened(api, [3])
    await untilIdle()
    expect(receiver.requests).toHaveLength(1)
    await later(api)
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1, 2], [1, 2], [3]])
    expect(receiver.requests[1]?.text).toBe(receiver.requests[0]?.text)
    expect(receiver.requests[1]?.headers['webhook-id']).toBe(lost?.deliveryId)
  })

  test('whose claim was taken over changes nothing', async () => {
    const { api, receiver, webhook, loop, step } = await aTold()
    await opened(api, [1])
    const first = await loop.take()
    await later(api)
    const other = aDeliverer(api)
    receiver.answer(500)
    const second = await other.loop.take()
    expect(second?.deliveryId).toBe(first?.deliveryId)
    receiver.answer(200)
    await loop.run(first!, new AbortController().signal)
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 1, last_delivered_at: null })
    expect(await step()).toBeNull()
    await other.loop.run(second!, new AbortController().signal)
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0 })
  })

  test('that is told to stop gives the request back at once, and no attempt is counted', async () => {
    const { api, receiver, webhook, loop, untilIdle } = await aTold()
    await opened(api, [1])
    const stop = new AbortController()
    receiver.answer(() => stop.abort(new Error('stop')))
    await loop.run((await loop.take())!, stop.signal)
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 1, failures: 0, last_error: null })
    receiver.answer(200)
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1], [1]])
  })

  test('takes each webhook once, however many look at the same time', async () => {
    const { api, receiver } = await aTold()
    const deliverers = Array.from({ length: 4 }, () => aDeliverer(api))
    for (let round = 0; round < 10; round += 1) {
      await opened(api, [round])
      await Promise.all(deliverers.map(({ step }) => step()))
    }
    expect(numbersOf(receiver)).toEqual(range(0, 9).map((round) => [round]))
  })

  test('knows how long it may sleep', async () => {
    const { api, receiver, loop, step } = await aTold()
    expect(await secondsToNext(api.sql, loop.due)).toBeNull()
    await opened(api, [1])
    expect(await secondsToNext(api.sql, loop.due)).toBeLessThanOrEqual(0)
    receiver.answer(500)
    await step()
    expect(await secondsToNext(api.sql, loop.due)).toBeGreaterThan(5)
  })
})
