import { expect, test } from 'vitest'
import { anEar, aLink, aSentCampaign, countersOf, stateOf } from '../../harness/sending/readers.ts'
import { countsOf } from '../../harness/records/subscribers.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('1,000 scanner visits, GET and HEAD, to the unsubscribe link and HEAD to all others change nothing that is about people', async () => {
  const started = await aSentCampaign()
  const before = await stateOf(started)
  const paths = (['open', 'click', 'web_view', 'unsubscribe'] as const).map((kind) => started.path(kind))
  for (let round = 0; round < 250; round++) {
    const visits = await Promise.all([
      started.visit('GET', started.path('unsubscribe')),
      started.visit('GET', started.path('unsubscribe'), {
        headers: { cookie: 'a=b', 'user-agent': 'scanner' },
      }),
      started.visit('GET', `${started.path('unsubscribe')}?List-Unsubscribe=One-Click`),
      started.visit('HEAD', paths[round % 4] ?? ''),
    ])
    expect(visits.filter(({ statusCode }) => ![200, 302].includes(statusCode))).toEqual([])
  }
  expect(await stateOf(started)).toEqual(before)
  expect(await countersOf(started.api, started.campaignId)).toEqual({
    report: {},
    slice: {
      opens_machine_total: 63,
      opens_machine_unique: 1,
      clicks_machine_total: 63,
      clicks_machine_unique: 1,
    },
  })
})

test('the unsubscribe link shows a confirmation form that posts to it, and sets no cookie', async () => {
  const { visit, path } = await aSentCampaign()
  const reply = await visit('GET', path('unsubscribe'))
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  })
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect(reply.headers['content-security-policy']).toContain("default-src 'none'")
  expect(reply.body).toContain(`<form method="post" action="${path('unsubscribe').slice(3)}">`)
  expect(reply.body).toContain('News &amp; &lt;more&gt;')
})

const multipart =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n'
test.each([
  ['the body of RFC 8058', form, 'List-Unsubscribe=One-Click'],
  ['a multipart body', { 'content-type': 'multipart/form-data; boundary=b' }, multipart],
  ['an empty form', form, ''],
  ['a body of another kind', { 'content-type': 'nonsense' }, '{"'],
])('one click unsubscribes: %s; a second one changes nothing', async (_, headers, payload) => {
  const { api, sql, visit, path, listId, campaignId, subscriberIds } = await aSentCampaign()
  for (const times of [1, 2]) {
    const reply = await visit('POST', path('unsubscribe'), { headers, payload })
    expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([200, undefined])
    expect(reply.body).toContain('You are unsubscribed')
    const rows =
      await sql`select status, remove_ip, remove_time is not null as removed from subscribers order by id`
    expect([...rows]).toEqual([
      { status: 'unsubscribed', remove_ip: '127.0.0.1', removed: true },
      { status: 'active', remove_ip: null, removed: false },
    ])
    expect(await countersOf(api, campaignId)).toEqual({
      report: { unsub_total: times, unsub_unique: 1, unsub_subscribers_updated: 1 },
      slice: { unsubs_total: times, unsubs_unique: 1, unsubs_status_updated: 1 },
    })
    expect(await countsOf(api, listId)).toMatchObject({ active: 1, unsubscribed: 1 })
  }
  expect(subscriberIds).toHaveLength(2)
})

