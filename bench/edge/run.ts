import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { connect, type Sql } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { openSecrets } from '../../src/secrets/ring.ts'
import { createTrackingTokens } from '../../src/links/token.ts'
import { callerOf, type Call } from './caller.ts'
import { measureWorkbooks } from './workbooks.ts'
import { watchLatency } from '../measure.ts'
import { startQuiver } from '../server.ts'

/**
 * Measures how long one organization waits for a small response, alone and during load by others. Targets: p50 at most
 * three times as long, p99 below 250 ms. Everything shares one machine.
 *
 * Then what hostile workbooks cost it: a sentence within five seconds, p50 at most three times as long.
 *
 *     npm run bench:edge -- [seconds of each, default 10] [subscribers of the other organization, default 200000] [part of a name]
 */
const [secondsText = '10', subscribersText = '200000', part = ''] = process.argv.slice(2)
const seconds = Number(secondsText)
const subscribers = Number(subscribersText)
const clauseLists = 20
const systemKey = '0123456789abcdef0123456789abcdef01234567'
const secretKey = 'benchmark secret of at least 32 characters'

async function anOrganization(system: Call, name: string): Promise<{ id: number; credential: string }> {
  const { id } = await system<{ id: number }>('POST', 'organizations', { organization: { name } })
  const key = { api_key: { name } }
  const { api_key: credential } = await system<{ api_key: string }>(
    'POST',
    `organizations/${id}/api_keys`,
    key,
  )
  return { id, credential }
}

async function fillList(sql: Sql, organizationId: number, name: string, count: number): Promise<number> {
  const [list] = await sql<{ id: number }[]>`
    insert into mailing_lists (organization_id, name) values (${organizationId}, ${name}) returning id`
  const id = list?.id ?? 0
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${id}, 'person' || n || '@example.com' from generate_series(1, ${count}::integer) n`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (${organizationId}, ${id}, ${count})`
  return id
}

/** With as many clauses about lists as a segment may have. @returns the path of its subscribers. */
async function heavySegment(sql: Sql, b: { id: number }): Promise<string> {
  const listId = await fillList(sql, b.id, 'Large', subscribers)
  const clauses: object[] = []
  for (let place = 0; place < clauseLists; place += 1) {
    const id = await fillList(sql, b.id, `List ${place}`, Math.floor(subscribers / 40))
    clauses.push({ type: 'in_mailing_list', operator: 'is_not_in', mailing_list: { id } })
  }
  await sql`vacuum analyze subscribers`
  const [segment] = await sql<{ id: number }[]>`
    insert into segments (organization_id, mailing_list_id, name, clauses)
    values (${b.id}, ${listId}, 'Heavy', ${sql.json(clauses)}) returning id`
  return `mailing_lists/${listId}/subscribers?segment_id=${segment?.id}&per_page=1`
}

/** @returns the path of a campaign of 9.6 MB. */
async function largeCampaign(sql: Sql, b: { id: number }): Promise<string> {
  const listId = await fillList(sql, b.id, 'Catalogue', 1)
  const [campaign] = await sql<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name) values (${b.id}, ${listId}, 'Catalogue') returning id`
  const id = campaign?.id ?? 0
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, html)
    select ${b.id}, ${id}, n, repeat('<p>"Text" of a newsletter.</p>', 16000) from generate_series(1, 20) n`
  return `campaigns/${id}`
}

async function clickPath(sql: Sql, b: { id: number }): Promise<string> {
  const listId = await fillList(sql, b.id, 'News', 1)
  const [reader] = await sql<{ id: number }[]>`select id from subscribers where mailing_list_id = ${listId}`
  const [campaign] = await sql<{ id: number }[]>`
    insert into campaigns (organization_id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    values (${b.id}, ${listId}, 'News', 'finished', true, now(), now(), now()) returning id`
  const sourceId = campaign?.id ?? 0
  const [link] = await sql<{ id: number }[]>`
    insert into tracked_links (organization_id, campaign_id, url)
    values (${b.id}, ${sourceId}, 'https://example.com/') returning id`
  const ref = { organizationId: b.id, listId, source: 'campaign' as const, sourceId }
  const token = { kind: 'click' as const, ...ref, subscriberId: reader?.id ?? 0, linkId: link?.id ?? 0 }
  return `/c/${createTrackingTokens(openSecrets(secretKey)).write(token)}`
}

