import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'undici'
import { createClient } from '../src/client/api.ts'
import { createOrganizationApiKey } from '../src/contract/api-keys.ts'
import { formatCredential } from '../src/contract/api/credential.ts'
import { connect, type Sql } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { startQuiver } from './server.ts'

/**
 * Measures reports of one organization over three months, and system campaigns, on generated roll-ups of two years.
 * Exits with 1 if a 99th percentile is 50 ms or more. With fewer messages there are fewer organizations, so that one
 * report always reads the same amount. BENCH_DATA_DIR keeps the generated data for the next run.
 *
 *     npm run bench:reports -- [messages, default 100000000] [requests of each, default 200]
 */
const [messagesText = '100000000', requestsText = '200'] = process.argv.slice(2)
const requests = Number(requestsText)
const messagesOfOne = 333_333
const organizations = Math.max(1, Math.round(Number(messagesText) / messagesOfOne))
const campaignsOfOne = 60
const days = 730
const limitMs = 50
const systemKey = '0123456789abcdef0123456789abcdef01234567'
const systemCredential = formatCredential({ organizationId: 1, key: systemKey })
/** Not counted, because statements are prepared and code is compiled. */
const warmUps = 10

/** In a time zone with daylight saving time. */
async function makeSenders(sql: Sql): Promise<void> {
  await sql`
    insert into organizations (id, name, time_zone)
    select n + 1, 'Organization ' || n, 'America/Chicago' from generate_series(1, ${organizations}::integer) n`
  await sql`
    insert into mailing_lists (organization_id, id, name) select n + 1, n, 'List' from generate_series(1, ${organizations}::integer) n`
  await sql`
    insert into autoresponders (organization_id, id, mailing_list_id, name, trigger)
    select n + 1, n * 5 + k, n, 'Autoresponder ' || k, 'api'
    from generate_series(1, ${organizations}::integer) n, generate_series(0, 4) k`
  // Spread over the two years and the organizations.
  await sql`
    insert into campaigns (organization_id, id, mailing_list_id, name, state, has_dispatch, begins_at, started_at, finished_at)
    select n + 1, n * ${campaignsOfOne}::integer + k, n, 'Campaign ' || k, 'finished', true, t, t, t + interval '1 day'
    from generate_series(1, ${organizations}::integer) n, generate_series(0, ${campaignsOfOne - 1}::integer) k,
      lateral (select date_trunc('hour', now()) - interval '1 day' * ${days}::integer
        + interval '1 hour' * floor((k * ${days}::integer * 24.0 / ${campaignsOfOne}::integer) + hashint4(n) % 24) as t) s`
  await sql`
    insert into campaign_stats (organization_id, campaign_id, recipients_total, recipients_sent, sent_total, sent_accepted)
    select organization_id, id, 1000, 1000, 1000, 1000 from campaigns`
}

/** Ordered as messages would have been sent. */
async function makeRollUps(sql: Sql): Promise<{ rows: number; messages: number }> {
  await sql`
    insert into messages_sent_by_quarter_hour (organization_id, quarter_hour, campaign_id, autoresponder_id, messages)
    select organization_id, quarter_hour, campaign_id, autoresponder_id, messages from (
      select n + 1 as organization_id, q as quarter_hour, null::integer as campaign_id,
        n * 5 + (hashint8(extract(epoch from q)::bigint + n) & 1023) % 5 as autoresponder_id,
        1 + (hashint8(extract(epoch from q)::bigint * 31 + n) & 1023) % 8 as messages
      from generate_series(date_trunc('hour', now()) - interval '1 day' * ${days}::integer, now(), interval '15 minutes') q,
        generate_series(1, ${organizations}::integer) n
      union all
      select c.organization_id, q, c.id, null, 1 + (hashint8(extract(epoch from q)::bigint + c.id) & 1023) % 6
      from campaigns c,
        generate_series(c.started_at, least(c.finished_at, now()) - interval '1 second', interval '15 minutes') q) sent
    order by quarter_hour, hashint4(organization_id)`
  const [made] = await sql<{ rows: number; messages: number }[]>`
    select count(*) as rows, sum(messages)::bigint as messages from messages_sent_by_quarter_hour`
  return made ?? { rows: 0, messages: 0 }
}

