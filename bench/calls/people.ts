import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '../../src/client/api.ts'
import { listApiKeys } from '../../src/contract/api-keys.ts'
import { formatCredential } from '../../src/contract/api/credential.ts'
import { createMailingList } from '../../src/contract/lists/endpoints.ts'
import { connect } from '../../src/database/driver/connection.ts'
import { findRunning } from '../../src/database/embedded/running.ts'
import { beside } from './beside.ts'
import type { Target } from './load.ts'
import { visitsOf } from './visits.ts'
import { startProcess, startQuiver } from '../server.ts'

/**
 * Calls about one person, messages to one, opens and clicks, beside a bare server with the same walls (bench/bare/server.ts) or beside showing an API key.
 * In turns, and by the processor time a call, which other work on the machine does not change.
 *
 *     npx tsx bench/calls/people.ts [people, default 100000] [seconds a round, default 2] [rounds, default 5] [only: a part of a name]
 */
const [peopleText = '100000', secondsText = '2', roundsText = '5', only = ''] = process.argv.slice(2)
const people = Number(peopleText)
const seconds = Number(secondsText)
const compare = beside({ seconds, rounds: Number(roundsText), only })
const systemKey = '0123456789abcdef0123456789abcdef01234567'
const secretKey = 'benchmark secret of at least 32 characters'
const credential = formatCredential({ organizationId: 1, key: systemKey })

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }
const receiptHtml = `<p>Thank you, {{ data.name }}.</p>${'<p>One more line of the receipt.</p>'.repeat(100)}`