/** The receiver never answers. */
async function hangWebhooks(b: Call): Promise<{ stop: () => void }> {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  for (let place = 0; place < 20; place += 1) {
    const webhook = { name: `Silent ${place}`, url, event_types: ['studio_open'] }
    const { id } = await b<{ id: number }>('POST', 'webhooks', { webhook })
    await b('POST', `webhooks/${id}/test`)
  }
  return {
    stop: () => {
      silent.closeAllConnections()
      silent.close()
    },
  }
}

/** Milliseconds from the call to the request. */
async function webhookMs(a: Call, name: string): Promise<number> {
  const receiver = createServer((request, response) => response.end(request.resume() && '')).listen(
    0,
    '127.0.0.1',
  )
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const { id } = await a<{ id: number }>('POST', 'webhooks', { webhook: { name, url, event_types: [] } })
  const received = once(receiver, 'request')
  const startMs = performance.now()
  await a('POST', `webhooks/${id}/test`)
  await received
  const tookMs = performance.now() - startMs
  receiver.closeAllConnections()
  receiver.close()
  return tookMs
}

async function startLoad(...args: string[]): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/edge/load.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Attackers would use other machines, so the server has priority.
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  await once(child.stdout, 'data')
  return async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey, SECRET_KEY: secretKey })
const running = await findRunning(dataDir)
if (running === undefined) throw new Error('the embedded database does not run')
const sql = connect(running.ownerUrl, { max: 1, applicationName: 'bench' })
try {
  const system = callerOf(server.url, formatCredential({ organizationId: 1, key: systemKey }))
  const victim = await anOrganization(system, 'A')
  const other = await anOrganization(system, 'B')
  const [a, b] = [callerOf(server.url, victim.credential), callerOf(server.url, other.credential)]
  const readersId = await fillList(sql, victim.id, 'Readers', 10)
  const segmentPath = await heavySegment(sql, other)
  const campaignPath = await largeCampaign(sql, other)
  const linkPath = await clickPath(sql, other)

  const measure = async (forSeconds: number) => {
    const stopWatch = watchLatency(() => a('GET', 'mailing_lists'))
    await pause(forSeconds * 1000)
    return stopWatch()
  }
  await measure(2)
  console.log(
    `${' '.repeat(28)} ${'alone: p50, p99'.padEnd(20)} ${'beside: p50, p99'.padEnd(20)} p50 / p50 alone`,
  )
  // Measured again each time, because the speed of shared machines changes.
  const beside = async (name: string, start: () => Promise<() => unknown>) => {
    if (!name.includes(part)) return
    const alone = await measure(seconds / 2)
    const stop = await start()
    await pause(500)
    const loaded = await measure(seconds)
    await stop()
    await pause(1000)
    const ratio = loaded.p50Ms / alone.p50Ms
    const text = ({ p50Ms, p99Ms }: typeof alone) =>
      `${p50Ms.toFixed(1)} ms, ${p99Ms.toFixed(1)} ms`.padEnd(20)
    const verdict = ratio <= 3 && loaded.p99Ms < 250 ? 'met' : 'missed'
    console.log(
      `${name.padEnd(28)} ${text(alone)} ${text(loaded)} ${ratio.toFixed(1).padStart(5)} ${verdict}`,
    )
  }
  const loaded = (kind: string, path: string) => () => startLoad(kind, server.url, other.credential, path)
  await beside('60 MB bodies of strangers', loaded('bodies', ''))
  await beside('300 clicks on one link', loaded('clicks', linkPath))
  await beside('30 heavy segments', loaded('segments', segmentPath))
  await beside('10 readers of 9.6 MB', loaded('campaigns', campaignPath))
  await beside('20 keyed DKIM calls', loaded('dkim', ''))
  const aloneMs = await webhookMs(a, 'alone')
  let besideMs = 0
  await beside('20 hanging webhooks', async () => {
    const hanging = await hangWebhooks(b)
    besideMs = await webhookMs(a, 'beside')
    return hanging.stop
  })
  console.log(
    `A's webhook is delivered in ${aloneMs.toFixed(0)} ms alone, ${besideMs.toFixed(0)} ms beside them`,
  )
  await measureWorkbooks({
    pid: server.pid,
    dataDir,
    victim: { call: a, listId: readersId },
    other: { id: other.id, call: b, listId: await fillList(sql, other.id, 'Files', 0) },
  })
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
