import { describe, expect, test } from 'vitest'
import { aReceiver, verifiedEvents, numbersOf } from '../../test/harness/records/receiver.ts'
import { aTold, aWebhook, later, opened, range, showWebhook } from '../../test/harness/records/webhooks.ts'

describe('a receiver that does not take them', () => {
  test.each([500, 404, 302, 400])('with %d gets the same request again, later', async (status) => {
    const { api, receiver, webhook, untilIdle } = await aTold()
    receiver.answer((response) => response.writeHead(status, { location: '/elsewhere' }).end())
    await opened(api, [1, 2])
    await untilIdle()
    const shown = await showWebhook(api, webhook)
    expect(shown).toMatchObject({
      pending: 2,
      failures: 1,
      last_error: expect.stringContaining(String(status)),
    })
    expect(Date.parse(shown.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(5_000)
    // What happens meanwhile waits behind.
    await opened(api, [3])
    receiver.answer(200)
    await untilIdle()
    expect(receiver.requests).toHaveLength(1)
    await later(api)
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1, 2], [1, 2], [3]])
    const [first, second, third] = receiver.requests
    expect(second?.text).toBe(first?.text)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(verifiedEvents(webhook.secret, second!)).toEqual(second!.events)
    expect(third?.headers['webhook-id']).not.toBe(first?.headers['webhook-id'])
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0, failures: 0, last_error: null })
  })

  test('and gives no answer at all is backed off as a whole: the events after the dead ones wait as long', async () => {
    const { api, receiver, webhook, step } = await aTold()
    receiver.answer((response) => response.destroy())
    await opened(api, [1])
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      await step()
      await later(api)
    }
    await opened(api, [2])
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 1, dead: 1, failures: 12 })
    await step()
    expect(receiver.requests).toHaveLength(13)
    const { next_attempt_at: next, failures } = await showWebhook(api, webhook)
    expect(failures).toBe(13)
    expect(Date.parse(next ?? '') - Date.now()).toBeGreaterThan(10_000_000)
    receiver.answer(200)
    await later(api)
    await step()
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0, failures: 0, next_attempt_at: null })
  })

  test('is tried less and less often, and after twelve times its events are dead until they are replayed', async () => {
    const { api, receiver, webhook, step } = await aTold()
    receiver.answer(503)
    await opened(api, [1, 2])
    const delays: number[] = []
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await step()
      const [row] = await api.sql<{ seconds: number }[]>`
        select round(extract(epoch from next_attempt_at - now()))::float8 as seconds from webhooks`
      delays.push(row?.seconds ?? 0)
      await later(api)
    }
    const expected = [10, 30, 60, 300, 1800, 3600, 10_800, 10_800, 10_800, 10_800, 10_800]
    for (const [index, delay] of delays.entries()) {
      expect(Math.abs(delay - (expected[index] ?? 0))).toBeLessThan(5)
    }
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 2, dead: 0 })
    await step()
    expect(receiver.requests).toHaveLength(12)
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0, dead: 2 })

    await opened(api, [3])
    receiver.answer(200)
    await later(api)
    await step()
    expect(numbersOf(receiver).at(-1)).toEqual([3])
    const dead = await api.call<{ id: number; event_id: string; payload: object }[]>(
      'GET',
      `webhooks/${webhook.id}/dead_events?per_page=1`,
    )
    expect(dead.body).toMatchObject({ num_records: 2, num_pages: 2 })
    const [oldest] = dead.body.data
    expect(oldest).toMatchObject({ attempts: 12, last_error: expect.stringContaining('503') })
    expect(oldest?.event_id).toBe(receiver.requests[0]?.events[0]?.event_id)
    expect(oldest?.payload).toEqual(receiver.requests[0]?.events[0])
    const replay = (body: object) => api.call('POST', `webhooks/${webhook.id}/replay`, body)
    expect((await replay({ ids: [oldest?.id, 999_999] })).body.data).toEqual({ replayed: 1 })
    await step()
    expect(numbersOf(receiver).at(-1)).toEqual([1])
    expect((await replay({})).body.data).toEqual({ replayed: 1 })
    await step()
    expect(numbersOf(receiver).at(-1)).toEqual([2])
    expect(receiver.requests.at(-1)?.events[0]?.event_id).toBe(receiver.requests[0]?.events[1]?.event_id)
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0, dead: 0 })
  })

  test('waits as long as the receiver asks with Retry-After, up to three hours', async () => {
    const { api, receiver, webhook, untilIdle } = await aTold()
    const pauses: number[] = []
    for (const [status, seconds] of [
      [429, '1200'],
      [503, '999999'],
      [500, '1200'],
      [429, 'soon'],
    ] as const) {
      receiver.answer((response) => void response.writeHead(status, { 'retry-after': seconds }).end())
      await opened(api, [1])
      await api.sql`update webhooks set failures = 0, next_attempt_at = null`
      await untilIdle()
      const at = (await showWebhook(api, webhook)).next_attempt_at ?? ''
      pauses.push(Math.round((Date.parse(at) - Date.now()) / 100_000))
    }
    expect(pauses).toEqual([12, 108, 0, 0])
  })

  test('for good, with 410, is asked no more; its events wait until it is switched on', async () => {
    const { api, receiver, webhook, untilIdle } = await aTold()
    receiver.answer(410)
    await opened(api, [1])
    await untilIdle()
    await later(api)
    await untilIdle()
    expect(receiver.requests).toHaveLength(1)
    expect(await showWebhook(api, webhook)).toMatchObject({ active: false, pending: 1 })
    const [event] = await api.sql`select kind, subject_id from audit_events order by id desc limit 1`
    expect(event).toMatchObject({ kind: 'webhook.switched_off', subject_id: webhook.id })
    receiver.answer(200)
    await api.call('PUT', `webhooks/${webhook.id}`, { webhook: { active: true } })
    await untilIdle()
    expect(numbersOf(receiver)).toEqual([[1], [1]])
  })

  test.each([
    ['says nothing', () => {}],
    ['hangs up', (response: { destroy: () => void }) => response.destroy()],
  ])('and %s is given its time and tried later', async (_what, how) => {
    const { api, receiver, webhook, untilIdle } = await aTold({ timeoutMs: 200 })
    receiver.answer(how)
    await opened(api, [1])
    await untilIdle()
    expect(await showWebhook(api, webhook)).toMatchObject({
      pending: 1,
      failures: 1,
      last_error: expect.any(String),
    })
  })

  test('but begins an answer of 2xx that never ends has taken them', async () => {
    const { api, receiver, webhook, untilIdle } = await aTold()
    receiver.answer((response) => {
      const more = () => response.write('x'.repeat(10_000), (error) => error ?? more())
      response.writeHead(200)
      more()
    })
    await opened(api, [1])
    await untilIdle()
    expect(await showWebhook(api, webhook)).toMatchObject({ pending: 0, failures: 0 })
  })

  test('holds up neither other webhooks nor other organizations', async () => {
    const { api, receiver, step } = await aTold()
    const second = await aReceiver()
    const foreign = await aReceiver()
    await aWebhook(api, { url: second.url })
    await aWebhook(api, { url: foreign.url }, api.b)
    await opened(api, range(1, 500))
    await opened(api, range(1, 150), api.b)
    const served: string[] = []
    for (let index = 0; index < 6; index += 1) served.push((await step())?.url ?? '')
    const names = new Map([
      [receiver.url, 'first'],
      [second.url, 'second'],
      [foreign.url, 'foreign'],
    ])
    expect(served.map((url) => names.get(url))).toEqual([
      'first',
      'foreign',
      'second',
      'foreign',
      'first',
      'second',
    ])
  })
})
