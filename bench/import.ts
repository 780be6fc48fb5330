import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../src/client/api.ts'
import { formatCredential } from '../src/contract/api/credential.ts'
import { createCustomField } from '../src/contract/lists/custom-fields.ts'
import { createMailingList } from '../src/contract/lists/endpoints.ts'
import { createSubscriberImport, showSubscriberImport } from '../src/contract/imports/endpoints.ts'
import { connect } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { columnMapping, existingRows, fileRows, header, writeRows } from './data.ts'
import type { DataSize } from './data.ts'
import { measureFloor } from './floor.ts'
import { startQuiver } from './server.ts'
import type { Process } from './server.ts'
import { cpuSeconds, peakMegabytes, watchLatency } from './measure.ts'

/**
 * Measures one import on the embedded database, from the POST to `finished`, and COPY of the same rows.
 *
 *     npm run bench:import -- [rows, default 1000000] [existing, default half of the rows]
 */

const systemKey = '0123456789abcdef0123456789abcdef01234567'
const size: DataSize = sizeFrom(process.argv.slice(2))
const floorRounds = 3

type Server = Process & { dataDir: string }

function sizeFrom([rowsText = '1000000', existingText]: string[]): DataSize {
  const rows = Number(rowsText)
  return { rows, existing: existingText === undefined ? Math.floor(rows / 2) : Number(existingText), seed: 7 }
}

type Client = ReturnType<typeof createClient>
type Run = {
  seconds: number
  splitSeconds: number
  records: number
  counts: object
  progress: [number, number][]
}

/** `progress`: seconds and rows. */
async function runImport(client: Client, listId: number, filename: string): Promise<Run> {
  const startMs = performance.now()
  const seconds = () => (performance.now() - startMs) / 1000
  const { data } = await client.call(createSubscriberImport, {
    params: { mailing_list_id: listId },
    body: {
      column_mapping: columnMapping,
      overwrite: true,
      file_source: { type: 'upload_directory', filename },
    },
  })
  const progress: [number, number][] = []
  let splitSeconds = 0
  for (;;) {
    await pause(100)
    const { data: now } = await client.call(showSubscriberImport, { params: { id: data.id } })
    if (splitSeconds === 0 && now.stats.number_of_records !== null) splitSeconds = seconds()
    progress.push([seconds(), now.stats.records_imported])
    if (now.state === 'failed') throw new Error(now.error_message ?? 'failed')
    if (now.state !== 'finished') continue
    const { subscribers: counts, records_imported: records } = now.stats
    return { seconds: seconds(), splitSeconds, records, counts, progress }
  }
}

/** Rows per second between two shares of the rows. */
function rateBetween(run: Run, from: number, to: number): number {
  const at = (rows: number) =>
    run.progress.find(([, imported]) => imported >= rows) ?? run.progress.at(-1) ?? [0, 0]
  const [startSeconds, startRows] = at(run.records * from + 1)
  const [endSeconds, endRows] = at(run.records * to)
  return (endRows - startRows) / (endSeconds - startSeconds)
}

async function prepare(server: Server, client: Client): Promise<{ listId: number; uploads: string }> {
  const uploads = join(server.dataDir, 'uploads', '1')
  await mkdir(uploads, { recursive: true })
  await writeRows(join(uploads, 'before.csv'), existingRows(size), header)
  await writeRows(join(uploads, 'file.csv'), fileRows(size), header)
  const { data: list } = await client.call(createMailingList, { body: { name: 'Benchmark' } })
  const fields = { first_name: 'text', last_name: 'text', signup_date: 'date', score: 'number' } as const
  for (const [name, field_type] of Object.entries(fields)) {
    await client.call(createCustomField, {
      params: { mailing_list_id: list.id },
      body: { name, field_type },
    })
  }
  if (size.existing > 0) await runImport(client, list.id, 'before.csv')
  return { listId: list.id, uploads }
}

async function measure(server: Server): Promise<void> {
  const client = createClient({
    url: server.url,
    credential: formatCredential({ organizationId: 1, key: systemKey }),
  })
  const { listId, uploads } = await prepare(server, client)
  const urls = await findRunning(server.dataDir)
  if (urls === undefined) throw new Error('the embedded database was not found')
  const database = connect(urls.ownerUrl, { max: 2, applicationName: 'bench' })
  const before = await measureFloor(database, join(uploads, 'file.csv'), floorRounds)
  await database`vacuum analyze subscribers`
  await database`checkpoint`
  const cpuBefore = await cpuSeconds(server.pid)
  const endWatch = watchLatency(() =>
    client.call(showSubscriberImport, { params: { id: 1 } }).catch(() => null),
  )
  const run = await runImport(client, listId, 'file.csv')
  const latency = await endWatch()
  const cpuAfter = await cpuSeconds(server.pid)
  const after = await measureFloor(database, join(uploads, 'file.csv'), 1)
  await database.end()
  report(run, [...before, ...after], latency, {
    peak: await peakMegabytes(server.pid),
    serverCpu: cpuAfter.server - cpuBefore.server,
    databaseCpu: cpuAfter.database - cpuBefore.database,
  })
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const dataDir = join(folder, 'data')
  const server = { ...(await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey })), dataDir }
  try {
    await measure(server)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function report(
  run: Run,
  floors: number[],
  latency: { answers: number; p50Ms: number; p99Ms: number },
  used: { peak: number; serverCpu: number; databaseCpu: number },
): void {
  const floor = floors.toSorted((a, b) => a - b)[Math.floor(floors.length / 2)] ?? 0
  const rate = run.records / run.seconds
  const round = (value: number) => Math.round(value).toLocaleString('en')
  console.log(`rows in the file            ${round(run.records)}, ${round(size.existing)} on the list before`)
  console.log(
    `floor (COPY, unique index)  ${round(floor)} rows/s, median of ${floors.map(round).join(' / ')}`,
  )
  console.log(`import, POST to finished    ${round(rate)} rows/s (${run.seconds.toFixed(1)} s)`)
  console.log(`ratio to the floor          ${(rate / floor).toFixed(2)}`)
  console.log(`splitting                   ${run.splitSeconds.toFixed(1)} s of it`)
  console.log(
    `last tenth to first tenth   ${(rateBetween(run, 0.9, 1) / rateBetween(run, 0, 0.1)).toFixed(2)}`,
  )
  console.log(`peak memory of the process  ${round(used.peak)} MB`)
  console.log(`CPU: process, database      ${used.serverCpu.toFixed(1)} s, ${used.databaseCpu.toFixed(1)} s`)
  console.log(
    `API answers meanwhile       ${latency.answers}, p50 ${latency.p50Ms.toFixed(1)} ms, p99 ${latency.p99Ms.toFixed(1)} ms`,
  )
  console.log(`classes                     ${JSON.stringify(run.counts)}`)
}

await main()
