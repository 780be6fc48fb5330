import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { findExisting } from '../../src/store/imports/merge.ts'
import { joined } from '../../src/store/subscribers/by-key.ts'
import { cpuMs, median } from '../measure.ts'
import { startQuiver } from '../server.ts'

/**
 * CPU of the database for each key that an import looks up, by a join and in one scan, in turn. Linux only.
 *
 *     npm run bench:look-up
 */

const people = 250_000
const range = 20_000
const rounds = 9
const [organizationId, listId] = [1, 1]

const keyOf = (number: number, ending = 'com') => `p${String(number).padStart(7, '0')}@example.${ending}`

const cases = {
  'neighbours, 30 % on the list': (round: number) => neighbours(round, 0.3),
  'neighbours, 95 % on the list': (round: number) => neighbours(round, 0.95),
  'neighbours, none on the list': (round: number) => neighbours(round, 0),
  'every twelfth of the list, a third known': (round: number) =>
    Array.from({ length: range }, (_, index) => keyOf(12 * index + round, index % 3 === 0 ? 'com' : 'org')),
}

function neighbours(round: number, share: number): string[] {
  const known = Math.round(range * share)
  return Array.from({ length: range }, (_, index) =>
    keyOf(index < known ? round * range + index : people + round * range + index),
  )
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
  const server = await startQuiver({ DATA_DIR: join(folder, 'data') })
  try {
    const urls = await findRunning(join(folder, 'data'))
    if (urls === undefined) throw new Error('the embedded database was not found')
    const database = connect(urls.ownerUrl, { max: 1, applicationName: 'bench', role: 'quiver_app' })
    await database.within(organizationId).begin(async (sql) => {
      await sql`
        insert into subscribers (organization_id, mailing_list_id, key)
        select ${organizationId}, ${listId}, 'p' || lpad(n::text, 7, '0') || '@example.com'
        from generate_series(0, ${people - 1}::integer) n`
    })
    for (const [name, keysOf] of Object.entries(cases)) {
      const times = { join: [] as number[], scan: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        const keys = joined(keysOf(round).toSorted())
        times.join.push(await timed(database, { keys, inOneScan: false }))
        times.scan.push(await timed(database, { keys, inOneScan: true }))
      }
      console.log(
        `${name.padEnd(42)} join ${median(times.join).toFixed(2)}, one scan ${median(times.scan).toFixed(2)} us a key`,
      )
    }
    await database.end()
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function timed(database: Database, keys: Parameters<typeof findExisting>[3]): Promise<number> {
  return database.within(organizationId).begin(async (sql) => {
    const [{ pid }] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
    const beforeMs = cpuMs(pid)
    await findExisting(sql, organizationId, listId, keys)
    return ((cpuMs(pid) - beforeMs) * 1000) / range
  })
}

await main()
