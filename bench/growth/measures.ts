import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createBulkChange, showBulkChange } from '../../src/contract/subscribers/bulk-changes.ts'
import {
  listSubscribers,
  listSubscribersByEmail,
  showSubscribers,
} from '../../src/contract/subscribers/endpoints.ts'
import { searchSubscribers } from '../../src/contract/subscribers/search.ts'
import { createSegment } from '../../src/contract/segments/endpoints.ts'
import { dailyMessagesSent } from '../../src/contract/accounting/messages-sent.ts'
import { addressOf, createRandom, fileRows, header, peopleRows, writeRows } from '../data.ts'
import { makeList } from '../imports/list.ts'
import { runImport } from '../imports/run.ts'
import { scheduleCampaign } from '../mailing.ts'
import { organizationId, type World } from './world.ts'

/** Of a list with `size` people. */
export type Measured = { size: number } & Record<MeasureName, number>

/** In the order of the table. Times are 95th percentiles but that to the first message. */
export const measures = {
  importRate: { title: 'Import of 100,000', unit: 'rows/s' },
  beforeStatistics: { title: 'A person by id, right after the import', unit: 'ms' },
  onNewList: { title: 'A person by id, of a list made just now', unit: 'ms' },
  newListRate: { title: 'Bulk change of a list made just now', unit: 'people/s' },
  byAddress: { title: 'A person by address', unit: 'ms' },
  byBeginning: { title: 'Search by a beginning', unit: 'ms' },
  firstPage: { title: 'First page of the list', unit: 'ms' },
  byDomain: { title: 'Segment of a domain, first page', unit: 'ms' },
  byScore: { title: 'Segment by a number, first page', unit: 'ms' },
  report: { title: 'Report of messages by day', unit: 'ms' },
  firstMessage: { title: 'Campaign, first message', unit: 'ms' },
  sendingRate: { title: 'Campaign', unit: 'messages/s' },
} as const

export type MeasureName = keyof typeof measures

const importedRows = 100_000
const quickCalls = 100
const costlyCalls = 7

/** @param people whose numbers are below this are on the list. @returns the figures, and how many people are on it now. */
export async function measureAll(
  world: World,
  people: number,
): Promise<{ measured: Measured; people: number }> {
  const { sql } = world
  const unknown = await measureUnknown(world, people)
  // As autovacuum leaves the table some minutes later.
  await sql`vacuum analyze subscribers`
  await sql`checkpoint`
  const calls = await measureCalls(world, people)
  const campaign = await measureCampaign(world, people)
  const { rate, added } = await measureImport(world, people)
  return {
    measured: { size: people, importRate: rate, ...unknown, ...calls, ...campaign },
    people: people + added,
  }
}

const newPeople = 20_000

/** What the statistics do not know: people who were imported just now, and then a list that is small beside the others. */
async function measureUnknown(world: World, people: number) {
  const { client, uploads } = world
  const beforeStatistics = await p95(quickCalls, await showing(world, world.listId))
  const { listId } = await makeList(client, `New beside ${people}`)
  const path = join(uploads, 'new.csv')
  await writeRows(path, peopleRows({ from: 0, until: newPeople, seed: people }), header)
  await runImport(client, listId, 'new.csv', { keep_for_undo: false })
  await rm(path)
  const onNewList = await p95(quickCalls, await showing(world, listId))
  const newListRate = await bulkChangeRate(client, listId)
  return { beforeStatistics, onNewList, newListRate }
}

/** Shows one of some people by turns. */
async function showing({ client, sql }: World, listId: number): Promise<() => Promise<unknown>> {
  const ids = await sql<{ id: number }[]>`
    select id from subscribers where organization_id = ${organizationId} and mailing_list_id = ${listId}
    order by id limit ${quickCalls}`
  let turn = 0
  return () => {
    const { id = 0 } = ids[turn % ids.length] ?? {}
    turn += 1
    return client.call(showSubscribers, { params: { mailing_list_id: listId, ids: String(id) } })
  }
}

async function bulkChangeRate(client: World['client'], listId: number): Promise<number> {
  const startMs = performance.now()
  const { data } = await client.call(createBulkChange, {
    params: { mailing_list_id: listId },
    body: { selection: { all: true }, action: 'set_status', status: 'deactivated' },
  })
  for (;;) {
    const { data: now } = await client.call(showBulkChange, { params: { id: data.id } })
    if (now.state === 'finished') return (now.stats.people_changed * 1_000) / (performance.now() - startMs)
    if (now.state === 'failed') throw new Error(now.error_message ?? 'the bulk change failed')
    await pause(10)
  }
}

