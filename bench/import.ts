import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createClient } from '../src/client/api.ts'
import { formatCredential } from '../src/contract/api/credential.ts'
import { showSubscriberImport } from '../src/contract/imports/endpoints.ts'
import { connect, type Database } from '../src/database/driver/connection.ts'
import { findRunning } from '../src/database/embedded/running.ts'
import { cpuBetween, snapshot } from './cpu.ts'
import { existingRows, fileRows, header, writeRows, type DataSize } from './data.ts'
import { measureFloor } from './floor.ts'
import { peakMegabytes, watchLatency } from './measure.ts'
import { makeList } from './imports/list.ts'
import { ratesByTenth, runImport, type Client, type Run } from './imports/run.ts'
import { lineOf, printTable, type Line } from './imports/table.ts'
import { startQuiver, type Process } from './server.ts'

/**
 * Measures imports on the embedded database, from the POST to `finished`, and in turn COPY of the same rows. Statistics
 * are those that the server has collected by itself.
 *
 *     npm run bench:import                        # the whole table: an hour, 8 GB of disk
 *     npm run bench:import -- fresh known         # some of its states
 *     npm run bench:import -- known --scale 0.1   # a tenth of the rows
 *     npm run bench:import -- known --rounds 0    # without the floor
 */
const states = {
  fresh: { rows: 400_000, existing: 0, again: false },
  known: { rows: 1_000_000, existing: 500_000, again: false },
  again: { rows: 1_000_000, existing: 500_000, again: true },
  empty: { rows: 3_000_000, existing: 0, again: false },
  large: { rows: 1_000_000, existing: 10_000_000, again: false },
} as const
type State = keyof typeof states

const systemKey = '0123456789abcdef0123456789abcdef01234567'

/** `rounds`: of the floor, before the import and after it. */
type Effort = { scale: number; rounds: number }

type World = {
  server: Process
  client: Client
  database: Database
  ownerUrl: string
  uploads: string
  listId: number
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { scale: { type: 'string', default: '1' }, rounds: { type: 'string', default: '2' } },
  })
  const names = Object.keys(states) as State[]
  const unknown = positionals.filter((name) => !names.includes(name as State))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: choose from ${names.join(', ')}.`)
  const lines: Line[] = []
  for (const name of names) {
    if (positionals.length > 0 && !positionals.includes(name)) continue
    lines.push(
      await inNewServer((world) =>
        measureState(world, name, { scale: Number(values.scale), rounds: Number(values.rounds) }),
      ),
    )
    printTable(lines)
  }
}

async function inNewServer<Result>(work: (world: World) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const dataDir = join(folder, 'data')
  const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey })
  try {
    const credential = formatCredential({ organizationId: 1, key: systemKey })
    const client = createClient({ url: server.url, credential })
    const urls = await findRunning(dataDir)
    if (urls === undefined) throw new Error('the embedded database was not found')
    const database = connect(urls.ownerUrl, { max: 2, applicationName: 'bench' })
    const uploads = join(dataDir, 'uploads', '1')
    await mkdir(uploads, { recursive: true })
    try {
      return await work({
        server,
        client,
        database,
        ownerUrl: urls.ownerUrl,
        uploads,
        listId: (await makeList(client)).listId,
      })
    } finally {
      await database.end()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureState(world: World, name: State, { scale, rounds }: Effort): Promise<Line> {
  const { client, uploads, listId } = world
  const { again, rows, existing } = states[name]
  const size: DataSize = { rows: Math.round(rows * scale), existing: Math.round(existing * scale), seed: 7 }
  await writeRows(join(uploads, 'file.csv'), fileRows(size), header)
  if (existing > 0) {
    await writeRows(join(uploads, 'before.csv'), existingRows(size), header)
    const filled = await runImport(client, listId, 'before.csv')
    await rm(join(uploads, 'before.csv'))
    console.error(`${name}: filled with ${size.existing} rows in ${filled.seconds.toFixed(1)} s`)
    const rates = ratesByTenth(filled)
    console.error(`${name}: rows/s by tenth ${rates.map(Math.round).join(' ')}`)
  }
  if (again) await runImport(client, listId, 'file.csv')
  return measureImport(world, name, { existing: size.existing, rounds })
}

async function measureImport(
  world: World,
  name: State,
  { existing, rounds }: { existing: number; rounds: number },
): Promise<Line> {
  const { server, client, database, ownerUrl, listId, uploads } = world
  const path = join(uploads, 'file.csv')
  const before = await measureFloor(ownerUrl, path, rounds)
  await database`checkpoint`
  // Forgets the peak so far.
  await writeFile(`/proc/${server.pid}/clear_refs`, '5')
  const [{ at }] = await database<[{ at: string }]>`select pg_current_wal_insert_lsn()::text as at`
  const cpuBefore = await snapshot(server.pid)
  const endWatch = watchLatency(() =>
    client.call(showSubscriberImport, { params: { id: 1 } }).catch(() => null),
  )
  const run: Run = await runImport(client, listId, 'file.csv')
  const latency = await endWatch()
  const cpu = cpuBetween(cpuBefore, await snapshot(server.pid))
  const [{ wal }] = await database<[{ wal: number }]>`
    select (pg_current_wal_insert_lsn() - ${at}::pg_lsn)::bigint as wal`
  const peakMb = await peakMegabytes(server.pid)
  const after = await measureFloor(ownerUrl, path, rounds)
  return lineOf({
    name,
    existing,
    run,
    floors: [...before, ...after],
    cpu,
    wal,
    peakMb,
    p99Ms: latency.p99Ms,
  })
}

await main()
