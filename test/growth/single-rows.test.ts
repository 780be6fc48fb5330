import { byPerson } from '../harness/returned/programs.ts'
import { expect, test } from 'vitest'
import type { Transaction } from '../../src/database/driver/connection.ts'
import { insertApiKey, markKeysUsed } from '../../src/store/api-keys/rows.ts'
import { writeDeliveries, type DeliveryOutcome } from '../../src/store/campaigns/deliveries.ts'
import { resendUncertain } from '../../src/store/campaigns/messages/uncertain.ts'
import { recordBounce, recordSendBounces } from '../../src/store/responses/bounces.ts'
import { takeBackComplaint } from '../../src/store/responses/not-spam.ts'
import { recordComplaint, recordUnsubscribe } from '../../src/store/responses/record.ts'
import { findSentVersion } from '../../src/store/responses/web-versions.ts'
import { recordClicks, recordOpens } from '../../src/store/responses/visits.ts'
import { noteSoftBounces } from '../../src/store/responses/soft-bounces.ts'
import { adjustCounts } from '../../src/store/subscribers/counts.ts'
import { holdSubscribers, setCustomField, setStatuses } from '../../src/store/subscribers/many.ts'
import { aList } from '../harness/core/records.ts'
import { aServer, type Server } from '../harness/core/server.ts'
import { beliefs, planOnce, readsSoFar } from '../harness/postgres/believed.ts'
import { isSharded } from '../harness/postgres/waiting.ts'
import { aStartedCampaign } from '../harness/sending/campaigns.ts'

const size = 6_000

/** Whatever concerns one message, click, key or address reads fewer rows and index entries than this. */
const readsMax = 150

const tables = [
  'api_keys',
  'deliveries',
  'early_reports',
  'link_clicks',
  'message_responses',
  'soft_bounces',
  'subscribers',
  'suppressed_addresses',
  'tracked_links',
]

// Statistics of shards belong to the workers of the cluster.
test.skipIf(isSharded).each(beliefs)(
  'what concerns one message, click, key or address reads no others: %s',
  async (_name, prepare) => {
    const world = await aLargeWorld()
    await prepare(world.sql, tables)
    const seen: string[] = []
    for (const [name, work] of Object.entries(worksOf(world))) {
      const before = await readsSoFar(world.sql, tables)
      await work()
      const reads = (await readsSoFar(world.sql, tables)) - before
      if (reads > readsMax) seen.push(`${name}: ${reads}`)
    }
    expect(seen).toEqual([])
  },
)

type World = Awaited<ReturnType<typeof aLargeWorld>>

/** Rows that were analyzed, then many more of a new campaign, of keys and of suppressed addresses. */
async function aLargeWorld() {
  const server = await aServer()
  const { sql, a } = server
  const { organizationId } = a
  await planOnce(sql, tables)
  await sql`insert into suppression_lists (organization_id, name) values (${organizationId}, 'Never')`
  await fill(server, 'Older', 1_000)
  for (const table of tables) await sql`analyze ${sql(table)}`
  return { server, sql, organizationId, ...(await fill(server, 'New', size)) }
}

async function fill({ sql, a: { organizationId } }: Server, name: string, count: number) {
  const listId = await aList(sql, organizationId, { name })
  const campaignId = await aStartedCampaign(sql, organizationId, listId, { name })
  const n = sql`generate_series(1, ${count}::integer) n`
  const people = await sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${listId}, 'p' || n || '@' || ${name.toLowerCase()} || '.example' from ${n}
    returning id`
  await adjustCounts(sql, organizationId, listId, { active: count })
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, subject, html)
    values (${organizationId}, ${campaignId}, 1, 'News', '<p>News</p>')`
  const links = await sql<{ id: number }[]>`
    insert into tracked_links (organization_id, campaign_id, url)
    select ${organizationId}, ${campaignId}, 'https://shop.example/' || n from ${n} returning id`
  const of = sql`${organizationId}, ${campaignId}`
  await sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, state, next_attempt_at)
    select ${of}, id, case id % 3 when 0 then 'uncertain' when 1 then 'deferred' else 'accepted' end,
      case id % 3 when 1 then now() + interval '1 day' end
    from subscribers where mailing_list_id = ${listId}`
  await sql`
    insert into message_responses (organization_id, campaign_id, subscriber_id, opens, first_opened_at)
    select ${of}, id, 1, now() from subscribers where mailing_list_id = ${listId} and id % 2 = 0`
  await sql`
    insert into link_clicks (organization_id, link_id, subscriber_id)
    select ${organizationId}, ${links[0]?.id ?? 0}, id from subscribers where mailing_list_id = ${listId} and id % 2 = 0`
  await sql`
    insert into soft_bounces (organization_id, subscriber_id, mailing_list_id)
    select ${organizationId}, id, ${listId} from subscribers where mailing_list_id = ${listId} and id % 2 = 0`
  await sql`
    insert into early_reports (organization_id, campaign_id, subscriber_id, occasion, severity, diagnostic)
    select ${of}, n, 9, 'hard', '550' from ${n}`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    select ${organizationId}, l.id, 'p' || n || '@suppressed.' || ${name.toLowerCase()}
    from suppression_lists l, ${n} where l.organization_id = ${organizationId}`
  await sql`
    insert into api_keys (organization_id, name, role, key_hmac, key_sealed)
    select ${organizationId}, ${name} || n, 'organization_admin', sha256((${name} || n)::bytea), '' from ${n}`
  return { listId, campaignId, linkId: links.at(-1)?.id ?? 0, ids: people.map(({ id }) => id) }
}