test('of 50 concurrent opens one is unique, of 50 clicks likewise; each has an event', async () => {
  const { api, sql, organizationId, visit, path, campaignId, contentId, linkId, subscriberIds, listId } =
    await aSentCampaign()
  const events = await anEar(api, organizationId)
  const many = (url: string) => Promise.all(Array.from({ length: 50 }, () => visit('GET', url)))
  const opens = await many(path('open'))
  expect(opens.every(({ headers }) => headers['content-type'] === 'image/gif')).toBe(true)
  expect(opens[0]?.headers['cache-control']).toBe('no-store')
  const clicks = await many(path('click'))
  expect(new Set(clicks.map(({ statusCode, headers }) => `${statusCode} ${headers.location}`))).toEqual(
    new Set(['302 https://shop.example/a?b=1&c=2']),
  )
  await visit('GET', path('open', { subscriberId: subscriberIds[1] ?? 0 }))
  expect(await countersOf(api, campaignId)).toEqual({
    report: { open_total: 51, open_unique: 2, click_total: 50, click_unique: 1 },
    slice: { opens_total: 51, opens_unique: 2, clicks_total: 50, clicks_unique: 1, clicks_unique_by_link: 1 },
  })
  const slices = await sql`select content_id from stat_slices`
  expect([...slices]).toEqual([{ content_id: contentId }])
  const [link] = await sql`select clicks_total, clicks_unique from tracked_links where id = ${linkId}`
  expect(link).toEqual({ clicks_total: 50, clicks_unique: 1 })
  const told = await events()
  const count = (type: string, isUnique: boolean) =>
    told.filter((event) => event['event_type'] === type && event['studio_is_unique'] === isUnique).length
  expect([count('studio_open', true), count('studio_open', false)]).toEqual([2, 49])
  expect([count('studio_click', true), count('studio_click', false)]).toEqual([1, 49])
  expect(told.find((event) => event['event_type'] === 'studio_click')).toEqual({
    event_type: 'studio_click',
    listid: `a${listId}`,
    list_name: 'News & <more>',
    email: 'ann@example.com',
    sendid: `c${campaignId}`,
    event_time: expect.any(Number),
    click_url: 'https://shop.example/a?b=1&c=2',
    studio_mailing_list_id: listId,
    studio_subscriber_id: subscriberIds[0],
    studio_campaign_id: campaignId,
    studio_autoresponder_id: null,
    studio_is_unique: true,
    studio_ip: '127.0.0.1',
    studio_rl_seq_id: null,
    studio_rl_distinct_id: null,
  })
})

test('a click on a second link is unique by link, but not by subscriber', async () => {
  const { api, organizationId, visit, path, campaignId, contentId } = await aSentCampaign()
  const linkId = await aLink(api, organizationId, {
    campaign_id: campaignId,
    content_id: contentId,
    url: 'https://ü.example/ä\u0000'.replace('\u0000', '%00'),
  })
  await visit('GET', path('click'))
  const reply = await visit('GET', path('click', { linkId }))
  expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://xn--tda.example/%C3%A4%00'])
  expect((await countersOf(api, campaignId)).slice).toEqual({
    clicks_total: 2,
    clicks_unique: 1,
    clicks_unique_by_link: 2,
  })
})

test.each([
  ['the subscriber', 'delete from subscribers', 0],
  ['the list', 'update mailing_lists set deleted_at = now()', 2],
  ['the organization', `update organizations set deleted_at = now(), active = false where name = 'A'`, 2],
])('links still redirect and count when %s is deleted', async (_, statement, told) => {
  const { api, sql, organizationId, visit, path, campaignId } = await aSentCampaign()
  const events = await anEar(api, organizationId)
  await sql.unsafe(statement)
  expect((await visit('GET', path('open'))).statusCode).toBe(200)
  expect((await visit('GET', path('click'))).statusCode).toBe(302)
  expect((await visit('GET', path('unsubscribe'))).statusCode).toBe(200)
  expect((await visit('POST', path('unsubscribe'))).statusCode).toBe(200)
  expect((await countersOf(api, campaignId)).report).toMatchObject({
    open_unique: 1,
    click_unique: 1,
    unsub_unique: 1,
  })
  const left = await sql`select 1 from subscribers where key = 'ann@example.com' and status = 'active'`
  expect(left.count).toBe(0)
  // A deleted subscriber has no events.
  expect((await events()).filter((event) => event['event_type'] !== 'studio_unsub')).toHaveLength(told)
})

test('a seed can follow links, and nothing is counted', async () => {
  const started = await aSentCampaign()
  const before = await stateOf(started)
  const seed = { subscriberId: 0 }
  expect((await started.visit('GET', started.path('open', seed))).statusCode).toBe(200)
  expect((await started.visit('GET', started.path('click', seed))).statusCode).toBe(302)
  expect((await started.visit('GET', started.path('web_view', seed))).statusCode).toBe(200)
  expect((await started.visit('POST', started.path('unsubscribe', seed))).statusCode).toBe(200)
  expect(await stateOf(started)).toEqual(before)
})
