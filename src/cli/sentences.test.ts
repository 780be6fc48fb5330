import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createClient } from '../client/api.ts'
import { listMailingLists } from '../contract/lists/endpoints.ts'
import { readConfig } from '../server/config.ts'
import { readAddress, withDatabase } from '../database/address.ts'
import { connect } from '../database/driver/connection.ts'
import { applicationRole } from '../database/roles.ts'
import { aDatabase } from '../../test/harness/core/database.ts'
import { ownAddress, tell } from './sentences.ts'

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('It did not fail.')
}

function query(databaseUrl: string) {
  const sql = connect(databaseUrl, { max: 1, applicationName: 'test' })
  onTestFinished(() => sql.end())
  return sql`select 1`
}

/** A server that answers everything with one status and one text. */
async function answering(status: number, text: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
}

function call(url: string) {
  return createClient({ url, credential: null }).call(listMailingLists)
}

const refusal = (code: string, message: string) =>
  JSON.stringify({ success: false, data: null, error_code: code, error_message: message })

test('all mistakes of the configuration are told', async () => {
  const error = await failureOf(() => readConfig({ PORT: 'x', WORKERS: '0' }))
  expect(tell(error)).toMatch(/^Bad configuration:\n {2}PORT must .*\n {2}WORKERS must .*$/)
})

test('a port that is taken is named, with the way out', async () => {
  const url = await answering(200, '')
  const error = await failureOf(() =>
    once(createServer().listen(Number(new URL(url).port), '127.0.0.1'), 'listening'),
  )
  expect(tell(error)).toBe(
    `The address ${new URL(url).host} is in use. Stop the program that listens there, or set PORT to another port.`,
  )
})

test('a database that is not there is named without its password', async () => {
  const sentence = tell(await failureOf(() => query('postgres://u:hidden@127.0.0.1:1/x')))
  expect(sentence).toMatch(
    /^The database at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\. Check DATABASE_URL/,
  )
  expect(sentence).not.toContain('hidden')
})

test('a database socket that is not there is named', async () => {
  expect(tell(await failureOf(() => query('postgres:///x?host=/nowhere')))).toMatch(
    /^The database at \/nowhere\/\.s\.PGSQL\.5432 cannot be reached \(ENOENT\)/,
  )
})

/** A login of the test's own server; it is gone when the test is over. @returns a URL by which it logs in. */
async function aLogin(name: string): Promise<string> {
  const { sql, url } = await aDatabase()
  await sql`create role ${sql(name)} login`
  onTestFinished(async () => {
    const server = connect(inject('databaseServer').url, { max: 1, applicationName: 'test' })
    await server`drop role ${server(name)}`
    await server.end()
  })
  const { url: address, path } = readAddress(url)
  const given = new URL(address)
  given.username = encodeURIComponent(name)
  if (path !== undefined) given.searchParams.set('host', dirname(path))
  return given.href
}

test('a login that may not act as the role of the application is told with the way out, which works', async () => {
  const name = `shop "a"-${process.pid}`
  const url = await aLogin(name)
  const open = async (role: string) => {
    const sql = connect(url, { max: 1, applicationName: 'test', role })
    onTestFinished(() => sql.end())
    return sql`select 1`
  }
  const error = await failureOf(() => open(applicationRole))
  const sentence = tell(error, ownAddress(url, undefined))
  expect(sentence).toMatch(/^The user of DATABASE_URL is not a member of the role quiver_app\. /)
  const [remedy = ''] = /grant .*?;/.exec(sentence) ?? []
  expect(remedy).toBe(`grant quiver_app to "shop ""a""-${process.pid}";`)
  expect(tell(error, ownAddress('postgres://', undefined))).toContain(
    'grant quiver_app to "<the user of DATABASE_URL>"',
  )
  const behindPooler = tell(error, ownAddress('postgres://bouncer', url))
  expect(behindPooler).toMatch(/^The user of DATABASE_DIRECT_URL is not a member of the role quiver_app\. /)
  expect(behindPooler).toContain(remedy)
  expect(tell(error, ownAddress('postgres://bouncer', 'postgres://'))).toContain(
    'grant quiver_app to "<the user of DATABASE_DIRECT_URL>"',
  )
  const owner = connect(inject('databaseServer').url, { max: 1, applicationName: 'test' })
  await owner.unsafe(remedy).finally(() => owner.end())
  expect(await open(applicationRole)).toEqual([{ '?column?': 1 }])
  // Of any other role nothing is said that would mend nothing.
  expect(tell(await failureOf(() => open('nobody_there')), ownAddress(url, undefined))).toMatch(
    /^The database refused the connection or statement \(22023\)/,
  )
})

