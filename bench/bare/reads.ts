import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { readAddress } from '../../src/database/address.ts'
import { connect, type Sql } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { findCaller } from '../../src/store/api-keys/rows.ts'
import { findMailingList } from '../../src/store/lists/rows.ts'
import { median } from '../measure.ts'
import { startQuiver } from '../server.ts'

/**
 * What the database part of a read of one record costs by a key, without HTTP: the bare driver as superuser and without a
 * transaction; Quiver's with both walls, one statement after the other; and both in one write, as the API sends them.
 *
 *     npm run bench:reads -- [keys, default 20000] [seconds a round, default 2] [rounds, default 5]
 */
const [keysText = '20000', secondsText = '2', roundsText = '5'] = process.argv.slice(2)
const keys = Number(keysText)
const seconds = Number(secondsText)
const rounds = Number(roundsText)
const connections = 8
const [organizationId, listId] = [2, 1]

async function perSecond(read: (fingerprint: Buffer) => Promise<unknown>, known: Buffer[]): Promise<number> {
  let count = 0
  const endMs = performance.now() + seconds * 1000
  const caller = async () => {
    while (performance.now() < endMs) {
      const [who, list] = (await read(known[count % known.length] ?? Buffer.alloc(32))) as unknown[]
      if (who === null || list === undefined) throw new Error('A read found nothing.')
      count += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  return count / seconds
}

async function prepare(url: string): Promise<Buffer[]> {
  const known = Array.from({ length: keys }, () => randomBytes(32))
  const sql = connect(url, { max: 1, applicationName: 'bench' })
  await sql`insert into organizations (id, name) values (${organizationId}, 'Acme')`
  await sql`insert into mailing_lists (organization_id, id, name) values (${organizationId}, ${listId}, 'News')`
  await sql`
    insert into api_keys (organization_id, name, role, key_hmac, key_sealed)
    select ${organizationId}, 'Key ' || n, 'organization_admin', decode(hex, 'hex'), 'sealed'
    from unnest(${known.map((one) => one.toString('hex'))}::text[]) with ordinality as known (hex, n)`
  await sql`vacuum analyze api_keys`
  await sql.end()
  return known
}

async function measure(ownerUrl: string): Promise<void> {
  const known = await prepare(ownerUrl)
  const { url, path = '' } = readAddress(ownerUrl)
  const types = { bigint: { to: 20, from: [20], serialize: String, parse: Number } }
  const driver = postgres(url, { path, max: connections, fetch_types: false, types })
  // Its tag makes and joins statements as ours does.
  const bare = driver as unknown as Sql
  const quiver = connect(ownerUrl, { max: connections, applicationName: 'bench', role: 'quiver_app' })
  const scope = quiver.within(organizationId)
  const caller = (sql: Sql, fingerprint: Buffer) => findCaller(sql, organizationId, [fingerprint])
  const list = (sql: Sql) => findMailingList(sql, organizationId, listId)
  const ways: Record<string, (fingerprint: Buffer) => Promise<unknown>> = {
    'bare driver, superuser': async (key) => [await caller(bare, key), await list(bare)],
    'both walls, one by one': (key) => scope.read(async (sql) => [await caller(sql, key), await list(sql)]),
    'both walls, one write': (key) => scope.read((sql) => Promise.all([caller(sql, key), list(sql)])),
  }
  const rates: Record<string, number[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const rate = await perSecond(way, known)
      // The first round warms up.
      if (round > 0) (rates[name] ??= []).push(rate)
    }
  }
  const medians = Object.entries(rates).map(([name, all]): [string, number] => [name, median(all)])
  const floor = medians[0]?.[1] ?? 1
  for (const [name, rate] of medians) {
    console.log(
      `${name.padEnd(26)} ${rate.toFixed(0).padStart(6)} reads/s  ratio ${(rate / floor).toFixed(2)}`,
    )
  }
  await Promise.all([quiver.end(), driver.end()])
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const server = await startQuiver({ DATA_DIR: join(folder, 'data') }, ['--only', 'http'])
try {
  const urls = await findRunning(join(folder, 'data'))
  if (urls === undefined) throw new Error('The embedded database was not found.')
  await measure(urls.ownerUrl)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