async function prepare(ownerUrl: string): Promise<void> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  try {
    const startMs = performance.now()
    const made = await database.begin(async (sql) => {
      // Skips the foreign-key checks of millions of rows.
      await sql`set local session_replication_role = replica`
      await makeSenders(sql)
      return makeRollUps(sql)
    })
    await database`vacuum analyze messages_sent_by_quarter_hour`
    await database`analyze campaigns`
    await database`analyze campaign_stats`
    await database`checkpoint`
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0)
    const number = (value: number) => value.toLocaleString('en')
    console.log(
      `${number(made.messages)} messages of ${number(organizations)} organizations: ${number(made.rows)} rows, made in ${seconds} s`,
    )
  } finally {
    await database.end()
  }
}

async function isPrepared(ownerUrl: string): Promise<boolean> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  try {
    return (await database`select 1 from messages_sent_by_quarter_hour limit 1`).length > 0
  } finally {
    await database.end()
  }
}

type Asked = { path: string; credential: string }

/** Sequential requests. @returns whether they were fast enough. */
async function measure(url: string, name: string, askedIn: (turn: number) => Asked): Promise<boolean> {
  const client = new Client(url)
  const times: number[] = []
  let bytes = 0
  for (let turn = -warmUps; turn < requests; turn += 1) {
    const { path, credential } = askedIn(turn + warmUps)
    const startMs = performance.now()
    const { statusCode, body } = await client.request({
      method: 'GET',
      path: `/ga/api/v2/${path}`,
      headers: { authorization: `Basic ${credential}` },
    })
    bytes = (await body.arrayBuffer()).byteLength
    if (turn >= 0) times.push(performance.now() - startMs)
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  }
  await client.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  const isFast = at(0.99) < limitMs
  console.log(
    `${name.padEnd(34)} p50 ${at(0.5).toFixed(1)} ms  p99 ${at(0.99).toFixed(1)} ms  longest ${at(1).toFixed(1)} ms  ` +
      `${bytes} bytes  ${isFast ? `below ${limitMs} ms` : `NOT below ${limitMs} ms`}`,
  )
  return isFast
}

async function makeKeys(url: string): Promise<{ id: number; credential: string }[]> {
  const client = createClient({ url, credential: systemCredential })
  const count = Math.min(20, organizations)
  const ids = Array.from({ length: count }, (_, index) => 2 + Math.floor((index * organizations) / count))
  const keys = []
  for (const id of ids) {
    const params = { organization_id: id }
    const { data } = await client.call(createOrganizationApiKey, { params, body: { name: 'Benchmark' } })
    keys.push({ id, credential: data.api_key ?? '' })
  }
  return keys
}

async function measureAll(url: string): Promise<boolean> {
  const keys = await makeKeys(url)
  const report = (form: string) => (turn: number) => {
    const { id, credential } = keys[turn % keys.length] ?? { id: 0, credential: '' }
    return { path: `organizations/${id}/messages_sent/${form}`, credential }
  }
  const campaigns = (query: string) => () => ({
    path: `system_campaigns?per_page=100${query}`,
    credential: systemCredential,
  })
  const lastPage = Math.max(0, Math.ceil((organizations * campaignsOfOne) / 100) - 1)
  const half = new Date(Date.now() - (days / 2) * 86_400_000).toISOString().slice(0, 10)
  const results = [
    await measure(url, 'daily', report('daily')),
    await measure(url, 'monthly', report('monthly')),
    await measure(url, 'daily, CSV', report('daily.csv')),
    await measure(url, 'monthly, CSV', report('monthly.csv')),
    await measure(url, 'system campaigns, first page', campaigns('')),
    await measure(url, 'system campaigns, last page', campaigns(`&page=${lastPage}`)),
    await measure(
      url,
      'system campaigns, half, not active',
      campaigns(`&started_at__start=${half}&exclude_active_campaigns=1`),
    ),
  ]
  return results.every(Boolean)
}

const keptDir = process.env['BENCH_DATA_DIR']
const folder = keptDir ?? (await mkdtemp(join(tmpdir(), 'quiver-bench-')))
const dataDir = join(folder, 'data')
const server = await startQuiver(
  { DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey, RATE_LIMIT_PER_MINUTE: '0' },
  ['--only', 'http'],
)
try {
  const urls = await findRunning(dataDir)
  if (urls === undefined) throw new Error('the embedded database was not found')
  if (!(await isPrepared(urls.ownerUrl))) await prepare(urls.ownerUrl)
  if (!(await measureAll(server.url))) process.exitCode = 1
} finally {
  await server.stop()
  if (keptDir === undefined) await rm(folder, { recursive: true, force: true })
}
