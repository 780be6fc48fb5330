import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../src/client/api.ts'
import { formatCredential } from '../src/contract/api/credential.ts'
import { connect, type Sql } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { fileRows, header, writeRows } from './data.ts'
import { makeList } from './imports/list.ts'
import { runImport } from './imports/run.ts'
import { html, prepareRecipients, text } from './mailing.ts'
import { startProcess, startQuiver } from './server.ts'
import { writeJobs } from '../test/harness/sending/campaigns.ts'

/**
 * Two servers on one database send one campaign, and import one file at the same time. Prints how long each took and what
 * each server did, by its metrics.
 *
 *     npm run bench:machines                                   # 1,000,000 messages and 10,000,000 rows
 *     npm run bench:machines -- --scale 0.1 --only campaign    # 100,000 messages
 *     npm run bench:machines -- --scale 0.1 --machines 1       # by one server, to compare
 *
 * With DATABASE_URL the servers work with that database, which must be empty; otherwise with the embedded one of the first.
 */
const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    only: { type: 'string' },
    machines: { type: 'string', default: '2' },
  },
})
const recipients = Math.round(1_000_000 * Number(values.scale))
const rows = Math.round(10_000_000 * Number(values.scale))
const systemKey = '0123456789abcdef0123456789abcdef01234567'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function sendCampaign(sql: Sql): Promise<number> {
  const [campaign] = await sql<[{ id: number }]>`
    insert into campaigns (organization_id, mailing_list_id, name, has_dispatch, begins_at, from_email, from_name,
      segmentation_criteria_id)
    values (2, 1, 'News', true, now(), 'news@example.com', 'Acme', 1) returning id`
  await sql`
    insert into campaign_contents (organization_id, campaign_id, position, subject, format, html, text)
    values (2, ${campaign.id}, 0, 'News for %%first_name%%', 'both', ${html}, ${text})`
  await sql`update campaigns set state = 'scheduled' where id = ${campaign.id}`
  await writeJobs(sql)
  await sql`select pg_notify('jobs', 'Campaign')`
  for (;;) {
    await pause(200)
    const [row] = await sql<[{ state: string; seconds: number; error: string | null }]>`
      select state, extract(epoch from finished_at - started_at)::float8 as seconds, error_message as error
      from campaigns where id = ${campaign.id}`
    if (row.state === 'finished') return row.seconds
    if (row.state === 'failed') throw new Error(row.error ?? 'the campaign failed')
  }
}

/** Every message is recorded as accepted, and counted once. */
async function checkCampaign(sql: Sql): Promise<void> {
  const [row] = await sql<[Record<string, number>]>`
    select count(*)::integer as deliveries, count(distinct subscriber_id)::integer as people,
      count(*) filter (where state = 'accepted')::integer as accepted,
      (select sent_accepted from campaign_stats where organization_id = 2) as counted,
      (select sum(messages)::integer from messages_sent_by_quarter_hour where organization_id = 2) as reported
    from deliveries where organization_id = 2`
  const wrong = Object.entries(row).filter(([, value]) => value !== recipients)
  if (wrong.length > 0) throw new Error(`not ${recipients}: ${JSON.stringify(Object.fromEntries(wrong))}`)
}

async function prepareImport(url: string, uploads: string) {
  const client = createClient({ url, credential: formatCredential({ organizationId: 1, key: systemKey }) })
  const { listId } = await makeList(client, 'Imported')
  await mkdir(join(uploads, '1'), { recursive: true })
  await writeRows(join(uploads, '1', 'file.csv'), fileRows({ rows, existing: 0, seed: 7 }), header)
  return () => runImport(client, listId, 'file.csv')
}

/** Messages of campaigns and rows of imports that a server has done, by its metrics. */
async function doneBy(metricsPort: number): Promise<{ messages: number; rows: number }> {
  const shown = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const sum = (line: RegExp) => [...shown.matchAll(line)].reduce((all, [, value]) => all + Number(value), 0)
  return {
    messages: sum(/^quiver_messages_total\{(?=[^}]*source="campaign")[^}]*\} (\d+)/gm),
    rows: sum(/^quiver_import_rows_total\{[^}]*\} (\d+)/gm),
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const sink = await startProcess(
    ['--import', 'tsx', 'bench/smtp-sink.ts'],
    {},
    /smtp:\/\/127\.0\.0\.1:(\d+)/,
  )
  const names = ['first', 'second', 'third', 'fourth'].slice(0, Number(values.machines))
  const metricsPorts = await Promise.all(names.map(freePort))
  const environment = (index: number) => ({
    DATA_DIR: join(folder, names[index] ?? ''),
    UPLOAD_DIR: join(folder, 'uploads'),
    STORAGE_URL: 'database:',
    SECRET_KEY: '0123456789abcdef'.repeat(4),
    SERVER_IDENTITY: 'bench',
    SYSTEM_API_KEY: systemKey,
    SMTP_URL: sink.url.replace('http:', 'smtp:'),
    METRICS_PORT: String(metricsPorts[index]),
    BOUNCE_PORT: '0',
  })
  const servers = [await startQuiver(environment(0))]
  const ownerUrl = process.env['DATABASE_URL'] ?? (await findRunning(join(folder, 'first')))?.ownerUrl
  if (ownerUrl === undefined) throw new Error('the embedded database does not run')
  for (const index of names.keys())
    if (index > 0) servers.push(await startQuiver({ ...environment(index), DATABASE_URL: ownerUrl }))
  const sql = connect(ownerUrl, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
  try {
    const works: Promise<string>[] = []
    const importFile =
      values.only === 'campaign' ? null : await prepareImport(servers[0]?.url ?? '', join(folder, 'uploads'))
    if (values.only !== 'import') await prepareRecipients(sql, recipients)
    const rate = (what: string, done: number, seconds: number) =>
      `${what}: ${done} in ${seconds.toFixed(1)} s, ${Math.round(done / seconds)} a second`
    if (values.only !== 'import')
      works.push(sendCampaign(sql).then((seconds) => rate('messages', recipients, seconds)))
    if (importFile !== null)
      works.push(importFile().then(({ seconds, records }) => rate('rows', records, seconds)))
    for (const line of await Promise.all(works)) console.log(line)
    if (values.only !== 'import') await checkCampaign(sql)
    for (const [index, name] of names.entries()) {
      const done = await doneBy(metricsPorts[index] ?? 0)
      console.log(`${name}: ${done.messages} messages, ${done.rows} rows`)
    }
  } finally {
    await sql.end()
    for (const server of servers.toReversed()) await server.stop()
    await sink.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