/** Each works on people of its own: the third ones from its place on are in each state. */
function worksOf({ server, sql, organizationId, listId, campaignId, linkId, ids }: World) {
  const source = { campaignId }
  const mailing = { listId, source }
  const at = (place: number) => ids[place] ?? 0
  const reader = (place: number) => ({ ...mailing, subscriberId: at(place) })
  const hits = (place: number) =>
    [0, 1, 2].map((more) => ({ subscriberId: at(place + more), ip: null, seen: byPerson }))
  const inside = (work: (sql: Transaction) => Promise<unknown>) => () => sql.begin(work)
  const report = (severity: 'hard' | 'soft') => ({
    occasion: 0,
    severity,
    status: severity === 'hard' ? '5.1.1' : '4.2.2',
    diagnostic: 'returned',
  })
  const addresses = 'suppression_lists/1/suppressed_addresses'
  const call = (method: string, path: string, body?: object) => () => answered(server, method, path, body)
  return {
    'an open': inside((sql) => recordOpens(sql, organizationId, mailing, hits(3_000))),
    'a click': inside((sql) => recordClicks(sql, organizationId, mailing, hits(3_010).map((hit) => ({ ...hit, linkId })))), // oxfmt-ignore
    'an unsubscription': inside((sql) => recordUnsubscribe(sql, organizationId, reader(3_020), { ip: null })),
    'a complaint': inside((sql) => recordComplaint(sql, organizationId, reader(3_030))),
    'a complaint that is taken back': inside((sql) => takeBackComplaint(sql, organizationId, reader(3_030))),
    'a message in a browser': () => findSentVersion(sql, organizationId, reader(3_040)),
    'a hard bounce': inside((sql) => recordBounce(sql, organizationId, reader(3_050), report('hard'))),
    'a soft bounce': inside((sql) => recordBounce(sql, organizationId, reader(3_060), report('soft'))),
    'soft bounces': inside((sql) => noteSoftBounces(sql, organizationId, listId, [at(3_070), at(3_071)])),
    'results of messages': inside(async (sql) => {
      const outcomes = [0, 1, 2].map((more): DeliveryOutcome => outcomeOf(at(3_080 + more)))
      await writeDeliveries(sql, organizationId, source, outcomes)
      await recordSendBounces(sql, organizationId, source, {
        bounces: [{ subscriberId: at(3_080), contentId: null, status: '5.1.1', diagnostic: '550' }],
        messages: outcomes,
      })
    }),
    'an uncertain message that is sent again': inside((sql) => resendUncertain(sql, organizationId, campaignId, [at(3_090), at(3_091), at(3_092)])), // oxfmt-ignore
    'a person who is deleted': call('DELETE', `mailing_lists/${listId}/subscribers/${at(3_110)}`),
    'an address that is erased': call('POST', 'subscribers/erase', { email: 'p3130@suppressed.new' }),
    'a field and a status of some people': inside(async (sql) => {
      const few = [at(3_140), at(3_141), at(3_142)]
      await holdSubscribers(sql, organizationId, listId, few)
      await setCustomField(sql, organizationId, listId, { ids: few, fieldId: 1, value: 'x' })
      await setStatuses(sql, organizationId, listId, { ids: few, status: 'deactivated' })
    }),
    'the history of a person': call('GET', `mailing_lists/${listId}/subscribers/${at(3_120)}/events`),
    'a call with a key': call('GET', 'mailing_lists'),
    'a key': call('GET', 'api_keys/3000'),
    'a key that changes': call('PUT', 'api_keys/3001', { api_key: { name: 'Other' } }),
    'a key that is used': () =>
      markKeysUsed(sql, [{ organizationId, id: 3_002, address: '192.0.2.7', endpoint: 'listJobs' }]),
    'a key that is deleted': call('DELETE', 'api_keys/3003'),
    'a key that is made': () => insertApiKey(sql, organizationId, aNewKey),
    'an address that is suppressed': call('POST', `${addresses}/create_multiple`, {
      data: ['one@new.example'],
    }),
    'an address that is suppressed no more': call('DELETE', `${addresses}/p3000@suppressed.new`),
    'a suppressed address by id': call('DELETE', `${addresses}/3001`),
  }
}

const aNewKey = { name: 'Key', role: 'organization_admin', keyHmac: Buffer.alloc(32, 1), seal: () => Buffer.alloc(0) } as const // oxfmt-ignore

function outcomeOf(subscriberId: number): DeliveryOutcome {
  return { subscriberId, occasion: 0, contentId: null, state: 'accepted', format: 'html', attempts: 1, retrySeconds: null, status: null, diagnostic: null } // oxfmt-ignore
}

async function answered(server: Server, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${server.url}/ga/api/v2/${path}`, {
    method,
    headers: { Authorization: `Basic ${server.a.credential}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
}
