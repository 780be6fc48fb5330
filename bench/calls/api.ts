import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../src/client/api.ts'
import { listApiKeys } from '../../src/contract/api-keys.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { connect } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { openSecrets } from '../../src/secrets/ring.ts'
import { load, medianOf, textOf, type Load } from './load.ts'
import { startProcess, startQuiver, type Process } from '../server.ts'

/**
 * Compares requests per second and latencies with a bare server that runs the same statements (bench/bare/server.ts).
 *
 *     npm run bench:api -- [keys, default 1000000] [seconds a round, default 4]
 */
const [keysText = '1000000', secondsText = '4'] = process.argv.slice(2)
const keys = Number(keysText)
const seconds = Number(secondsText)
const rounds = 3
const rate = { connections: 8, seconds }
const systemKey = '0123456789abcdef0123456789abcdef01234567'
const secretKey = 'benchmark secret of at least 32 characters'
const credential = formatCredential({ organizationId: 1, key: systemKey })

async function compare(
  name: string,
  quiver: [string, string],
  [bare, path]: [string, string],
): Promise<void> {
  const places: [string, string][] = [quiver, [bare, path], [bare, `/scoped${path}`]]
  const targets = places.map(([url, path]) => ({ url, path, credential }))
  const loads: Load[][] = [[], [], []]
  for (const target of targets) await load(target, rate)
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) loads[index]?.push(await load(target, rate))
  }
  const [a, b, c] = loads.map(medianOf)
  if (a === undefined || b === undefined || c === undefined) return
  const ratio = (other: Load) => (a.perSecond / other.perSecond).toFixed(2)
  console.log(`${name.padEnd(28)} ${textOf(a)}`)
  console.log(`${'  bare'.padEnd(28)} ${textOf(b)}  ratio ${ratio(b)}`)
  console.log(`${'  bare, in a transaction'.padEnd(28)} ${textOf(c)}  ratio ${ratio(c)}`)
}

/** @returns the token and the last id of a page deep in the list. */
async function prepare(server: Process, ownerUrl: string): Promise<{ deepToken: string; deepId: number }> {
  const client = createClient({ url: server.url, credential })
  for (let index = 0; index < 100; index += 1) {
    await client.call(createMailingList, { body: { name: `List ${index}` } })
  }
  const secrets = openSecrets(secretKey)
  const firstId = 1_000_000
  const sealed = Array.from({ length: keys }, (_, index) =>
    secrets
      .seal(systemKey, { table: 'api_keys', organizationId: 1, id: firstId + index + 1 })
      .toString('hex'),
  )
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  await database`
    insert into api_keys (organization_id, id, name, role, key_hmac, key_sealed)
    select 1, ${firstId}::integer + n, 'Key ' || n, 'organization_admin', sha256(n::text::bytea), decode(hex, 'hex')
    from unnest(${sealed}::text[]) with ordinality as sealed (hex, n)`
  await database`vacuum analyze api_keys`
  await database.end()
  const query = { name_contains: 'key', per_page: '100' }
  const page = Math.floor(keys / 100) - 10
  const answer = await client.call(listApiKeys, { query: { ...query, page: String(page) } })
  return { deepToken: answer.paging?.next_page_token ?? '', deepId: answer.data.at(-1)?.id ?? 0 }
}

async function measure(server: Process, ownerUrl: string): Promise<void> {
  const { deepToken, deepId } = await prepare(server, ownerUrl)
  const loader = join(import.meta.dirname, '../../node_modules/tsx/dist/loader.mjs')
  const script = join(import.meta.dirname, '../bare/server.ts')
  const bare = await startProcess(['--import', loader, script, ownerUrl, secretKey, '1'], {}, /^(\d+)$/)
  try {
    const api = `/ga/api/v2`
    await compare('one record', [server.url, `${api}/mailing_lists/7`], [bare.url, '/mailing_lists/7'])
    await compare(
      'a list of 100',
      [server.url, `${api}/mailing_lists?per_page=100`],
      [bare.url, '/mailing_lists'],
    )
    const filtered = `${api}/api_keys?name_contains=key&per_page=100`
    const first = `/api_keys?name_contains=key&after=0`
    const deep = `/api_keys?name_contains=key&after=${deepId}`
    await compare(`${keys} keys, first page`, [server.url, filtered], [bare.url, first])
    await compare(
      `${keys} keys, a deep page`,
      [server.url, `${filtered}&page_token=${deepToken}`],
      [bare.url, deep],
    )
  } finally {
    await bare.stop()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const env = {
  DATA_DIR: join(folder, 'data'),
  SYSTEM_API_KEY: systemKey,
  SECRET_KEY: secretKey,
  RATE_LIMIT_PER_MINUTE: '0',
}
const server = await startQuiver(env, ['--only', 'http'])
try {
  const urls = await findRunning(env.DATA_DIR)
  if (urls === undefined) throw new Error('the embedded database was not found')
  await measure(server, urls.ownerUrl)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
