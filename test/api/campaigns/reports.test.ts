import { describe, expect, test } from 'vitest'
import { aCampaignList, complete } from '../../harness/sending/campaign-api.ts'
import { aSendingCampaign } from '../../harness/sending/campaign.ts'
import { aSession } from '../../harness/records/sessions.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'

describe('the statistics of a campaign', () => {
  test('do not exist before it starts', async () => {
    const { create } = await aCampaignList()
    const { data } = (await create(complete)).body
    expect(data).toMatchObject({
      stat_id: data.id,
      stat_summary: null,
      content_stats: [{ stat_slice_id: null, stat_summary: null }],
      automatic_winner_selection: null,
      waiting_for: '',
      uncertain_count: 0,
    })
  })

  test('are counted for all its contents, and for each', async () => {
    const { sql, organizationId, show, id, a, b } = await aSendingCampaign()
    await sql.begin((transaction) =>
      addStats(transaction, organizationId, { campaignId: id }, [
        {
          contentId: a,
          counts: { sent_html: 10, total_success: 8, in_queue: 1, opens_unique: 4, opens_total: 6 },
        },
        { contentId: b, counts: { sent_text: 5, total_success: 5 } },
        {
          contentId: null,
          counts: { bounces_unique: 3, bounces_total: 3, bounces_unique_hard: 3 },
          bounceCodes: { '5.1.1': 2, unknown: 1 },
        },
        { contentId: a, counts: { bounces_unique: 1, bounces_total: 1 }, bounceCodes: { '5.1.1': 1 } },
      ]),
    )
    const campaign = await show(id)
    expect(campaign).toMatchObject({
      stat_summary: {
        stat_id: id,
        sent_html: 10,
        sent_text: 5,
        messages_sent: 15,
        in_queue: 1,
        bounces_unique: 4,
        bounces_unique_by_code: { '5.1.1': 3, unknown: 1 },
        accepted: 10,
        opens_total: 6,
        open_rate: 0.4,
      },
      content_stats: [
        {
          content: { id: a, name: 'A' },
          stat_slice_id: expect.any(Number),
          stat_summary: { messages_sent: 10, stat_slice_id: expect.any(Number) },
        },
        {
          content: { id: b, name: 'B' },
          stat_slice_id: expect.any(Number),
          stat_summary: { messages_sent: 5 },
        },
      ],
    })
  })

  test('cannot be read without the permission', async () => {
    const { api, organizationId, id, path } = await aSendingCampaign()
    const reader = await aSession(api, organizationId, {
      role: 'standard',
      permissions: { campaign: ['read_stats'] },
    })
    const other = await aSession(api, organizationId, {
      role: 'standard',
      permissions: { campaign: ['update'] },
    })
    const summaryFor = async (as: typeof reader) =>
      (await api.call<{ stat_summary: unknown }>('GET', `campaigns/by_stat/${id}`, undefined, as)).body.data
        .stat_summary
    expect(await summaryFor(reader)).toMatchObject({ messages_sent: 0 })
    expect(await summaryFor(other)).toBeNull()
    expect((await api.call('GET', `${path}/link_stats`, undefined, other)).status).toBe(403)
  })
})

test('a campaign is found, changed, paused, resumed and cancelled by the id of its statistics', async () => {
  const { create, call } = await aCampaignList()
  const { id } = (await create(complete)).body.data
  const path = `campaigns/by_stat/${id}`
  expect((await call('GET', path)).body.data).toMatchObject({ id })
  expect((await call('PUT', path, { campaign: { name: 'Other' } })).body.data).toMatchObject({
    name: 'Other',
  })
  expect((await call('POST', `${path}/pause`)).body.data).toMatchObject({ dispatch: { paused: true } })
  expect((await call('POST', `${path}/resume`)).body.data).toMatchObject({ dispatch: { paused: false } })
  expect((await call('POST', `${path}/cancel`)).body.data).toMatchObject({ dispatch: { state: 'cancelled' } })
})

test('the name that events use for a campaign is answered on request', async () => {
  const { call, path, id } = await aSendingCampaign()
  expect((await call('GET', path)).body.data).not.toHaveProperty('engine_sendid')
  const asked = await call('GET', `${path}?include_engine_sendid=1`)
  expect(asked.body.data).toMatchObject({ id, engine_sendid: `c${id}` })
})

