import { expect, test } from 'vitest'
import type { SystemCampaign } from '../../../src/contract/campaigns/system-list.ts'
import { anApi, type Api } from '../../harness/core/api.ts'
import { aStartedCampaign } from '../../harness/sending/campaigns.ts'
import { aList } from '../../harness/core/records.ts'
import { systemCampaignRoutes } from '../../../src/http/campaigns/system-list.ts'

type Report = { campaign_report: SystemCampaign[] }

/** A server whose organizations A and B each have a list. */
async function aServer() {
  const api = await anApi(systemCampaignRoutes)
  const lists = {
    a: await aList(api.sql, api.a.organizationId, { name: 'List of A' }),
    b: await aList(api.sql, api.b.organizationId, { name: 'List of B' }),
  }
  const started = (whose: 'a' | 'b', started_at: string, attributes: object = {}) =>
    aStartedCampaign(api.sql, api[whose].organizationId, lists[whose], { started_at, ...attributes })
  return { ...api, lists, started }
}

const list = (api: Api, query = '', as = api.system) =>
  api.call<Report>('GET', `system_campaigns${query}`, undefined, as)
const idsOf = async (api: Api, query = '') =>
  (await list(api, query)).body.data.campaign_report.map(({ campaign }) => campaign.id)

const noStats = {
  recipients: { total: 0, total_is: 'exact', sent: 0, skip: 0, remaining: 0 },
  sent: { total: 0, accepted: 0, bounced: 0, in_queue: 0 },
  skip: { ssr_failure: 0, ssr_request: 0 },
  open: { total: 0, unique: 0 },
  click: { total: 0, unique: 0 },
  bounce: { total: 0, unique: 0, hard: 0, soft: 0, other: 0, subscribers_updated: 0 },
  scomp: { total: 0, unique: 0, subscribers_updated: 0 },
  unsub: { total: 0, unique: 0, subscribers_updated: 0 },
}

test('a campaign is answered with its organization, its list and every counter', async () => {
  const server = await aServer()
  const { sql, a } = server
  const counted = await server.started('a', '2026-01-02T00:00:00Z', { name: 'News' })
  const uncounted = await server.started('b', '2026-01-01T00:00:00Z', {
    state: 'sending',
    paused: true,
    finished_at: null,
  })
  const stats = {
    recipients: { total: 1_000, total_is: 'exact', sent: 700, skip: 30, remaining: 270 },
    sent: { total: 700, accepted: 690, bounced: 6, in_queue: 4 },
    skip: { ssr_failure: 10, ssr_request: 20 },
    open: { total: 51, unique: 52 },
    click: { total: 53, unique: 54 },
    bounce: { total: 55, unique: 56, hard: 57, soft: 58, other: 59, subscribers_updated: 60 },
    scomp: { total: 61, unique: 62, subscribers_updated: 63 },
    unsub: { total: 64, unique: 65, subscribers_updated: 66 },
  }
  const columns = Object.entries(stats).flatMap(([group, counters]) =>
    Object.entries(counters).map(([name, value]): [string, number | string] => [`${group}_${name}`, value]),
  )
  const row = Object.fromEntries(columns.filter(([name]) => name !== 'recipients_remaining'))
  await sql`
    insert into campaign_stats ${sql({ organization_id: a.organizationId, campaign_id: counted, ...row })}`
  const { status, body } = await list(server)
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      error_code: null,
      error_message: null,
      page: 0,
      per_page: 100,
      num_records: 2,
      num_pages: 1,
      data: {
        campaign_report: [
          {
            organization: { id: server.b.organizationId, name: 'B' },
            mailing_list: { id: server.lists.b, name: 'List of B' },
            campaign: { id: uncounted, name: 'Campaign', state: 'sending', paused: true, stats: noStats },
          },
          {
            organization: { id: a.organizationId, name: 'A' },
            mailing_list: { id: server.lists.a, name: 'List of A' },
            campaign: { id: counted, name: 'News', state: 'finished', paused: false, stats },
          },
        ],
      },
    },
  ])
})

test('lists only started campaigns of all organizations, by start and id', async () => {
  const server = await aServer()
  const { sql, a, lists } = server
  const late = await server.started('a', '2026-01-03T00:00:00Z')
  const twins = [
    await server.started('b', '2026-01-02T00:00:00Z', { state: 'cancelled' }),
    await server.started('a', '2026-01-02T00:00:00Z', { state: 'failed' }),
  ]
  const early = await server.started('b', '2026-01-01T00:00:00Z')
  const waiting = { organization_id: a.organizationId, mailing_list_id: lists.a, name: 'waiting' }
  await sql`insert into campaigns ${sql(waiting)}`
  await sql`insert into campaigns ${sql({ ...waiting, has_dispatch: true, state: 'scheduled', begins_at: '2026-01-01' })}`
  await sql`insert into campaigns ${sql({ ...waiting, state: 'cancelled', finished_at: '2026-01-01' })}`
  expect(await idsOf(server)).toEqual([early, ...twins, late])
})

test('pages have no gaps and no repeats', async () => {
  const server = await aServer()
  const ids: number[] = []
  // The later it was created, the earlier it started; always two at the same time.
  for (const [index, day] of [4, 4, 3, 3, 2, 2, 1].entries()) {
    ids.push(await server.started(index % 2 === 0 ? 'a' : 'b', `2026-01-0${day}T00:00:00Z`))
  }
  const inOrder = [6, 4, 5, 2, 3, 0, 1].map((index) => ids[index])
  const pages = [0, 1, 2, 3].map((page) => idsOf(server, `?per_page=3&page=${page}`))
  expect(await Promise.all(pages)).toEqual([inOrder.slice(0, 3), inOrder.slice(3, 6), inOrder.slice(6), []])
  const { body } = await list(server, '?per_page=3&page=1')
  expect(body).toMatchObject({ page: 1, per_page: 3, num_records: 7, num_pages: 3 })
  const refused = await list(server, '?per_page=501')
  expect([refused.status, refused.body.error_code]).toEqual([422, 'requested_too_many'])
})