async function measureImport({ client, listId, uploads }: World, people: number) {
  const path = join(uploads, 'file.csv')
  await writeRows(path, fileRows({ rows: importedRows, existing: people, seed: people }), header)
  const run = await runImport(client, listId, 'file.csv')
  await rm(path)
  return { rate: run.records / run.seconds, added: importedRows }
}

async function measureCalls({ client, listId, scoreId }: World, people: number) {
  const random = createRandom(people)
  const someone = () => addressOf(Math.floor(random() * people))
  const onList = { mailing_list_id: listId }
  const segmentOf = async (name: string, clause: object) => {
    const body = { name: `${name} of ${people}`, clauses: [clause] }
    return (await client.call(createSegment, { params: onList, body })).data.id
  }
  const ofDomain = await segmentOf('Domain', {
    type: 'subscriber_email_domain',
    operator: 'is',
    value: 'mail7.example.com',
  })
  const ofScore = await segmentOf('Score', {
    type: 'custom_field',
    custom_field: { id: scoreId },
    operator: 'is_between',
    from: 100,
    to: 300,
  })
  const firstPageOf = async (segmentId: number) => {
    const query = { segment_id: String(segmentId), per_page: '100' }
    const { paging } = await client.call(listSubscribers, { params: onList, query })
    if (paging?.num_records_is_exact === false) throw new Error('A segment was not counted to its end.')
  }
  return {
    byAddress: await p95(quickCalls, () =>
      client.call(listSubscribersByEmail, { params: { email: someone() } }),
    ),
    byBeginning: await p95(quickCalls, () =>
      client.call(searchSubscribers, { query: { q: someone().slice(0, 9), per_page: '20' } }),
    ),
    firstPage: await p95(quickCalls, () =>
      client.call(listSubscribers, { params: onList, query: { per_page: '100' } }),
    ),
    byDomain: await p95(costlyCalls, () => firstPageOf(ofDomain)),
    byScore: await p95(costlyCalls, () => firstPageOf(ofScore)),
    report: await p95(quickCalls, () =>
      client.call(dailyMessagesSent, { params: { organization_id: organizationId } }),
    ),
  }
}

/** After calls that compile code and prepare statements. */
async function p95(calls: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let turn = -3; turn < calls; turn += 1) {
    const startMs = performance.now()
    await call()
    if (turn >= 0) times.push(performance.now() - startMs)
  }
  times.sort((a, b) => a - b)
  return times[Math.ceil(times.length * 0.95) - 1] ?? 0
}

/** To about 10,000 people of the list, chosen by their scores, or one in a thousand if these are more. */
async function measureCampaign({ sql, listId, scoreId }: World, people: number) {
  const scores = Math.max(1, Math.round(10_000 / (people / 1_000)))
  const clauses = [
    {
      type: 'custom_field',
      custom_field: { id: scoreId },
      operator: 'is_between',
      from: 0,
      to: scores - 1,
    },
  ]
  const [segment] = await sql<[{ id: number }]>`
    insert into segments (organization_id, mailing_list_id, clauses)
    values (${organizationId}, ${listId}, ${sql.json(clauses)}) returning id`
  const id = await scheduleCampaign(sql, { organizationId, listId, segmentId: segment.id })
  const startMs = performance.now()
  let first: { ms: number; sent: number } | undefined
  for (;;) {
    const [row] = await sql<{ state: string; sent: number; error: string | null }[]>`
      select c.state, coalesce(s.sent_accepted, 0) as sent, c.error_message as error
      from campaigns c left join campaign_stats s on s.organization_id = c.organization_id and s.campaign_id = c.id
      where c.organization_id = ${organizationId} and c.id = ${id}`
    const passedMs = performance.now() - startMs
    if (row === undefined || row.state === 'failed') throw new Error(`the campaign failed: ${row?.error}`)
    if (row.sent > 0) first ??= { ms: passedMs, sent: row.sent }
    if (row.state === 'finished' && first !== undefined) {
      const sendingRate = ((row.sent - first.sent) * 1_000) / (passedMs - first.ms)
      return { firstMessage: first.ms, sendingRate }
    }
    await pause(20)
  }
}