test('a server without the role of the application is told with the way out', () => {
  const error = Object.assign(new Error('role "quiver_app" does not exist'), {
    name: 'PostgresError',
    severity: 'FATAL',
    code: '22023',
  })
  expect(tell(error, ownAddress('postgres://shop@db/quiver', undefined))).toBe(
    'The database server has no role quiver_app. As the owner of the database run create role quiver_app nologin; grant quiver_app to "shop"; then start again.',
  )
})

test('a pooler that refuses the settings of a session is named, with the way out', () => {
  const error = Object.assign(
    new Error('unsupported startup parameter: idle_in_transaction_session_timeout'),
    {
      name: 'PostgresError',
      severity: 'FATAL',
      code: '08P01',
    },
  )
  expect(tell(error)).toMatch(/PgBouncer .* Give the address of PostgreSQL itself in DATABASE_DIRECT_URL/)
})

test('a server that is not there is told with the way out', async () => {
  expect(tell(await failureOf(() => call('http://127.0.0.1:2')))).toMatch(/^The server does not answer \(/)
})

test('an unknown credential is told with the way out', async () => {
  const url = await answering(401, refusal('not_authorized', 'please'))
  expect(tell(await failureOf(() => call(url)))).toContain('QUIVER_API_KEY')
})

test('a refusal of the server is passed on', async () => {
  const url = await answering(422, refusal('validation_failed', 'name cannot be blank'))
  expect(tell(await failureOf(() => call(url)))).toBe('The server refused: name cannot be blank.')
})

test('a file that is not there is named', async () => {
  expect(tell(await failureOf(() => readFile('/nowhere.csv')))).toBe('/nowhere.csv does not exist (ENOENT).')
})

test('a sentence of ours is told as it stands', () => {
  expect(tell(new Error('The first row is no header.'))).toBe('The first row is no header.')
})

test('a bug is told with all that is known of it', () => {
  expect(tell(new TypeError('x is not a function'))).toMatch(
    /^Unexpected: TypeError: x is not a function\n {4}at /,
  )
})

test.each([
  [
    '25006',
    /^The database takes no changes .* standby, still recovers or is read-only: name the primary in DATABASE_DIRECT_URL/,
  ],
  ['28000', /refuses the log-in .*pg_hba\.conf/],
  ['28P01', /refuses the password .*DATABASE_DIRECT_URL/],
  ['3D000', /no database of this name .*create the database/],
  ['53100', /^The disk of the database is full .*Free room/],
  ['53200', /out of memory/],
  ['53300', /no free connection .*max_connections/],
  ['57P01', /stops or has ended the connection/],
  ['57P03', /starts, stops or recovers .*Wait/],
  ['58P01', /cannot read or write its files/],
  ['XX002', /damaged .*backup/],
])(
  'what PostgreSQL reports as %s has a sentence of its own, which does not blame addresses',
  (code, sentence) => {
    const error = Object.assign(new Error('as PostgreSQL says'), { name: 'PostgresError', code })
    const told = tell(error, ownAddress('postgres://bouncer', 'postgres://db'))
    expect(told).toMatch(sentence)
    expect(told).toContain(`(${code})`)
    expect(told).not.toContain('privileges of their users')
  },
)

test('a database that does not exist, and one that is read only, are told as they are', async () => {
  const { sql, url } = await aDatabase()
  expect(tell(await failureOf(() => query(withDatabase(url, 'nowhere'))))).toMatch(
    /^The database server has no/,
  )
  const refused = await failureOf(() => sql.begin('read only', (inside) => inside`create table x ()`))
  expect(tell(refused)).toMatch(/^The database takes no changes \(25006\)/)
})
