import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../src/client/api.ts'
import { formatCredential } from '../src/contract/api/credential.ts'
import { createSubscriberExport, showSubscriberExport } from '../src/contract/exports/endpoints.ts'
import { createCustomField } from '../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../src/contract/lists/endpoints.ts'
import { connect, type Database } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { median, peakMegabytes, watchLatency } from './measure.ts'
import { startQuiver } from './server.ts'

/**
 * Measures exports of one list on the embedded database, from the POST to `finished`, and COPY of the same rows.
 *
 *     npm run bench:export -- [subscribers, default 1000000]
 */

const systemKey = '0123456789abcdef0123456789abcdef01234567'
const rows = Number(process.argv[2] ?? 1_000_000)
const rounds = 3

type Client = ReturnType<typeof createClient>

const formats = {
  csv: {},
  'csv, gzip': { gzip: true },
  'JSON lines': { type: 'jsonl' },
} as const

async function fill(client: Client, database: Database): Promise<number> {
  const { data: list } = await client.call(createMailingList, {
    body: { name: 'Benchmark', has_format: true, has_confirmed: true },
  })
  const ids: number[] = []
  for (const [name, field_type] of Object.entries({
    'First name': 'text',
    City: 'text',
    Signup: 'date',
    Score: 'number',
  } as const)) {
    const params = { mailing_list_id: list.id }
    ids.push((await client.call(createCustomField, { params, body: { name, field_type } })).data.id)
  }
  const [first, city, signup, score] = ids.map(String)
  await database.everywhere()`
    insert into subscribers (organization_id, mailing_list_id, key, subscribe_time, subscribe_ip, confirmed, custom_fields)
    select 1, ${list.id}, 'huber.' || md5(n::text) || '@mail' || n % 97 || '.example.com',
      now() - n * interval '1 second', '192.0.2.' || n % 255, true, jsonb_build_object(${first ?? ''}::text, 'Anna',
        ${city ?? ''}::text, 'San "Francisco"', ${signup ?? ''}::text, '2011-02-03', ${score ?? ''}::text, n % 1000)
    from generate_series(1, ${rows}::integer) n`
  return list.id
}

/** Seconds of COPY of the same columns, unformatted and read by nobody. */
async function floorSeconds(database: Database, listId: number): Promise<number> {
  const startMs = performance.now()
  await database.everywhere().begin(async (sql) => {
    const lines = sql
      .unsafe(
        `copy (select key, email, status, confirmed, email_format, subscribe_time, subscribe_ip, remove_time, remove_ip,
        confirm_time, custom_fields from subscribers where organization_id = 1 and mailing_list_id = ${listId}) to stdout`,
      )
      .readable()
    for await (const _ of lines) continue
  })
  return (performance.now() - startMs) / 1000
}

async function exportSeconds(client: Client, listId: number, file_format: object): Promise<number> {
  const startMs = performance.now()
  const { data } = await client.call(createSubscriberExport, {
    params: { mailing_list_id: listId },
    body: { file_format },
  })
  for (;;) {
    await pause(50)
    const { data: now } = await client.call(showSubscriberExport, { params: { id: data.id } })
    if (now.state === 'failed') throw new Error(now.error_message ?? 'failed')
    if (now.state !== 'finished') continue
    if (now.stats.records_exported !== rows) throw new Error(`${now.stats.records_exported} records`)
    return (performance.now() - startMs) / 1000
  }
}

async function measure(server: { url: string; pid: number }, dataDir: string): Promise<void> {
  const credential = formatCredential({ organizationId: 1, key: systemKey })
  const client = createClient({ url: server.url, credential })
  const urls = await findRunning(dataDir)
  if (urls === undefined) throw new Error('the embedded database was not found')
  const database = connect(urls.ownerUrl, { max: 2, applicationName: 'bench', statementTimeoutMs: 0 })
  const listId = await fill(client, database)
  console.log(`subscribers                  ${rows.toLocaleString('en')}`)
  for (const [name, file_format] of Object.entries(formats)) {
    const seconds: number[] = []
    const floors: number[] = []
    const endWatch = watchLatency(() =>
      client.call(showSubscriberExport, { params: { id: 1 } }).catch(() => null),
    )
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await floorSeconds(database, listId))
      seconds.push(await exportSeconds(client, listId, file_format))
    }
    const { p50Ms, p99Ms } = await endWatch()
    const ratio = median(floors) / median(seconds)
    console.log(
      `${name.padEnd(12)} ${median(seconds).toFixed(1)} s, floor ${median(floors).toFixed(1)} s, ratio ${ratio.toFixed(2)}, API p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
    )
  }
  await database.end()
  console.log(`peak memory of the process   ${Math.round(await peakMegabytes(server.pid))} MB`)
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const dataDir = join(folder, 'data')
const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey })
try {
  await measure(server, dataDir)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
