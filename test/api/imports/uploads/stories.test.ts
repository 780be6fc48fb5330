import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bodyMemoryFor, contentBodies } from '../../../../src/http/imports/content.ts'
import { createBodyBudget } from '../../../../src/http/server/bounds/body-budget.ts'
import { anImportApi, leastImport } from '../../../harness/importing/api.ts'
import { firstAnswer } from '../../../harness/core/socket.ts'

async function aListeningApi(jsonBytesMax = 50_000_000) {
  const api = await anImportApi({ jsonBytesMax })
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const folder = join(api.folder, 'spool', String(api.organizationId))
  const spooled = async () => {
    const names = await readdir(folder).catch(() => [])
    const stats = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)))
    return stats.map((found) => found?.size ?? 0)
  }
  const head = (length: number) =>
    `POST /ga/api/v2/${api.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Basic ${api.a.credential}\r\n` +
    `Content-Length: ${length}\r\n\r\n`
  const headInPieces = head(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked')
  return { api, port: Number(new URL(url).port), spooled, head, headInPieces }
}

const larger =
  'file_source.content must be at most 1000000 bytes; upload larger files (POST uploads), or send them by upload_directory or url'

const opening = '{"subscriber_import":{"column_mapping":["email"],"file_source":{"type":"json","content":"'

test('an announced body that is too large is refused before it arrives, with what to do instead', async () => {
  const { port, head, spooled } = await aListeningApi(1_000_000)
  const answer = await firstAnswer(port, head(90_000_000) + opening)
  expect([answer.status, JSON.parse(answer.body).error_message]).toEqual([413, larger])
  expect(await spooled()).toEqual([])
})

test('a client that hangs up in the middle of its content leaves nothing', async () => {
  const { api, port, head, spooled } = await aListeningApi()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await new Promise((done) => socket.write(head(30_000_000) + opening + 'x'.repeat(10_000_000), done))
  socket.destroy()
  await once(socket, 'close')
  expect((await api.create()).status).toBe(200)
  expect(await spooled()).toHaveLength(1)
})

test('two contents of the largest size come from one client at once, and a third one is told to wait', () => {
  const jsonBytesMax = 32 * 1_048_576
  const budget = createBodyBudget(bodyMemoryFor(jsonBytesMax))
  const [first, second, third] = ['a', 'a', 'a'].map((client) => budget.open(client))
  first?.take(jsonBytesMax)
  second?.take(jsonBytesMax)
  expect(() => third?.take(2 * jsonBytesMax)).toThrow('too many request bodies from this address')
  first?.release()
  second?.release()
  third?.take(contentBodies(jsonBytesMax).bodyLimit)
  expect(bodyMemoryFor(1)).toBe(64 * 1_048_576)
})

test('content above the limit is rejected while it arrives', async () => {
  const { port, spooled, headInPieces } = await aListeningApi(1_000_000)
  const text = opening + 'x'.repeat(4_200_000)
  const answer = await firstAnswer(port, `${headInPieces}${text.length.toString(16)}\r\n${text}`)
  expect([answer.status, JSON.parse(answer.body).error_message]).toEqual([413, larger])
  expect(await spooled()).toEqual([])
})

test('the number of values has the limit of any other body, while it arrives', async () => {
  const { port, head } = await aListeningApi()
  const values = await firstAnswer(port, `${head(60_000_000)}[${'{},'.repeat(100_001)}`)
  expect(JSON.parse(values.body).error_message).toBe('the body has more than 100000 values')
})

test('invalid bytes in the JSON string are rejected where they are, and nothing is left on disk', async () => {
  const { api, spooled } = await aListeningApi()
  const send = async (body: string | Buffer) => {
    const headers = { authorization: `Basic ${api.a.credential}` }
    const answer = await api.app.inject({
      method: 'POST',
      url: `/ga/api/v2/${api.path}`,
      headers,
      payload: body,
    })
    return answer.json().error_message
  }
  const column = opening.length + 1
  const invalid = (place: number) => `the body is not valid JSON at line 1, column ${place}: expected`
  expect(await send(`${opening}é"}x`)).toBe(`${invalid(column + 3)} , or }`)
  expect(await send(`${opening}ab\n"}`)).toMatch(`${invalid(column + 2)} an escape such as`)
  expect(await send(`${opening}ab\\n\\x"}}}`)).toMatch(`${invalid(column + 4)} an escape such as`)
  expect(await send(`${opening}ab`)).toMatch(`${invalid(column + 2)} " at the end of the string`)
  for (const half of ['\\ud800', '\\udc00', '\\ud800\\n', '\\ud800x', '\\ud800\\ud800', '\\udc00\\ud800']) {
    expect(await send(`${opening}a${half}"}}}`), half).toBe('file_source.content is not valid Unicode')
  }
  expect(await send(Buffer.from(`${opening}caf\u00e9"}}}`, 'latin1'))).toBe('the body is not valid UTF-8')
  expect(await spooled()).toEqual([])
})

test('the same content with the same Idempotency-Key is imported once; other content is another request', async () => {
  const { api, spooled } = await aListeningApi()
  const send = async (content: string) => {
    const headers = { authorization: `Basic ${api.a.credential}`, 'idempotency-key': 'k' }
    const payload = { subscriber_import: { ...leastImport, file_source: { type: 'json', content } } }
    const answer = await api.app.inject({ method: 'POST', url: `/ga/api/v2/${api.path}`, headers, payload })
    return { status: answer.statusCode, text: answer.body }
  }
  const first = await send('Email\nann@example.com\n')
  expect(first.status).toBe(200)
  expect(await send('Email\nann@example.com\n')).toEqual(first)
  expect((await send('Email\nben@example.com\n')).status).toBe(422)
  expect(await spooled()).toHaveLength(1)
  expect([...(await api.sql`select from import_jobs`)]).toHaveLength(1)
})
