import { describe, expect, test } from 'vitest'
import { aCampaignList, complete } from '../../test/harness/campaign-api.ts'
import { aSession } from '../../test/harness/sessions.ts'
import { createMessageNames } from '../tracking/verp.ts'
import { addStats } from '../store/stats.ts'
import { campaignReportRoutes } from './campaign-reports.ts'

/** A campaign with two contents that is being sent. */
async function aSendingCampaign() {
  const list = await aCampaignList({}, campaignReportRoutes)
  const { sql, organizationId } = list
  const contents = [
    { name: 'A', subject: 'A', format: 'text', text: 'A' },
    { name: 'B', subject: 'B', format: 'text', text: 'B' },
  ]
  const { data: campaign } = (await list.create({ ...complete, contents })).body
  const { id } = campaign
  await sql`
    update campaigns set state = 'sending', started_at = now(), begins_at = now()
    where organization_id = ${organizationId} and id = ${id}`
  const [a, b] = campaign.campaign_contents.map((content) => content.id)
  if (a === undefined || b === undefined) throw new Error('the campaign has two contents')
  const path = `campaigns/${id}`
  return { ...list, id, path, a, b }
}

describe('what became of the messages of a campaign', () => {
  test('is not there before it starts', async () => {
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

  test('is counted over all its contents, and for each', async () => {
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
          stat_summary: { messages_sent: 10 },
        },
        {
          content: { id: b, name: 'B' },
          stat_slice_id: expect.any(Number),
          stat_summary: { messages_sent: 5 },
        },
      ],
    })
  })

  test('is nobody’s to read who lacks the permission', async () => {
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

test('a campaign says why it stands still and why it failed, and forgets it when it is resumed', async () => {
  const { sql, organizationId, call, show, id, path } = await aSendingCampaign()
  await sql`
    update campaigns set waiting_for = 'sending quota', paused = true
    where organization_id = ${organizationId} and id = ${id}`
  expect(await show(id)).toMatchObject({ waiting_for: 'sending quota', error_message: null })
  await call('POST', `${path}/resume`)
  expect(await show(id)).toMatchObject({ waiting_for: '' })
  await sql`
    update campaigns set state = 'failed', finished_at = now(), error_message = 'no relay'
    where organization_id = ${organizationId} and id = ${id}`
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

  test('are none before it is sent', async () => {
    const { list } = await aClickedCampaign()
    expect(await list()).toMatchObject({
      data: { all_unclicked_links_recorded: true, links: [] },
      num_records: 0,
    })
  })

  test('stand by lower-cased url, then id, each content’s own', async () => {
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

  test('are found by a url with a wildcard, in which nothing else is special', async () => {
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

  test.each(['content_id=x', 'content_id=-1', `url=${'a'.repeat(2001)}`])(
    '%s is no request',
    async (query) => {
      const { call, path } = await aClickedCampaign()
      expect(await call('GET', `${path}/link_stats?${query}`)).toMatchObject({
        status: 400,
        body: { error_code: 'invalid_request' },
      })
    },
  )
})

describe('messages of unknown fate', () => {
  async function anUncertainCampaign() {
    const campaign = await aSendingCampaign()
    const { sql, organizationId, listId, id, a } = campaign
    const [subscriber] = await sql<{ id: number }[]>`
      insert into subscribers (organization_id, mailing_list_id, key, email)
      values (${organizationId}, ${listId}, 'ann@example.com', 'Ann@example.com') returning id`
    const annId = subscriber?.id ?? 0
    const goneId = annId + 1
    const states = [
      [annId, 'uncertain'],
      [goneId, 'uncertain'],
      [goneId + 1, 'accepted'],
    ] as const
    for (const [subscriberId, state] of states) {
      await sql`
        insert into deliveries (organization_id, campaign_id, subscriber_id, content_id, state, sent_at)
        values (${organizationId}, ${id}, ${subscriberId}, ${a}, ${state}, '2026-01-02T03:04:05Z')`
    }
    const resend = (body?: object) => campaign.call('POST', `${campaign.path}/resend_uncertain`, body)
    const due = () =>
      sql<
        { subscriber_id: number }[]
      >`select subscriber_id from deliveries where state = 'deferred' order by 1`
    return { ...campaign, annId, goneId, resend, due }
  }

  test('are listed with who they were for and the name they went out under', async () => {
    const { call, path, show, api, organizationId, listId, id, a, annId, goneId } =
      await anUncertainCampaign()
    const { body } = await call<unknown[]>('GET', `${path}/uncertain_deliveries`)
    const ref = {
      organizationId,
      listId,
      source: 'campaign',
      sourceId: id,
      subscriberId: annId,
      occasion: 0,
    } as const
    expect(body).toMatchObject({ num_records: 2 })
    expect(body.data).toEqual([
      {
        subscriber_id: annId,
        email: 'Ann@example.com',
        content_id: a,
        message_id: createMessageNames(api.secrets).messageId(ref, 'example.com'),
        since: '2026-01-02T03:04:05Z',
      },
      expect.objectContaining({ subscriber_id: goneId, email: null }),
    ])
    expect(await show(id)).toMatchObject({ uncertain_count: 2 })
  })

  test('of seed lists show the address; a From address with codes tells no Message-ID', async () => {
    const { sql, call, path, organizationId, id } = await anUncertainCampaign()
    await sql`delete from deliveries`
    await sql`update campaigns set from_email = 'news@%%domain%%.example.com' where id = ${id}`
    const [seeds] = await sql<{ id: number }[]>`
      insert into seed_lists (organization_id, name) values (${organizationId}, 'Seeds') returning id`
    const seedListId = seeds?.id ?? 0
    await sql`insert into campaign_seed_lists values (${organizationId}, ${id}, ${seedListId})`
    const [seed] = await sql<{ id: number }[]>`
      insert into seed_list_addresses (organization_id, seed_list_id, email)
      values (${organizationId}, ${seedListId}, 'seed@example.com') returning id`
    await sql`
      insert into deliveries (organization_id, campaign_id, subscriber_id, occasion, state)
      values (${organizationId}, ${id}, 0, ${seed?.id ?? 0}, 'uncertain')`
    expect((await call('GET', `${path}/uncertain_deliveries`)).body.data).toMatchObject([
      { subscriber_id: 0, email: 'seed@example.com', message_id: null },
    ])
  })

  test('are sent again when somebody says so, all of them or those of some subscribers', async () => {
    const { sql, resend, due, annId, goneId, id } = await anUncertainCampaign()
    expect((await resend({ subscriber_ids: [goneId, goneId + 1] })).body.data).toEqual({ resent: 1 })
    expect([...(await due())]).toEqual([{ subscriber_id: goneId }])
    expect((await resend()).body.data).toEqual({ resent: 1 })
    expect([...(await due())]).toEqual([{ subscriber_id: annId }, { subscriber_id: goneId }])
    expect((await resend()).body.data).toEqual({ resent: 0 })
    const [campaign] = await sql<{ due: boolean }[]>`
      select next_attempt_at <= now() as due from campaigns where id = ${id}`
    expect(campaign).toEqual({ due: true })
    const events =
      await sql`select details from audit_events where kind = 'campaign.uncertain_resent' order by id`
    expect([...events]).toEqual([{ details: { resent: 1 } }, { details: { resent: 1 } }])
  })

  test('of a finished campaign are sent again, those of a cancelled one are not', async () => {
    const { sql, resend, due, id } = await anUncertainCampaign()
    await sql`update campaigns set state = 'finished', finished_at = now() where id = ${id}`
    expect((await resend()).body.data).toEqual({ resent: 2 })
    const other = await anUncertainCampaign()
    await other.call('POST', `${other.path}/cancel`)
    expect(await other.resend()).toMatchObject({
      status: 422,
      body: { error_message: 'campaign sends nothing: it is cancelled' },
    })
    expect([...(await other.due())]).toEqual([])
    expect(await due()).toHaveLength(2)
  })
})
