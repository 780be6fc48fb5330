import { byPerson } from '../../harness/returned/programs.ts'
import { expect, test } from 'vitest'
import { campaignRoutes } from '../../../src/http/campaigns/routes.ts'
import { findCampaignDomains } from '../../../src/actions/campaigns/timeline.ts'
import type { Actor } from '../../../src/actions/actor.ts'
import { campaignTimelineRoutes } from '../../../src/http/campaigns/timeline.ts'
import { addStats } from '../../../src/store/campaigns/stats.ts'
import { recordSendBounces } from '../../../src/store/responses/bounces.ts'
import { recordComplaint, recordUnsubscribe } from '../../../src/store/responses/record.ts'
import { recordClicks, recordOpens } from '../../../src/store/responses/visits.ts'
import { aSubscriberApi } from '../../harness/records/subscribers.ts'
import { send } from '../../harness/sending/readers.ts'

type Counts = Record<string, number>
type Timeline = {
  time_zone: string
  periods: (Counts & { start: string })[]
  later: Counts
  undated: Counts
}
type Domains = { is_exact: boolean; domains: (Counts & { domain: string })[]; other: Counts; unknown: Counts }

const people = [
  'a@one.example',
  'b@one.example',
  'c@two.example',
  'd@TWO.example',
  'e@two.example',
  'f@three.example',
]

/** Six people, of whom some open, click, bounce, complain and leave: what happened, by the domain of each. */
async function aReadCampaign() {
  const api = await aSubscriberApi(campaignRoutes, campaignTimelineRoutes)
  const { sql, database } = api
  const { organizationId } = api.a
  const sent = await send(api, api.a, people)
  const { campaignId, contentId, listId, linkId, subscriberIds } = sent
  const source = { campaignId }
  const mailing = { listId, source }
  const reader = (index: number) => ({ ...mailing, subscriberId: subscriberIds[index] ?? 0 })
  const hit = (index: number) => ({ subscriberId: subscriberIds[index] ?? 0, ip: null, seen: byPerson })
  await database.within(organizationId).begin(async (sql) => {
    await addStats(sql, organizationId, source, [
      // The seventh message went to a seed address.
      { contentId, counts: { sent_html: 7, total_success: 7 } },
    ])
    await recordOpens(sql, organizationId, mailing, [0, 2, 3, 0].map(hit))
    await recordClicks(
      sql,
      organizationId,
      mailing,
      [2, 2, 5].map((index) => ({ ...hit(index), linkId })),
    )
    await recordUnsubscribe(sql, organizationId, reader(3), { ip: null })
    await recordComplaint(sql, organizationId, reader(1))
    const bounce = { ...hit(4), contentId, status: '5.1.1', diagnostic: 'no such user' }
    await recordSendBounces(sql, organizationId, source, { bounces: [bounce], messages: [] })
  })
  const show = async <Data>(query: string) =>
    (await api.call<Data>('GET', `campaigns/${campaignId}${query}`)).body.data
  const summary = (await show<{ stat_summary: Counts }>('')).stat_summary
  /** The counters that existed before, under the names of the timeline. */
  const counters = {
    sent: summary['messages_sent'],
    opened: summary['opens_unique'],
    clicked: summary['clicks_unique'],
    bounced: summary['bounces_unique'],
    complained: summary['scomps_unique'],
    unsubscribed: summary['unsubs_unique'],
  }
  expect(counters).toEqual({ sent: 7, opened: 3, clicked: 2, bounced: 1, complained: 1, unsubscribed: 1 })
  return { ...sent, sql, database, organizationId, show, counters }
}

const sumOf = (rows: Counts[], name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)