test('an end with a fraction of a second is exact; one without includes its whole second', async () => {
  const server = await aServer()
  const first = await server.started('a', '2026-01-01T06:00:00.700Z')
  const second = await server.started('a', '2026-01-01T06:00:00.800Z')
  const until = (end: string, start = '') => idsOf(server, `?started_at__end=${end}${start}`)
  expect(await until('2026-01-01T06:00:00.717Z')).toEqual([first])
  expect(await until('2026-01-01T06:00:00Z')).toEqual([first, second])
  expect(await until('2026-01-01T06:00:00Z', '&started_at__start=2026-01-01T06:00:00.750Z')).toEqual([second])
  expect(await until('2026-01-01T06:00:00.700Z', '&started_at__start=2026-01-01T06:00:00Z')).toEqual([first])
})

test('the start can be limited in ISO, UNIX seconds and dates in the zone of the System Organization', async () => {
  const server = await aServer()
  await server.sql`update organizations set time_zone = 'America/Chicago' where id = 1`
  const first = await server.started('a', '2026-01-01T05:59:59Z')
  const second = await server.started('a', '2026-01-01T06:00:00Z')
  const third = await server.started('b', '2026-01-01T06:00:00.900Z')
  const fourth = await server.started('b', '2026-01-01T06:00:01Z')
  const seconds = Date.parse('2026-01-01T06:00:00Z') / 1000
  for (const midnight of ['2026-01-01T06:00:00Z', '2026-01-01T00:00:00-06:00', String(seconds)]) {
    expect(await idsOf(server, `?started_at__start=${midnight}`)).toEqual([second, third, fourth])
    expect(await idsOf(server, `?started_at__end=${midnight}`)).toEqual([first, second, third])
    const { body } = await list(server, `?started_at__start=${midnight}&started_at__end=${midnight}`)
    expect(body.num_records).toBe(2)
  }
  expect(await idsOf(server, '?started_at__start=2026-01-01')).toEqual([second, third, fourth])
  expect(await idsOf(server, '?started_at__start=0')).toHaveLength(4)
  expect(await idsOf(server, '?started_at__start=2027-01-01')).toEqual([])
})

test('a date as the latest start includes that whole day', async () => {
  const server = await aServer()
  await server.sql`update organizations set time_zone = 'America/Chicago' where id = 1`
  // The day on which DST begins has 23 hours.
  await server.started('a', '2026-03-08T05:59:59.999Z')
  const morning = await server.started('a', '2026-03-08T06:00:00Z')
  const night = await server.started('b', '2026-03-09T04:59:59.999Z')
  await server.started('b', '2026-03-09T05:00:00Z')
  const day = await idsOf(server, '?started_at__start=2026-03-08&started_at__end=2026-03-08')
  expect(day).toEqual([morning, night])
})

test('exclude_active_campaigns returns only finished, cancelled and failed ones', async () => {
  const server = await aServer()
  const sending = await server.started('a', '2026-01-01T00:00:00Z', { state: 'sending', finished_at: null })
  const over = [
    await server.started('a', '2026-01-01T00:00:00Z', { state: 'finished' }),
    await server.started('a', '2026-01-01T00:00:00Z', { state: 'cancelled' }),
    await server.started('b', '2026-01-01T00:00:00Z', { state: 'failed' }),
  ]
  for (const yes of ['1', 'true']) {
    expect(await idsOf(server, `?exclude_active_campaigns=${yes}`)).toEqual(over)
  }
  expect((await list(server, '?exclude_active_campaigns=1')).body.num_records).toBe(3)
  for (const no of ['0', 'false']) {
    expect(await idsOf(server, `?exclude_active_campaigns=${no}`)).toEqual([sending, ...over])
  }
})

test.each([
  ['started_at__start=soon', 'started_at__start must be an ISO 8601 date and time, or UNIX seconds'],
  ['started_at__start=now', 'started_at__start must be an ISO 8601 date and time, or UNIX seconds'],
  ['started_at__end=', 'started_at__end must be an ISO 8601 date and time, or UNIX seconds'],
  ['started_at__end=20260101', 'started_at__end must be an ISO 8601 date and time, or UNIX seconds'],
  [
    'started_at__start=2026-01-02&started_at__end=2026-01-01',
    'started_at__end must not be before started_at__start',
  ],
  ['exclude_active_campaigns=yes', 'exclude_active_campaigns must be true or false'],
])('rejects %s', async (query, message) => {
  const server = await aServer()
  const { status, body } = await list(server, `?${query}`)
  expect([status, body.error_code, body.error_message]).toEqual([400, 'invalid_request', message])
})

test('sent campaigns remain in the report after their organization or list is deleted', async () => {
  const server = await aServer()
  const ids = [
    await server.started('a', '2026-01-01T00:00:00Z'),
    await server.started('b', '2026-01-01T00:00:00Z'),
  ]
  await server.sql`update organizations set deleted_at = now() where id = ${server.a.organizationId}`
  await server.sql`update mailing_lists set deleted_at = now() where id = ${server.lists.b}`
  expect(await idsOf(server)).toEqual(ids)
})

test('only system administrators can read it', async () => {
  const server = await aServer()
  const { status, body } = await list(server, '', server.a)
  expect([status, body.error_code]).toEqual([403, 'not_authorized'])
})
