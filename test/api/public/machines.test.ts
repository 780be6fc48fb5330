import { expect, test } from 'vitest'
import { aLink, anEar, aSentCampaign, countersOf } from '../../harness/sending/readers.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

const scanner = 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'
const gmail = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
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

/** A message with more links, sent an hour ago. */
async function aLongMessage(links = 4) {
  const started = await aSentCampaign()
  const { api, organizationId, campaignId, contentId, linkId } = started
  const others: number[] = []
  for (let more = 1; more < links; more++) {
    others.push(
      await aLink(api, organizationId, {
        campaign_id: campaignId,
        content_id: contentId,
        url: `https://shop.example/${more}`,
      }),
    )
  }
  const click = (link: number, more = {}) =>
    started.visit('GET', started.path('click', { linkId: link }), more)
  /** As if so many seconds had passed since the hits, and what they wrote. */
  const pass = async (seconds: number) => {
    const tables = [
      { table: 'hits', times: ['hit_at'] },
      { table: 'message_responses', times: ['first_opened_at', 'first_clicked_at'] },
      { table: 'link_clicks', times: ['first_clicked_at'] },
    ]
    for (const one of tables) await setEarlier(started.sql, one, `${seconds} seconds`)
  }
  return { ...started, links: [linkId, ...others], click, pass }
}

test('clicks on all links at once are a machine’s, also the first ones, which had counted as a person’s', async () => {
  const { api, sql, organizationId, campaignId, links, click } = await aLongMessage()
  const events = await anEar(api, organizationId)
  for (const link of links.slice(0, 3)) expect((await click(link)).statusCode).toBe(302)
  expect((await countersOf(api, campaignId)).slice).toEqual({
    clicks_total: 3,
    clicks_unique: 1,
    clicks_unique_by_link: 3,
  })
  await click(links[3] ?? 0)
  expect(await countersOf(api, campaignId)).toEqual({
    report: {},
    slice: { clicks_machine_total: 4, clicks_machine_unique: 1 },
  })
  expect(await sql`select 1 from link_clicks`).toHaveLength(0)
  const [sums] =
    await sql`select sum(clicks_total)::integer as total, sum(clicks_unique)::integer as uniques from tracked_links`
  expect(sums).toEqual({ total: 0, uniques: 0 })
  const hours = await sql`select sum(clicked)::integer as clicked from campaign_quarter_hours`
  expect([...hours]).toEqual([{ clicked: 0 }])
  const [response] = await sql`select clicks, machine_clicks, first_clicked_at from message_responses`
  expect(response).toEqual({ clicks: 0, machine_clicks: 4, first_clicked_at: null })
  expect((await sql`select distinct verdict_reason as reason from hits`).map((row) => row['reason'])).toEqual(
    ['burst'],
  )
  // Told before it was known: the fourth one is not.
  expect(await events()).toHaveLength(3)
})

test('who reads one link after the other is a person, and stays one when a scanner comes by', async () => {
  const { api, sql, campaignId, links, click, pass } = await aLongMessage()
  for (const link of links) {
    await click(link)
    await pass(20)
  }
  await Promise.all(links.map((link) => click(link, by(firefox))))
  expect((await countersOf(api, campaignId)).slice).toEqual({
    clicks_total: 4,
    clicks_unique: 1,
    clicks_unique_by_link: 4,
    clicks_machine_total: 4,
    clicks_machine_unique: 1,
  })
  const rows =
    await sql`select clicks, machine_clicks, first_clicked_at < now() - interval '1 minute' as early from message_responses`
  expect([...rows]).toEqual([{ clicks: 4, machine_clicks: 4, early: true }])
})

test('a click within three seconds of the hand-over is a machine’s, an open is not', async () => {
  const { api, sql, campaignId, visit, path } = await aSentCampaign()
  await sql`update deliveries set sent_at = now() - interval '1 second'`
  await visit('GET', path('open'))
  await visit('GET', path('click'))
  expect((await countersOf(api, campaignId)).slice).toEqual({
    opens_total: 1,
    opens_unique: 1,
    clicks_machine_total: 1,
    clicks_machine_unique: 1,
  })
})

test('a message of a batch that is not recorded yet is as old as the batch', async () => {
  const { api, sql, organizationId, campaignId, contentId, subscriberIds, visit, path } =
    await aSentCampaign()
  await sql`delete from deliveries`
  await sql`
    insert into sending_batches (organization_id, campaign_id, epoch, subscriber_ids, occasions, content_ids)
    values (${organizationId}, ${campaignId}, 1, ${subscriberIds}, ${[0, 0]}, ${[contentId, contentId]})`
  await visit('GET', path('click'))
  await sql`update sending_batches set created_at = now() - interval '1 minute'`
  await visit('GET', path('click'))
  const { slice } = await countersOf(api, campaignId)
  expect(slice).toMatchObject({ clicks_total: 1, clicks_machine_total: 1 })
})

test('what a burst triggered is withdrawn while it waits, and a person’s click triggers it again', async () => {
  const { sql, organizationId, listId, campaignId, links, click, pass } = await aLongMessage()
  await sql`
    insert into autoresponders ${sql({
      organization_id: organizationId,
      mailing_list_id: listId,
      name: 'Clicked',
      trigger: 'campaign_click',
      trigger_campaign_to_click_id: campaignId,
      trigger_click_on_any_url: true,
    })}`
  const waiting = async () => (await sql`select 1 from autoresponder_reactions`).length
  for (const link of links.slice(0, 3)) await click(link)
  expect(await waiting()).toBe(1)
  await click(links[3] ?? 0)
  expect([await waiting(), (await sql`select 1 from reaction_causes`).length]).toEqual([0, 0])
  await pass(20)
  await click(links[0] ?? 0)
  expect(await waiting()).toBe(1)
})

test('who follows the link that no person sees is a program, whatever it calls itself', async () => {
  const { api, sql, campaignId, links, click, pass, visit, path } = await aLongMessage()
  await visit('GET', path('open'), by(firefox))
  await click(links[0] ?? 0, by(firefox))
  const trap = await visit('GET', path('hidden'), by(firefox))
  expect([trap.statusCode, trap.headers.location, trap.body]).toEqual([204, undefined, ''])
  await pass(60)
  await click(links[1] ?? 0, by(firefox))
  await click(links[1] ?? 0)
  expect((await countersOf(api, campaignId)).slice).toEqual({
    opens_machine_total: 1,
    opens_machine_unique: 1,
    clicks_total: 1,
    clicks_unique: 1,
    clicks_unique_by_link: 1,
    clicks_machine_total: 3,
    clicks_machine_unique: 1,
  })
  const reasons =
    await sql`select verdict_reason as reason, count(*)::integer from hits group by 1 order by 1`
  expect([...reasons]).toEqual([
    { reason: 'hidden_link', count: 4 },
    { reason: 'no_sign', count: 1 },
  ])
})
