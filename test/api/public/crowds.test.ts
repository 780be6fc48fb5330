import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../../src/database/driver/connection.ts'
import { applicationRole } from '../../../src/database/roles.ts'
import { createPace } from '../../../src/http/public/pace.ts'
import { readConfig } from '../../../src/server/config.ts'
import { buildApi } from '../../../src/server/start.ts'
import { quietLog } from '../../harness/core/api.ts'
import { until } from '../../harness/core/until.ts'
import { anEar, aSentCampaign, countersOf, send } from '../../harness/sending/readers.ts'
import { countWaiting } from '../../harness/postgres/waiting.ts'

type Started = Awaited<ReturnType<typeof aSentCampaign>>

const many = <Item>(count: number, make: (place: number) => Item) =>
  Array.from({ length: count }, (_, n) => make(n))

/** Events of one transaction share one created_at. */
async function transactionsOf({ sql }: Started): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(distinct created_at) from webhook_events`
  return row?.count ?? 0
}

test('300 concurrent clicks on one link are counted one by one, in a handful of transactions', async () => {
  const started = await aSentCampaign()
  const events = await anEar(started.api, started.organizationId)
  const answers = await Promise.all(many(300, () => started.visit('GET', started.path('click'))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([302]))
  expect((await countersOf(started.api, started.campaignId)).report).toEqual({
    click_total: 300,
    click_unique: 1,
  })
  const told = await events()
  expect(told).toHaveLength(300)
  expect(told.filter((event) => event['studio_is_unique'] === true)).toHaveLength(1)
  expect(await transactionsOf(started)).toBeLessThanOrEqual(5)
})

test('concurrent opens and clicks of 100 readers are counted for each, in a handful of transactions', async () => {
  const emails = many(100, (n) => `reader.${n}@example.com`)
  const started = await aSentCampaign(emails)
  await anEar(started.api, started.organizationId)
  const { sql, visit, path, subscriberIds, campaignId } = started
  await Promise.all(
    subscriberIds.flatMap((subscriberId) => [
      visit('GET', path('open', { subscriberId })),
      visit('GET', path('open', { subscriberId })),
      visit('GET', path('click', { subscriberId })),
    ]),
  )
  expect(await countersOf(started.api, campaignId)).toEqual({
    report: { open_total: 200, open_unique: 100, click_total: 100, click_unique: 100 },
    slice: {
      opens_total: 200,
      opens_unique: 100,
      clicks_total: 100,
      clicks_unique: 100,
      clicks_unique_by_link: 100,
    },
  })
  const rows = await sql`select opens, clicks, count(*) from message_responses group by 1, 2`
  expect([...rows]).toEqual([{ opens: 2, clicks: 1, count: 100 }])
  expect(await transactionsOf(started)).toBeLessThanOrEqual(10)
})

test('a link of another campaign among concurrent clicks is not found, and the others count', async () => {
  const { api, sql, visit, path, campaignId } = await aSentCampaign()
  const other = await send(api, api.a, ['carl@example.com'])
  const answers = await Promise.all(
    many(10, (n) => visit('GET', n % 2 === 0 ? path('click') : path('click', { linkId: other.linkId }))),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(many(10, (n) => (n % 2 === 0 ? 302 : 404)))
  expect((await countersOf(api, campaignId)).report).toEqual({ click_total: 5, click_unique: 1 })
  const links = await sql`select clicks_total from tracked_links where id = ${other.linkId}`
  expect([...links]).toEqual([{ clicks_total: 0 }])
})

test('50 concurrent unsubscriptions by one link are one, and each is counted', async () => {
  const started = await aSentCampaign()
  const events = await anEar(started.api, started.organizationId)
  const answers = await Promise.all(many(50, () => started.visit('POST', started.path('unsubscribe'))))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect((await countersOf(started.api, started.campaignId)).report).toEqual({
    unsub_total: 50,
    unsub_unique: 1,
    unsub_subscribers_updated: 1,
  })
  const told = await events()
  expect(told.map((event) => event['studio_is_unique']).filter(Boolean)).toEqual([true])
  expect(told).toHaveLength(50)
  expect(await transactionsOf(started)).toBeLessThanOrEqual(5)
})

test('above the limit of its link a click still redirects and an open still gets its pixel, uncounted', async () => {
  const pace = createPace({ perMinute: 5, holdMs: 1, now: () => 0 })
  const started = await aSentCampaign(undefined, { pace })
  const { api, visit, path, campaignId, sql, subscriberIds } = started
  const clicks = await Promise.all(many(40, () => visit('GET', path('click'))))
  expect(new Set(clicks.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))).toEqual(
    new Set(['302 https://shop.example/a?b=1&c=2']),
  )
  const opens = await Promise.all(many(40, () => visit('GET', path('open'))))
  expect(new Set(opens.map(({ headers }) => headers['content-type']))).toEqual(new Set(['image/gif']))
  expect((await countersOf(api, campaignId)).report).toEqual({
    click_total: 5,
    click_unique: 1,
    open_total: 5,
    open_unique: 1,
  })
  // The first hit of another reader counts.
  await visit('GET', path('click', { subscriberId: subscriberIds[1] ?? 0 }))
  expect((await countersOf(api, campaignId)).report).toMatchObject({ click_total: 6, click_unique: 2 })
  // A reader can unsubscribe even above the limit.
  await Promise.all(many(20, () => visit('GET', path('unsubscribe'))))
  const left = await visit('POST', path('unsubscribe'))
  expect(left.statusCode).toBe(200)
  const rows = await sql`select status from subscribers where id = ${subscriberIds[0] ?? 0}`
  expect([...rows]).toEqual([{ status: 'unsubscribed' }])
})

test('while too many answers are delayed, further requests are rejected at once', async () => {
  const pace = createPace({ perMinute: 1, holdMs: 2000, heldMax: 10, now: () => 0 })
  const { visit, path } = await aSentCampaign(undefined, { pace })
  const answers = await Promise.all(many(20, () => visit('GET', path('click'))))
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect([
    statuses.filter((status) => status === 302).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([11, 9])
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers).toMatchObject({ 'retry-after': '5' })
})

test('the API has connections of its own while the public links use all of theirs', async () => {
  const { api, sql, token, ...first } = await aSentCampaign()
  const second = await send(api, api.a, ['carl@example.com'])
  const pool = (applicationName: string, max: number) => {
    const database = connect(api.url, { max, applicationName, role: applicationRole })
    onTestFinished(() => database.end())
    return database
  }
  const app = await buildApi({
    config: readConfig({}),
    database: pool('test api', 2),
    publicDatabase: pool('test public', 2),
    secrets: api.secrets,
    log: quietLog,
  })
  onTestFinished(() => app.close())
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let isLocked = false
  const blocked = pool('test blocker', 1).begin(async (sql) => {
    await sql`lock table message_responses in share mode`
    isLocked = true
    await released
  })
  onTestFinished(() => release())
  // Clicks that came before the lock would not wait for it.
  await until(async () => isLocked)
  const clicks = [first, second].map(({ campaignId: sourceId, linkId, listId, subscriberIds }) =>
    app.inject({
      method: 'GET',
      url: `/c/${token('click', { sourceId, linkId, listId, subscriberId: subscriberIds[0] ?? 0 })}`,
    }),
  )
  // An injected request starts only once its promise is awaited.
  const answered = Promise.all(clicks)
  await until(async () => (await countWaiting(sql)) >= 2)
  const headers = { authorization: `Basic ${api.a.credential}` }
  const lists = await app.inject({ method: 'GET', url: '/ga/api/v2/mailing_lists', headers })
  expect(lists.statusCode).toBe(200)
  expect(await countWaiting(sql), 'the links in messages still wait').toBe(2)
  release()
  await blocked
  expect((await answered).map(({ statusCode }) => statusCode)).toEqual([302, 302])
})