const folder = await mkdtemp(join(tmpdir(), 'quiver-bench-'))
const env = {
  DATA_DIR: join(folder, 'data'),
  SYSTEM_API_KEY: systemKey,
  SECRET_KEY: secretKey,
  RATE_LIMIT_PER_MINUTE: '0',
  PUBLIC_HITS_PER_MINUTE: '0',
}
const server = await startQuiver(env, ['--only', 'http'])
try {
  const urls = await findRunning(env.DATA_DIR)
  if (urls === undefined) throw new Error('the embedded database was not found')
  const client = createClient({ url: server.url, credential })
  const ids: number[] = []
  for (const name of ['Full', 'Added', 'Bare', 'Batches', 'Put']) {
    ids.push((await client.call(createMailingList, { body: { name } })).data.id)
  }
  const [full = 0, added = 0, bareList = 0, batches = 0, put = 0] = ids
  await fill(urls.ownerUrl, full)
  const key = (await client.call(listApiKeys)).data[0]?.id ?? 0
  const loader = join(import.meta.dirname, '../../node_modules/tsx/dist/loader.mjs')
  const script = join(import.meta.dirname, '../bare/server.ts')
  const bare = await startProcess(['--import', loader, script, urls.ownerUrl, secretKey, '1'], {}, /^(\d+)$/)
  try {
    const api = '/ga/api/v2'
    const ofQuiver = { url: server.url, credential }
    const ofBare = { url: bare.url, credential }
    const post = (path: string, record: (call: number) => object, bareRecord = record) => ({
      quiver: { ...ofQuiver, method: 'POST', path: `${api}/${path}`, record } as const,
      bare: (name: string) => ({ ...ofBare, method: 'POST', path: `/scoped/${name}`, record: bareRecord }) as const, // oxfmt-ignore
    })
    const add = post(`mailing_lists/${added}/subscribers`, (call) => ({
      subscriber: { email: person(call) },
    }))
    const addBare = add.bare(`mailing_lists/${bareList}/subscribers`)
    for (const connections of [1, 16]) {
      await compare(`add one, ${connections} at once`, add.quiver, addBare, connections)
    }
    const keyed = { ...add.quiver, headers: (call: number) => ({ 'idempotency-key': person(call) }) }
    for (const connections of [1, 10]) {
      await compare(`with a key of its own, ${connections} at once`, keyed, addBare, connections)
    }
    const show = { ...ofQuiver, path: `${api}/api_keys/${key}` }
    const known = (call: number) => (call * 7_919) % people
    const places = `${api}/mailing_lists/${full}/subscribers`
    const change = { method: 'PUT', record: (call: number) => ({ subscriber: { subscribe_ip: `10.0.0.${call % 250}` } }) } as const // oxfmt-ignore
    const firstId = await firstIdOf(urls.ownerUrl, full)
    const byId = (call: number) => `${places}/${firstId + known(call)}`
    const byAddress = (call: number) => `${places}/known${known(call)}@example.com`
    for (const [name, path] of [
      ['show by id', byId],
      ['show by address', byAddress],
      ['find', (call) => `${places}?email=known${known(call)}@example.com`],
    ] as [string, (call: number) => string][]) {
      await compare(`${name}, beside showing a key`, { ...ofQuiver, path }, show, 1)
    }
    const newcomer = (call: number) => `${api}/mailing_lists/${put}/subscribers/${person(call)}`
    const created = { method: 'PUT', record: () => ({ subscriber: {} }) } as const
    for (const [name, path, target] of [
      ['update by id', byId, change],
      ['update by address', byAddress, change],
      ['upsert, known', byAddress, change],
      ['upsert, new', newcomer, created],
    ] as [string, (call: number) => string, Pick<Target, 'method' | 'record'>][]) {
      const query = name.startsWith('upsert') ? '?create=true' : ''
      const own = { ...ofQuiver, ...target, path: (call: number) => `${path(call)}${query}` }
      const bareOne = { ...ofBare, ...target, path: (call: number) => path(call).replace(api, '/scoped') }
      await compare(`${name}, beside showing a key`, own, show, 1)
      for (const connections of [1, 16]) {
        await compare(`${name}, beside one statement, ${connections} at once`, own, bareOne, connections)
      }
    }
    const batch = post(`mailing_lists/${batches}/subscribers/batch`, (call) => ({
      subscribers: Array.from({ length: 1_000 }, (_, n) => ({ email: `b${call}-${n}@example.com` })),
    }))
    await compare('a batch of 1,000', batch.quiver, batch.bare(`mailing_lists/${bareList}/subscribers`), 1)
    const message = post('messages', receipt, () => ({
      message: { ...receipt().message, html: receiptHtml.replace('{{ data.name }}', 'Ann') },
    }))
    for (const connections of [1, 8]) {
      const name = `a message of 4 kB, ${connections} at once`
      await compare(name, message.quiver, message.bare('messages'), connections)
    }
    const reader = (call: number) => firstId + known(call)
    for (const [name, path, status] of await visitsOf(urls.ownerUrl, secretKey, { listId: full, reader })) {
      const one = { ...ofQuiver, path, status, headers: () => browser }
      const other = { ...ofBare, path: (call: number) => `/scoped${path(call)}` }
      for (const connections of [1, 16])
        await compare(`${name}, ${connections} at once`, one, other, connections)
    }
  } finally {
    await bare.stop()
  }
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

function person(call: number): string {
  return `p${call}-${process.pid}@example.com`
}

/** Of a template, with what one person reads. */
function receipt() {
  const data = { number: 4711, name: 'Ann' }
  const message = {
    to: 'ann@example.com',
    from_email: 'shop@example.com',
    subject: 'Order {{ data.number }}',
  }
  return { message: { ...message, html: receiptHtml, data } }
}

async function fill(ownerUrl: string, listId: number): Promise<void> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  await database`
    insert into subscribers (organization_id, mailing_list_id, key, status)
    select 1, ${listId}::integer, 'known' || n || '@example.com', 'active' from generate_series(0, ${people - 1}::integer) n`
  await database`
    insert into subscriber_counts (organization_id, mailing_list_id, active) values (1, ${listId}, ${people})
    on conflict (organization_id, mailing_list_id) do update set active = excluded.active`
  await database.end()
}

async function firstIdOf(ownerUrl: string, listId: number): Promise<number> {
  const database = connect(ownerUrl, { max: 1, applicationName: 'bench' })
  const [row] = await database<{ id: number }[]>`
    select min(id) as id from subscribers where organization_id = 1 and mailing_list_id = ${listId}`
  await database.end()
  return row?.id ?? 0
}
