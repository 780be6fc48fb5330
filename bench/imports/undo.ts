import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../src/client/api.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { showSubscriberImport, undoSubscriberImport } from '../../src/contract/imports/endpoints.ts'
import { connect, type Database } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { existingRows, fileRows, header, writeRows } from '../data.ts'
import { makeList } from './list.ts'
import { runImport, type Client } from './run.ts'
import { startQuiver } from '../server.ts'

/**
 * What keeping for an undo costs an import, and how long the undo takes beside the import, in the same run. Each round
 * imports the same file into two new lists: with `keep_for_undo`, then without it.
 *
 *     npm run bench:undo -- [rows, default 400000]
 */

const systemKey = '0123456789abcdef0123456789abcdef01234567'
const rows = Number(process.argv[2] ?? 400_000)
const size = { rows, existing: Math.floor(rows / 2), seed: 7 }
const rounds = 3

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const dataDir = join(folder, 'data')
  const server = await startQuiver({ DATA_DIR: dataDir, SYSTEM_API_KEY: systemKey })
  try {
    const client = createClient({
      url: server.url,
      credential: formatCredential({ organizationId: 1, key: systemKey }),
    })
    const uploads = join(dataDir, 'uploads', '1')
    await mkdir(uploads, { recursive: true })
    await writeRows(join(uploads, 'before.csv'), existingRows(size), header)
    await writeRows(join(uploads, 'file.csv'), fileRows(size), header)
    const urls = await findRunning(dataDir)
    if (urls === undefined) throw new Error('the embedded database was not found')
    const database = connect(urls.ownerUrl, { max: 1, applicationName: 'bench' })
    for (let round = 1; round <= rounds; round += 1) await measureRound(client, database, round)
    await database.end()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRound(client: Client, database: Database, round: number): Promise<void> {
  const keeping = await measure(client, database, true)
  const without = await measure(client, database, false)
  const ratio = (value: number) => value.toFixed(2)
  console.log(`round ${round}`)
  console.log(`  import with keep_for_undo     ${said(keeping)}`)
  console.log(`  import without                ${said(without)}`)
  console.log(`  speed with to without         ${ratio(without.seconds / keeping.seconds)}`)
  console.log(`  WAL with to without           ${ratio(keeping.walBytes / without.walBytes)}`)
  console.log(`  undo                          ${rateOf(keeping.undoSeconds)}`)
  console.log(`  speed of the undo to import   ${ratio(keeping.seconds / keeping.undoSeconds)}`)
  console.log(`  ${JSON.stringify(keeping.counters)}`)
}

function said({ seconds, walBytes }: { seconds: number; walBytes: number }): string {
  return `${rateOf(seconds)}, ${Math.round(walBytes / rows)} bytes of WAL per row`
}

function rateOf(seconds: number): string {
  return `${Math.round(rows / seconds).toLocaleString('en')} rows/s (${seconds.toFixed(1)} s)`
}

async function measure(client: Client, database: Database, keep: boolean) {
  const listId = await aFilledList(client)
  await database`checkpoint`
  const [{ at }] = await database<[{ at: string }]>`select pg_current_wal_insert_lsn()::text as at`
  const { id, seconds } = await runImport(client, listId, 'file.csv', { keep_for_undo: keep })
  const [{ wal }] = await database<[{ wal: number }]>`
    select (pg_current_wal_insert_lsn() - ${at}::pg_lsn)::bigint as wal`
  if (!keep) return { seconds, walBytes: wal, undoSeconds: 0, counters: null }
  const startMs = performance.now()
  await client.call(undoSubscriberImport, { params: { id } })
  for (;;) {
    await pause(50)
    const { data } = await client.call(showSubscriberImport, { params: { id } })
    if (data.undo?.state === 'failed') throw new Error(data.undo.error_message ?? 'failed')
    if (data.undo?.state !== 'finished') continue
    const undoSeconds = (performance.now() - startMs) / 1000
    return { seconds, walBytes: wal, undoSeconds, counters: data.undo.counters }
  }
}

async function aFilledList(client: Client): Promise<number> {
  const { listId } = await makeList(client, `Undo ${Math.random()}`)
  await runImport(client, listId, 'before.csv', { keep_for_undo: false })
  return listId
}

await main()
