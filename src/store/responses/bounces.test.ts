import { byPerson } from '../../../test/harness/returned/programs.ts'
import { expect, test } from 'vitest'
import { anEar, aSentCampaign, countersOf } from '../../../test/harness/sending/readers.ts'
import { until } from '../../../test/harness/importing/stories.ts'
import { aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import { aList, anAutoresponder } from '../../../test/harness/core/records.ts'
import { countsOf, subscribe } from '../../../test/harness/records/subscribers.ts'
import { connect } from '../../database/driver/connection.ts'
import { applicationRole } from '../../database/roles.ts'
import { recordBounce, recordSendBounces, type SendBounce } from './bounces.ts'
import { recordComplaint, recordUnsubscribe } from './record.ts'
import { recordOpens } from './visits.ts'

const names = Array.from({ length: 6 }, (_, index) => `s${index}@example.com`)

async function aStart(emails = names) {
  const started = await aSentCampaign(emails)
  const { database, organizationId, campaignId, contentId, listId, subscriberIds } = started
  const source = { campaignId }
  const bounce = (index: number, status: string | null): SendBounce => ({
    subscriberId: subscriberIds[index] ?? 0,
    contentId,
    status,
    diagnostic: `${status} no`,
  })
  const record = (bounces: SendBounce[]) =>
    database
      .within(organizationId)
      .begin((sql) => recordSendBounces(sql, organizationId, source, { bounces, messages: [] }))
  const reader = (index: number) => ({ listId, source, subscriberId: subscriberIds[index] ?? 0 })
  const begin = database.within(organizationId).begin
  return { ...started, source, bounce, record, reader, begin }
}

test('what a server refuses while it is handed over is counted by how bad it is, and hard bounces end subscriptions', async () => {
  const { api, organizationId, sql, campaignId, listId, contentId, bounce, record } = await aStart()
  const events = await anEar(api, organizationId)
  const seed = { subscriberId: 0, contentId, status: '5.1.1', diagnostic: '' }
  await record([
    bounce(0, '5.1.1'),
    bounce(1, '5.1.2'),
    bounce(2, '5.2.2'),
    bounce(3, '5.7.1'),
    bounce(4, null),
    seed,
  ])
  expect(await countersOf(api, campaignId)).toEqual({
    report: { bounce_total: 5, bounce_unique: 5, bounce_hard: 2, bounce_soft: 1, bounce_other: 2, bounce_subscribers_updated: 2 },
    slice: {
      bounces_total: 5, bounces_unique: 5, bounces_unique_hard: 2, bounces_unique_soft: 1, bounces_unique_other: 2,
      bounces_unique_local: 5, bounces_status_updated: 2,
    },
  }) // oxfmt-ignore
  const [slice] = await sql`select bounces_unique_by_code from stat_slices`
  expect(slice?.['bounces_unique_by_code']).toEqual({
    '5.1.1': 1,
    '5.1.2': 1,
    '5.2.2': 1,
    '5.7.1': 1,
    unknown: 1,
  })
  expect(await countsOf(api, listId)).toMatchObject({ active: 4, bounced: 2 })
  const told = await events()
  expect(
    told.filter((event) => event['event_type'] === 'bounce_all').map((event) => event['bounce_code']),
  ).toEqual([511, 512, 522, 571, 0])
  expect(told.filter((event) => event['event_type'] === 'bounce_bad_address')).toHaveLength(2)
  expect(told[0]).toMatchObject({ email: 's0@example.com', list_label: 'News & <more>', synchronous: true })
  await record([])
})

test('one subscriber’s several bounces of an autoresponder are one unique', async () => {
  const { sql, organizationId, listId, subscriberIds, begin } = await aStart()
  const autoresponderId = await anAutoresponder(sql, organizationId, listId)
  const [subscriberId = 0] = subscriberIds
  const one = { subscriberId, contentId: null, status: '5.1.1', diagnostic: '' }
  await begin((tx) =>
    recordSendBounces(tx, organizationId, { autoresponderId }, { bounces: [one, one, one], messages: [] }),
  )
  await begin((tx) =>
    recordSendBounces(tx, organizationId, { autoresponderId }, { bounces: [one], messages: [] }),
  )
  const [slice] = await sql`
    select bounces_total, bounces_unique, bounces_status_updated from stat_slices
    where autoresponder_id = ${autoresponderId}`
  expect(slice).toEqual({ bounces_total: 4, bounces_unique: 1, bounces_status_updated: 1 })
})

test('batches that meet in other orders all end, with opens, unsubscriptions and reports between them', async () => {
  const { api, sql, organizationId, campaignId, listId, bounce, record, reader, begin } = await aStart()
  const id = await suppression(sql, organizationId, 'bounce')
  await sql`update organizations set distribute_removals = true where id = ${organizationId}`
  const second = await aList(sql, organizationId, { name: 'Second' })
  await subscribe(api, second, names)
  const orders = [[0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [3, 0, 5, 1, 4, 2]] // oxfmt-ignore
  const report = { occasion: 0, status: '5.1.1', severity: 'hard', diagnostic: '' } as const
  await Promise.all([
    ...Array.from({ length: 12 }, (_, index) =>
      record((orders[index % 3] ?? []).map((place) => bounce(place, '5.1.1'))),
    ),
    ...names.map((_, place) =>
      begin((tx) =>
        recordOpens(tx, organizationId, reader(place), [{ ...reader(place), ip: null, seen: byPerson }]),
      ),
    ),
    ...names.map((_, place) =>
      begin((tx) => recordUnsubscribe(tx, organizationId, reader(place), { ip: null })),
    ),
    ...names.map((_, place) => begin((tx) => recordBounce(tx, organizationId, reader(place), report))),
  ])
  const { report: counted } = await countersOf(api, campaignId)
  expect(counted).toMatchObject({
    bounce_total: 78,
    bounce_unique: 6,
    open_unique: 6,
    unsub_unique: 6,
    sent_bounced: 6,
  })
  for (const list of [listId, second]) {
    const counts = (await countsOf(api, list)) ?? {}
    expect(Number(counts['unsubscribed']) + Number(counts['bounced'])).toBe(6)
  }
  const rows = await sql`select key from suppressed_addresses where suppression_list_id = ${id} order by key`
  const bounced =
    await sql`select key from subscribers where mailing_list_id = ${listId} and status = 'bounced' order by key`
  expect([...rows]).toEqual([...bounced])
})

test('campaigns to one list whose bounces meet in other orders all end', async () => {
  const { api, sql, organizationId, listId, contentId, subscriberIds, begin } = await aStart(
    Array.from({ length: 40 }, (_, index) => `m${index}@example.com`),
  )
  const campaigns: number[] = []
  for (let index = 0; index < 4; index++) campaigns.push(await aStartedCampaign(sql, organizationId, listId))
  let all: Promise<unknown> = Promise.resolve()
  // One subscriber is locked until all transactions wait, each with its own locks.
  const middle = subscriberIds[20] ?? 0
  await sql.begin(async (holding) => {
    await holding`select 1 from subscribers where id = ${middle} for update`
    const recorded = Promise.all(
      campaigns.map((campaignId, index) => {
        const turned = index % 2 === 0 ? subscriberIds : subscriberIds.toReversed()
        const bounces = turned.map((subscriberId) => ({
          subscriberId,
          contentId,
          status: '5.1.1',
          diagnostic: '',
        }))
        return begin((tx) => recordSendBounces(tx, organizationId, { campaignId }, { bounces, messages: [] }))
      }),
    )
    await until(async () => (await waiting(sql)) === campaigns.length)
    all = recorded
  })
  await all
  expect(await countsOf(api, listId)).toMatchObject({ active: 0, bounced: 40 })
  const [sum] = await sql`
    select sum(bounce_unique)::integer as bounces, sum(bounce_subscribers_updated)::integer as ended from campaign_stats`
  expect(sum).toEqual({ bounces: 160, ended: 40 })
})

async function waiting(sql: Sqls): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.n ?? 0
}

type Sqls = Awaited<ReturnType<typeof aSentCampaign>>['sql']

async function suppression(sql: Sqls, organizationId: number, kind: 'unsub' | 'bounce' | 'scomp') {
  const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, ${kind}) returning id`
  const id = list?.id ?? 0
  await sql`update organizations set ${sql(`${kind}_suppression_list_id`)} = ${id} where id = ${organizationId}`
  return id
}

/** Each subscriber leaves in another way; the first is on a second list, too, and the last had left before. */
async function allLeave({ autoManagement }: { autoManagement: boolean }) {
  const started = await aStart()
  const { api, sql, organizationId, source, bounce, reader } = started
  for (const kind of ['unsub', 'bounce', 'scomp'] as const) await suppression(sql, organizationId, kind)
  await sql`update organizations set distribute_removals = true where id = ${organizationId}`
  const second = await aList(sql, organizationId, { name: 'Second' })
  await subscribe(api, second, names.slice(0, 3))
  await api.call('PUT', `mailing_lists/${started.listId}/subscribers/s5@example.com`, {
    status: 'deactivated',
  })
  const database = connect(api.url, {
    max: 1,
    applicationName: 'test',
    role: applicationRole,
    autoSubscriberManagement: autoManagement,
  })
  await database.within(organizationId).begin(async (tx) => {
    await recordSendBounces(tx, organizationId, source, {
      bounces: [bounce(0, '5.1.1'), bounce(3, '4.2.2'), bounce(5, '5.1.1')],
      messages: [],
    })
    await recordUnsubscribe(tx, organizationId, reader(1), { ip: null })
    await recordComplaint(tx, organizationId, reader(2))
    await recordComplaint(tx, organizationId, reader(5))
  })
  await database.end()
  const rows = await sql<{ text: string }[]>`
    select l.name || ': ' || a.key as text from suppressed_addresses a
    join suppression_lists l on l.id = a.suppression_list_id order by 1`
  const statuses = await sql<
    { status: string }[]
  >`select status from subscribers where mailing_list_id = ${second} order by key`
  const first = await sql<
    { status: string }[]
  >`select status from subscribers where mailing_list_id = ${started.listId} order by key`
  return {
    suppressed: rows.map(({ text }) => text),
    second: statuses.map(({ status }) => status),
    first: first.map(({ status }) => status),
  }
}

test('each way to leave has its suppression list, and reaches the other lists; who had left before stays as he was', async () => {
  expect(await allLeave({ autoManagement: true })).toEqual({
    suppressed: [
      'bounce: s0@example.com',
      'scomp: s2@example.com',
      'scomp: s5@example.com',
      'unsub: s1@example.com',
    ],
    second: ['bounced', 'unsubscribed', 'scomp'],
    first: ['bounced', 'unsubscribed', 'scomp', 'active', 'active', 'deactivated'],
  })
})

test('where the server does not have the feature, what is stored of it has no effect', async () => {
  expect(await allLeave({ autoManagement: false })).toEqual({
    suppressed: [],
    second: ['active', 'active', 'active'],
    first: ['bounced', 'unsubscribed', 'scomp', 'active', 'active', 'deactivated'],
  })
})
