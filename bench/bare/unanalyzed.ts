import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { median } from '../measure.ts'
import { startQuiver } from '../server.ts'

/**
 * Calls for one person of a list that nobody has analyzed, beside the call that shows the list itself. Target: at most 1.5
 * times as long.
 *
 *     npm run bench:unanalyzed -- [people, default 1000000] [calls of each, default 2000]
 */
const [peopleText = '1000000', callsText = '2000'] = process.argv.slice(2)
const people = Number(peopleText)
const calls = Number(callsText)
const organizationId = 1
const systemKey = randomBytes(20).toString('hex')
const authorization = `Basic ${Buffer.from(`1:${systemKey}`).toString('base64')}`

async function fill(ownerUrl: string): Promise<{ listId: number; firstId: number }> {
  const sql = connect(ownerUrl, { max: 1, applicationName: 'bench', statementTimeoutMs: 0 })
  await sql`alter table subscribers set (autovacuum_enabled = off)`
  const [list] = await sql<[{ id: number }]>`
    insert into mailing_lists (organization_id, name) values (${organizationId}, 'News') returning id`
  await sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    select ${organizationId}, ${list.id}, 'p' || n || '@example.com' from generate_series(1, ${people}::integer) n`
  await sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${organizationId}, ${list.id}, ${people})
    on conflict (organization_id, mailing_list_id) do update set active = excluded.active`
  const [first] = await sql<[{ id: number }]>`select min(id) as id from subscribers`
  await sql.end()
  return { listId: list.id, firstId: first.id }
}

async function msOf(url: string): Promise<number> {
  const startMs = performance.now()
  const response = await fetch(url, { headers: { Authorization: authorization } })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return performance.now() - startMs
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const server = await startQuiver({ DATA_DIR: join(folder, 'data'), SYSTEM_API_KEY: systemKey }, [
  '--only',
  'http',
])
try {
  const urls = await findRunning(join(folder, 'data'))
  if (urls === undefined) throw new Error('The embedded database was not found.')
  const { listId, firstId } = await fill(urls.ownerUrl)
  const list = `${server.url}/ga/api/v2/mailing_lists/${listId}`
  const place = () => Math.floor(Math.random() * people)
  const ways: Record<string, () => string> = {
    'the list': () => list,
    'a person by id': () => `${list}/subscribers/${firstId + place()}`,
    'a person by address': () => `${list}/subscribers/p${1 + place()}@example.com`,
  }
  const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]))
  // In turn, so that all see the same machine; the first tenth warms up.
  for (let call = 0; call < calls * 1.1; call += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const ms = await msOf(way())
      if (call >= calls * 0.1) times.get(name)?.push(ms)
    }
  }
  const floor = median(times.get('the list') ?? [])
  for (const [name, all] of times) {
    const ms = median(all)
    console.log(`${name.padEnd(20)} ${ms.toFixed(2).padStart(6)} ms  ${(ms / floor).toFixed(2)} times`)
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
