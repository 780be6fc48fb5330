import { expect, test } from 'vitest'
import { anEar, aSentCampaign, countersOf } from '../../harness/sending/readers.ts'

const scanner = 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const by = (userAgent: string, more: Record<string, string> = {}) => ({
  headers: { 'user-agent': userAgent, ...more },
})

test('what programs fetch is counted apart from what people do, tells no webhook, and is kept with its reason', async () => {
  const started = await aSentCampaign()
  const { api, sql, organizationId, campaignId, visit, path, linkId, subscriberIds } = started
  const events = await anEar(api, organizationId)
  await visit('GET', path('open'), by('Mozilla/5.0'))
  await visit('GET', path('open'), by(gmail))
  for (let times = 0; times < 3; times++) await visit('GET', path('click'), by(scanner))
  await visit('HEAD', path('click'))
  const prefetched = await visit('GET', path('click'), { headers: { 'sec-purpose': 'prefetch' } })
  expect([prefetched.statusCode, prefetched.headers.location]).toEqual([
    302,
    'https://shop.example/a?b=1&c=2',
  ])
  expect(await countersOf(api, campaignId)).toEqual({
    report: { open_total: 1, open_unique: 1 },
    slice: {
      opens_total: 1,
      opens_unique: 1,
      opens_machine_total: 1,
      opens_machine_unique: 1,
      clicks_machine_total: 5,
      clicks_machine_unique: 1,
    },
  })
  const [link] = await sql`select clicks_total, clicks_unique from tracked_links where id = ${linkId}`
  expect(link).toEqual({ clicks_total: 0, clicks_unique: 0 })
  expect((await events()).map((event) => [event['event_type'], event['studio_is_unique']])).toEqual([
    ['studio_open', true],
  ])
  // The person’s own click is the first one.
  await visit('GET', path('click'))
  expect((await events()).at(-1)).toMatchObject({ event_type: 'studio_click', studio_is_unique: true })
  const [response] = await sql`
    select opens, clicks, machine_opens, machine_clicks, first_opened_at is null as unopened
    from message_responses where subscriber_id = ${subscriberIds[0] ?? 0}`
  expect(response).toEqual({ opens: 1, clicks: 1, machine_opens: 1, machine_clicks: 5, unopened: false })
  const hits = await sql`
    select link_id is not null as click, machine, verdict_reason as reason, network, count(*)::integer
    from hits group by 1, 2, 3, 4 order by 1, 3`
  const network = '127.0.0.0/24'
  expect([...hits]).toEqual([
    { click: false, machine: true, reason: 'apple_privacy', network, count: 1 },
    { click: false, machine: false, reason: 'picture_proxy', network, count: 1 },
    { click: true, machine: true, reason: 'head', network, count: 1 },
    { click: true, machine: false, reason: 'no_sign', network, count: 1 },
    { click: true, machine: true, reason: 'prefetch', network, count: 1 },
    { click: true, machine: true, reason: 'security_scanner', network, count: 3 },
  ])
})

test('a message that only a machine has opened and clicked is neither opened nor clicked', async () => {
  const { sql, visit, path } = await aSentCampaign()
  await visit('GET', path('open'), by('Mozilla/5.0'))
  await visit('GET', path('click'), by(scanner))
  const [row] = await sql`select opens, clicks, first_opened_at, first_clicked_at from message_responses`
  expect(row).toEqual({ opens: 0, clicks: 0, first_opened_at: null, first_clicked_at: null })
  expect(await sql`select 1 from link_clicks`).toHaveLength(0)
})
