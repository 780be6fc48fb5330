import { expect, test } from 'vitest'
import { aField, aList } from '../../harness/core/records.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { beliefs, planOnce, readsSoFar } from '../../harness/postgres/believed.ts'
import { statementsIn } from '../../harness/postgres/source-statements.ts'
import { isSharded } from '../../harness/postgres/waiting.ts'
import type { Database } from '../../../src/database/driver/connection.ts'
import { queueOpenReactions } from '../../../src/store/autoresponders/reaction-triggers.ts'
import { noteSoftBounces } from '../../../src/store/responses/soft-bounces.ts'
import { adjustCounts } from '../../../src/store/subscribers/counts.ts'
import {
  deleteSubscribers,
  holdSubscribers,
  lockSubscribers,
  setCustomField,
  setStatuses,
} from '../../../src/store/subscribers/many.ts'
import { endSubscriptions } from '../../../src/store/subscribers/removals.ts'

const people = 6_000
const tables = ['subscribers']

/** Whatever it does for one person, a call reads fewer rows and index entries of people than a tenth of the list. */
const readsMax = people / 10

// Statistics of shards belong to the workers of the cluster.
test.skipIf(isSharded).each(beliefs)('what concerns one person reads no list: %s', async (_name, prepare) => {
  const world = await aLargeList()
  await prepare(world.sql, tables)
  const seen: string[] = []
  for (const [name, work] of Object.entries(worksOf(world))) {
    const before = await readsSoFar(world.sql, tables)
    await work()
    const reads = (await readsSoFar(world.sql, tables)) - before
    if (reads > readsMax) seen.push(`${name}: ${reads}`)
  }
  expect(seen).toEqual([])
})

test('no statement leaves to statistics how it finds people by their ids', async () => {
  const statements = await statementsIn('src/store')
  const asks = /mailing_list_id = [^;]*?(?:\s|\b[so]\.)id = any\(/
  const left = statements.filter(
    ({ text }) => /(?:from|join|update|using)\s+subscribers\b/.test(text) && asks.test(text),
  )
  expect(left.map(({ place }) => place)).toEqual([])
})

type World = Awaited<ReturnType<typeof aLargeList>>

/** An older list that was analyzed, and a new one; plans are made once for all values. */
async function aLargeList() {
  const server = await aServer()
  const { sql, a } = server
  await planOnce(sql, tables)
  const { organizationId } = a
  await fill(sql, organizationId, await aList(sql, organizationId, { name: 'Older' }), { count: 1_000 })
  await sql`analyze subscribers`
  const listId = await aList(sql, organizationId, { name: 'New' })
  await fill(sql, organizationId, listId, { count: people })
  const key = await aField(sql, organizationId, null, { name: 'Number' })
  const ownKeyId = await aList(sql, organizationId, { name: 'Numbered', primary_key_custom_field_id: key })
  await fill(sql, organizationId, ownKeyId, { count: people, hasOwnKey: true })
  const [campaign] = await sql<[{ id: number }]>`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    values (${organizationId}, ${listId}, 'News', 'finished', true, now(), now(), now()) returning id`
  const [first] = await sql<
    [{ id: number }]
  >`select min(id) as id from subscribers where mailing_list_id = ${listId}`
  return { server, sql, organizationId, listId, ownKeyId, campaignId: campaign.id, firstId: first.id }
}

async function fill(
  sql: Database,
  organizationId: number,
  listId: number,
  { count, hasOwnKey = false }: { count: number; hasOwnKey?: boolean },
): Promise<void> {
  const address = sql`'p' || n || '@example.com'`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key, email)
    select ${organizationId}, ${listId}, ${hasOwnKey ? sql`n, ${address}` : sql`${address}, null`}
    from generate_series(1, ${count}::integer) n`
  await adjustCounts(sql, organizationId, listId, { active: count })
}

/** Each works on people of its own. */
function worksOf({ server, sql, organizationId, listId, ownKeyId, campaignId, firstId }: World) {
  const list = `mailing_lists/${listId}/subscribers`
  const call = (method: string, path: string, body?: object) => answered(server, method, path, body)
  const some = [3_000, 3_001, 3_002].map((place) => firstId + place)
  return {
    'show by id': () => call('GET', `${list}/${firstId}`),
    'show by address': () => call('GET', `${list}/p2@example.com`),
    'show several': () => call('GET', `${list}/${firstId},p2@example.com,${firstId + 5}`),
    'show by address where it is no key': () =>
      call('GET', `mailing_lists/${ownKeyId}/subscribers/p2@example.com`),
    'find on all lists': () => call('GET', 'subscribers_by_email/p2@example.com'),
    add: () => call('POST', list, { subscriber: { email: 'new@example.com' } }),
    'update by id': () => call('PUT', `${list}/${firstId + 10}`, { subscriber: { status: 'deactivated' } }),
    'update by address': () =>
      call('PUT', `${list}/p12@example.com`, { subscriber: { email: 'p12a@example.com' } }),
    pause: () =>
      call('PUT', `${list}/${firstId + 12}/pause`, {
        paused_until: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    history: () => call('GET', `${list}/${firstId + 13}/events`),
    unsubscribe: () => call('PUT', `${list}/p15@example.com`, { subscriber: { status: 'unsubscribed' } }),
    erase: () => call('POST', 'subscribers/erase', { erase: { email: 'p16@example.com' } }),
    delete: () => call('DELETE', `${list}/${firstId + 20}`),
    'a report or a link that ends subscriptions': () =>
      sql.begin((sql) =>
        endSubscriptions(sql, organizationId, { listId, kind: 'unsub', subscriberIds: some, ip: null }),
      ),
    'soft bounces': () =>
      sql.begin((sql) => noteSoftBounces(sql, organizationId, listId, [firstId + 40, firstId + 41])),
    'reactions to opens': () =>
      sql.begin((sql) =>
        queueOpenReactions(sql, organizationId, { campaignId }, [firstId + 50, firstId + 51]),
      ),
    'people of a bulk change': () =>
      sql.begin(async (sql) => {
        const ids = [firstId + 60, firstId + 61]
        await holdSubscribers(sql, organizationId, listId, ids)
        await setStatuses(sql, organizationId, listId, { ids, status: 'deactivated' })
        await setCustomField(sql, organizationId, listId, { ids, fieldId: 1, value: 'x' })
        await lockSubscribers(sql, organizationId, listId, ids)
        await deleteSubscribers(sql, organizationId, listId, ids.slice(1)) // oxfmt-ignore
      }),
  }
}

async function answered(server: Server, method: string, path: string, body?: object): Promise<void> {
  const response = await fetch(`${server.url}/ga/api/v2/${path}`, {
    method,
    headers: { Authorization: `Basic ${server.a.credential}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
}
