import { describe, expect, test } from 'vitest'
import { aSendersDatabase } from '../../../../test/harness/sending/campaigns.ts'
import { noCounts, type StatCounts } from '../../../contract/campaigns/stat-summary.ts'
import { decideWinner, pickWinner } from './choice.ts'
import { addStats, type SliceCounts } from '../stats.ts'

describe('the winner', () => {
  const contestants = (...all: Partial<StatCounts>[]) =>
    all.map((counts, index) => ({ contentId: index + 1, sliceId: null, counts: { ...noCounts, ...counts } }))

  test.each([
    ['opens_unique', { opens_unique: 2 }, { opens_unique: 3 }],
    ['clicks_unique', { clicks_unique: 2 }, { clicks_unique: 3 }],
    ['opens_total', { opens_total: 2, opens_unique: 9 }, { opens_total: 3 }],
    ['clicks_total', { clicks_total: 2, clicks_unique: 9 }, { clicks_total: 3 }],
    ['click_to_open_rate', { opens_unique: 10, clicks_unique: 4 }, { opens_unique: 2, clicks_unique: 1 }],
  ] as const)('by %s is the content that has more of it', (metric, less, more) => {
    const sent = { sent_text: 10 }
    expect(pickWinner(metric, contestants({ ...sent, ...less }, { ...sent, ...more }))?.contentId).toBe(2)
    expect(pickWinner(metric, contestants({ ...sent, ...more }, { ...sent, ...less }))?.contentId).toBe(1)
  })

  test('is not who was only sent to more people', () => {
    const small = { sent_html: 10, opens_unique: 5 }
    const large = { sent_html: 4, sent_text: 4, sent_multipart: 4, opens_unique: 5 }
    expect(pickWinner('opens_unique', contestants(large, small))?.contentId).toBe(2)
  })

  test('among equals, and where nothing was sent, is the first', () => {
    expect(pickWinner('opens_unique', contestants({}, {}))?.contentId).toBe(1)
    const half = { sent_text: 2, clicks_total: 1 }
    expect(pickWinner('clicks_total', contestants({}, half, half))?.contentId).toBe(2)
  })
})

async function aTestedCampaign(attributes: object = {}) {
  const { sql, sender } = await aSendersDatabase()
  const { id: organizationId, campaignId } = sender
  await sql`alter table campaigns disable trigger campaigns_state`
  const state = {
    state: 'sending',
    finished_at: null,
    autowinner_enabled: true,
    autowinner_metric: 'clicks_unique',
    pass: 'test',
    cursor_subscriber_id: 77,
    decide_at: '2026-01-01T00:00:00Z',
    ...attributes,
  }
  await sql`update campaigns set ${sql(state as object as Record<string, string>)} where id = ${campaignId}`
  await sql`update jobs set next_attempt_at = '2026-01-01' where id = ${campaignId}`
  const contents: number[] = []
  for (const position of [0, 1, 2]) {
    const [row] = await sql<{ id: number }[]>`
      insert into campaign_contents (organization_id, campaign_id, position, name, text)
      values (${organizationId}, ${campaignId}, ${position}, ${`Content ${position}`}, 'x') returning id`
    contents.push(row?.id ?? 0)
  }
  const [a = 0, b = 0, c = 0] = contents
  const count = (contentId: number, counts: SliceCounts) =>
    sql.begin((inside) => addStats(inside, organizationId, { campaignId }, [{ contentId, counts }]))
  const decide = () => sql.begin((inside) => decideWinner(inside, organizationId, campaignId))
  return { sql, organizationId, campaignId, a, b, c, count, decide }
}

test('the winner goes to the rest, from the first recipient on, and what it was chosen by is written down', async () => {
  const { sql, campaignId, a, b, c, count, decide } = await aTestedCampaign()
  await count(a, { sent_text: 5, clicks_unique: 1, opens_unique: 5 })
  await count(b, { sent_text: 5, clicks_unique: 2 })
  expect(await decide()).toBe(b)
  const [campaign] = await sql`
    select c.pass, c.cursor_subscriber_id, c.winning_content_id, j.next_attempt_at
    from campaigns c join jobs j on j.kind = 'Campaign' and j.id = c.id where c.id = ${campaignId}`
  expect(campaign).toEqual({
    pass: 'rest',
    cursor_subscriber_id: 0,
    winning_content_id: b,
    next_attempt_at: null,
  })
  await count(a, { clicks_unique: 3 })
  const snapshots = await sql`
    select content_id, is_winner, stat_slice_id is not null as counted, counts->>'clicks_unique' as clicks
    from winner_snapshots order by content_id`
  expect([...snapshots]).toEqual([
    { content_id: a, is_winner: false, counted: true, clicks: '1' },
    { content_id: b, is_winner: true, counted: true, clicks: '2' },
    { content_id: c, is_winner: false, counted: false, clicks: '0' },
  ])
})

test('what the last ten seconds have counted does not decide: a scanner may have come just before', async () => {
  const { sql, organizationId, campaignId, a, b, count, decide } = await aTestedCampaign()
  await count(a, { sent_text: 5, clicks_unique: 3, clicks_total: 3 })
  await count(b, { sent_text: 5, clicks_unique: 2, clicks_total: 2 })
  const people = [1, 2, 3, 4].map((subscriberId) => ({ subscriberId, contentId: subscriberId < 4 ? a : b }))
  for (const { subscriberId, contentId } of people) {
    const ref = { organization_id: organizationId, campaign_id: campaignId, subscriber_id: subscriberId }
    // The first of version A came long ago; another of its clicks came now.
    const first = subscriberId === 1 ? '2026-01-01T00:00:00Z' : new Date()
    await sql`insert into deliveries ${sql({ ...ref, content_id: contentId, state: 'accepted', sent_at: new Date() })}`
    await sql`insert into message_responses ${sql({ ...ref, clicks: 1, first_clicked_at: first })}`
    await sql`
      insert into hits ${sql({ ...ref, link_id: 1, user_agent: 'a browser', purpose: '', is_head: false, machine: false, verdict_reason: 'no_sign' })}`
  }
  expect(await decide()).toBe(a)
  const snapshots = await sql`
    select content_id, counts->'clicks_unique' as uniques, counts->'clicks_total' as clicks from winner_snapshots
    where content_id in (${a}, ${b}) order by content_id`
  expect([...snapshots]).toEqual([
    { content_id: a, uniques: 1, clicks: 0 },
    { content_id: b, uniques: 1, clicks: 1 },
  ])
})

test('of two that decide at once, and of one that decides twice, only the first does', async () => {
  const { sql, a, decide } = await aTestedCampaign()
  expect((await Promise.all([decide(), decide()])).toSorted()).toEqual([a, null])
  expect(await decide()).toBeNull()
  expect(await sql`select 1 from winner_snapshots`).toHaveLength(3)
})

test.each([
  ['before its time', { decide_at: '2999-01-01T00:00:00Z' }],
  ['while the test is sent', { decide_at: null }],
  ['where none is tested', { pass: 'all' }],
  ['of a campaign that was cancelled', { state: 'cancelled', finished_at: '2026-01-02T00:00:00Z' }],
])('no winner is chosen %s', async (_when, attributes) => {
  const { sql, decide } = await aTestedCampaign(attributes)
  expect(await decide()).toBeNull()
  expect(await sql`select 1 from winner_snapshots`).toHaveLength(0)
})