test('a campaign shows why it waits or failed, and clears the reason when it is resumed', async () => {
  const { sql, organizationId, call, show, id, path } = await aSendingCampaign()
  await sql`
    update jobs set waiting_for = 'sending quota', state = 'paused', paused_from = state
    where organization_id = ${organizationId} and kind = 'Campaign' and id = ${id}`
  expect(await show(id)).toMatchObject({ waiting_for: 'sending quota', error_message: null })
  await call('POST', `${path}/resume`)
  expect(await show(id)).toMatchObject({ waiting_for: '' })
  await sql`
    update jobs set state = 'failed', finished_at = now(), error_message = 'no relay'
    where organization_id = ${organizationId} and kind = 'Campaign' and id = ${id}`
  expect(await show(id)).toMatchObject({ error_message: 'no relay' })
})

describe('the links of a campaign', () => {
  async function aClickedCampaign() {
    const campaign = await aSendingCampaign()
    const { sql, organizationId, id, a, b } = campaign
    const add = async (contentId: number, url: string, clicks = 0, unique = 0) => {
      const [row] = await sql<{ id: number }[]>`
        insert into tracked_links (organization_id, campaign_id, content_id, url, clicks_total, clicks_unique)
        values (${organizationId}, ${id}, ${contentId}, ${url}, ${clicks}, ${unique}) returning id`
      return row?.id ?? 0
    }
    const list = async (query = '') =>
      (
        await campaign.call<{
          all_unclicked_links_recorded: boolean
          links: { link_id: number; url: string }[]
        }>('GET', `${campaign.path}/link_stats?${query}`)
      ).body
    return { ...campaign, a, b, add, list }
  }

  test('do not exist before it is sent', async () => {
    const { list } = await aClickedCampaign()
    expect(await list()).toMatchObject({
      data: { all_unclicked_links_recorded: true, links: [] },
      num_records: 0,
    })
  })

  test('are sorted by lower-cased url, then by id, separately for each content', async () => {
    const { a, b, add, list } = await aClickedCampaign()
    const second = await add(b, 'https://example.com/B')
    const third = await add(a, 'https://example.com/b', 3, 2)
    const first = await add(a, 'https://EXAMPLE.com/a')
    expect((await list()).data.links).toEqual([
      {
        link_id: first,
        url: 'https://EXAMPLE.com/a',
        clicks_total: 0,
        clicks_unique: 0,
        clicks_unique_by_link: 0,
      },
      {
        link_id: second,
        url: 'https://example.com/B',
        clicks_total: 0,
        clicks_unique: 0,
        clicks_unique_by_link: 0,
      },
      {
        link_id: third,
        url: 'https://example.com/b',
        clicks_total: 3,
        clicks_unique: 2,
        clicks_unique_by_link: 2,
      },
    ])
    const page = await list('per_page=1&page=1')
    expect(page).toMatchObject({ num_records: 3, num_pages: 3, data: { links: [{ link_id: second }] } })
    expect((await list(`content_id=${a}`)).data.links.map(({ link_id: id }) => id)).toEqual([first, third])
  })

  test('are found by a url with a wildcard; other characters are literal', async () => {
    const { a, add, list } = await aClickedCampaign()
    for (const url of [
      'https://a.example/100%',
      'https://a.example/1000',
      'https://b.example/a_b',
      'https://b.example/axb',
    ])
      await add(a, url)
    const found = async (pattern: string) =>
      (await list(`url=${encodeURIComponent(pattern)}`)).data.links.map(({ url }) => url)
    expect(await found('https://a.example/100%')).toEqual(['https://a.example/100%'])
    expect(await found('*/A_B')).toEqual(['https://b.example/a_b'])
    expect(await found('HTTPS://a.*')).toEqual(['https://a.example/100%', 'https://a.example/1000'])
    expect(await found('a.example')).toEqual([])
  })

  test.each([
    ['content that is no number', 'content_id=x'],
    ['content below 0', 'content_id=-1'],
    ['url that is too long', `url=${'a'.repeat(2001)}`],
  ])('are not searched by a %s', async (_what, query) => {
    const { call, path } = await aClickedCampaign()
    expect(await call('GET', `${path}/link_stats?${query}`)).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_request' },
    })
  })
})