test('the timeline adds up to the counters in every zone, across a change of the clocks, with what is late or undated', async () => {
  const { sql, organizationId, campaignId, show, counters } = await aReadCampaign()
  const written = await show<Timeline>('/timeline')
  expect(written.undated).toEqual({
    sent: 0,
    opened: 0,
    clicked: 0,
    bounced: 0,
    complained: 0,
    unsubscribed: 0,
  })
  expect(sumOf(written.periods, 'bounced')).toBe(1)
  // What happened at once is spread over a night in which clocks go back, and a year.
  const times: [time: string, counts: Counts][] = [
    ['2025-10-25T23:45:00Z', { sent: 4, opened: 1 }],
    ['2025-10-26T00:30:00Z', { sent: 1 }],
    ['2025-10-26T01:30:00Z', { opened: 1, clicked: 1 }],
    ['2026-12-01T10:00:00Z', { clicked: 1, unsubscribed: 1 }],
  ]
  await sql`delete from campaign_quarter_hours`
  for (const [quarter_hour, counts] of times) {
    await sql`
      insert into campaign_quarter_hours ${sql({ organization_id: organizationId, campaign_id: campaignId, quarter_hour, ...counts })}`
  }
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles']) {
    await sql`update organizations set time_zone = ${zone} where id = ${organizationId}`
    for (const by of ['hour', 'day']) {
      const timeline = await show<Timeline>(`/timeline?by=${by}`)
      expect(timeline.time_zone).toBe(zone)
      const starts = timeline.periods.map(({ start }) => Date.parse(start))
      expect(starts).toEqual(starts.toSorted((one, other) => one - other))
      for (const [name, counter] of Object.entries(counters)) {
        expect(sumOf([...timeline.periods, timeline.later, timeline.undated], name), name).toBe(counter)
      }
    }
  }
  await sql`update organizations set time_zone = 'Europe/Berlin' where id = ${organizationId}`
  const { periods, later, undated } = await show<Timeline>('/timeline')
  expect(periods.map(({ start, sent, opened }) => [start, sent, opened])).toEqual([
    ['2025-10-26T01:00:00+02:00', 4, 1],
    ['2025-10-26T02:00:00+02:00', 1, 0],
    ['2025-10-26T02:00:00+01:00', 0, 1],
  ])
  expect(later).toMatchObject({ clicked: 1, unsubscribed: 1, sent: 0 })
  expect(undated).toMatchObject({ sent: 2, opened: 1, bounced: 1, complained: 1, clicked: 0 })
})

test('the domains of receivers add up to the counters, the rest and the unknown included', async () => {
  const { show, counters, sql, subscriberIds } = await aReadCampaign()
  expect((await show<Domains>('/domains')).domains).toMatchObject([
    { domain: 'two.example', sent: 3, opened: 2, clicked: 1, bounced: 1, unsubscribed: 1 },
    { domain: 'one.example', sent: 2, opened: 1, complained: 1 },
    { domain: 'three.example', sent: 1, clicked: 1 },
  ])
  const [first = 0] = subscriberIds
  await sql`delete from subscribers where id = ${first}`
  const { domains, other, unknown } = await show<Domains>('/domains?limit=1')
  expect(domains).toMatchObject([{ domain: 'two.example', sent: 3, accepted: 3 }])
  expect(other).toMatchObject({ domains: 2, sent: 2, complained: 1, clicked: 1 })
  expect(unknown).toMatchObject({ sent: 2, opened: 1 })
  for (const [name, counter] of Object.entries(counters)) {
    expect(sumOf([...domains, other, unknown], name), name).toBe(counter)
  }
})

test('if reading all messages takes too long, domains are those of the first people, and the rest is unknown', async () => {
  const { database, organizationId, campaignId, counters } = await aReadCampaign()
  const actor = { caller: { organization_id: organizationId } } as Actor
  const find = (peopleMax: number) =>
    findCampaignDomains(
      database.within(organizationId),
      actor,
      { id: campaignId, limit: 10 },
      { timeMs: 0, peopleMax },
    )
  const { is_exact: isExact, domains, other, unknown } = await find(4)
  expect(isExact).toBe(false)
  expect(domains).toMatchObject([
    { domain: 'one.example', sent: 2, opened: 1, complained: 1 },
    { domain: 'two.example', sent: 2, opened: 2, clicked: 1, bounced: 0, unsubscribed: 1 },
  ])
  expect(unknown).toMatchObject({ sent: 3, clicked: 1, bounced: 1 })
  for (const [name, counter] of Object.entries(counters)) {
    expect(sumOf([...domains, other, unknown] as Counts[], name), name).toBe(counter)
  }
  expect(await find(6)).toMatchObject({ is_exact: true, unknown: { sent: 1 } })
})
