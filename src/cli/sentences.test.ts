import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../client/client.ts'
import { listMailingLists } from '../contract/mailing-lists.ts'
import { readConfig } from '../config.ts'
import { connect } from '../database/connection.ts'
import { tell } from './sentences.ts'

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
    `The address ${new URL(url).host} is taken. Stop what listens there, or set PORT to another port.`,
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
  expect(tell(await failureOf(() => readFile('/nowhere.csv')))).toBe('/nowhere.csv is not there (ENOENT).')
})

test('a sentence of ours is told as it stands', () => {
  expect(tell(new Error('The first row is no header.'))).toBe('The first row is no header.')
})

test('a bug is told with all that is known of it', () => {
  expect(tell(new TypeError('x is not a function'))).toMatch(
    /^Unexpected: TypeError: x is not a function\n {4}at /,
  )
})
