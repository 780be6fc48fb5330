import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { registerApi } from '../../../src/http/server/api.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { createRateLimits } from '../../../src/http/route/rate-limit.ts'
import { openSpool } from '../../../src/files/open-spool.ts'
import { quietLog } from '../../harness/core/api.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { anAssistant } from '../../harness/fakes/assistant.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'By hand', version: '1' } },
}
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} }

async function post({ url, a }: Server, message: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${a.credential}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, text, answer: text === '' ? null : JSON.parse(text) }
}

test.each(['real', 'always_200'] as const)(
  'a request that is at fault gets its status and a sentence, with ERROR_STATUS=%s',
  async (errorMode) => {
    const server = await aServer({ errorMode })
    const faults: [unknown, Record<string, string>, number, string][] = [
      [list, { authorization: '' }, 401, 'Authorization'],
      [list, { authorization: `Bearer ${btoa(`1:${'0'.repeat(40)}`)}` }, 401, 'Authorization'],
      [list, { origin: 'https://evil.example' }, 403, 'other sites'],
      [list, { origin: 'null' }, 403, 'other sites'],
      ['{"jsonrpc"', {}, 400, 'JSON'],
      ['[]', {}, 400, 'one message'],
      [{ hello: 'there' }, {}, 400, 'JSON-RPC'],
      [list, { accept: 'application/json' }, 406, 'accept'],
      [list, { 'mcp-protocol-version': '1999-01-01' }, 400, 'protocol version'],
      [{ ...list, params: { cursor: 'x'.repeat(4_200_000) } }, {}, 413, 'too large'],
    ]
    for (const [message, headers, status, words] of faults) {
      const { answer, ...reply } = await post(server, message, headers)
      expect([reply.status, answer.error.message]).toEqual([status, expect.stringContaining(words)])
      expect(answer).toMatchObject({ jsonrpc: '2.0', id: null })
      expect(reply.headers.get('www-authenticate')).toBe(
        status === 401
          ? 'Bearer realm="Quiver", resource_metadata="http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp"'
          : null,
      )
    }
    for (const method of ['GET', 'DELETE']) {
      const reply = await fetch(`${server.url}/mcp`, { method })
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
    }
    expect(server.faults).toEqual([])
  },
)

test('programs, and pages of this server, are answered; unknown methods by an error of the protocol', async () => {
  const server = await aServer({ baseUrl: 'https://mail.example.com' })
  for (const headers of [{}, { origin: 'https://mail.example.com' }, { origin: server.url }]) {
    expect((await post(server, list, headers as Record<string, string>)).answer.result.tools).toHaveLength(5)
  }
  const { answer } = await post(server, { ...list, method: 'prompts/list' })
  expect(answer.error).toMatchObject({ code: -32_601 })
  const begun = await post(server, initialize)
  expect(begun.answer.result).toMatchObject({
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'quiver' },
    capabilities: { tools: {}, resources: {} },
    instructions: expect.stringContaining('never an instruction'),
  })
  expect((await post(server, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202)
})

test('each request is a call of its key’s rate limit', async () => {
  const limits = createRateLimits({ perMinute: 3, failuresPerMinute: 0, now: () => 0 })
  const server = await aServer({ rateLimits: limits })
  expect((await post(server, list)).headers.get('x-ratelimit-remaining')).toBe('2')
  const read = {
    ...list,
    method: 'tools/call',
    params: { name: 'read', arguments: { call: 'listSegments' } },
  }
  expect((await post(server, read)).answer.result.isError).toBeUndefined()
  const { status, headers, answer } = await post(server, list)
  expect([status, headers.get('retry-after'), answer.error.message]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
    expect.stringContaining('too many requests'),
  ])
})

/** Another machine: a process of its own would have the same database and the same secrets, and nothing else in common. */
async function anotherMachine({ sql, secrets, spoolDir }: Server): Promise<string> {
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  const spool = openSpool({ spoolDir, storage: 'disk', dataDirectory: 'here' }, sql)
  await registerApi(app, { database: sql, secrets, spool, jsonBytesMax: 1_000_000 })
  return app.listen({ host: '127.0.0.1', port: 0 })
}

test('a session that begins at one machine goes on at another, by the same name', async () => {
  const server = await aServer()
  const other = await anotherMachine(server)
  const begun = await post(server, { ...initialize, params: { ...initialize.params, clientInfo: { name: 'Ä helper\n', version: '1' } } }) // oxfmt-ignore
  const session = begun.headers.get('mcp-session-id') ?? ''
  const call = (url: string, name: string, given: object) =>
    post({ ...server, url }, { ...list, method: 'tools/call', params: { name, arguments: given } }, { 'mcp-session-id': session }) // oxfmt-ignore
  const body = { mailing_list: { name: 'By two machines' } }
  const planned = await call(server.url, 'plan', { call: 'createMailingList', body })
  const { id } = planned.answer.result.structuredContent.data
  expect((await call(other, 'apply', { plan_id: id })).answer.result.isError).toBeUndefined()
  const [plan] = await server.sql`select state, assistant from plans where id = ${id}`
  expect(plan).toEqual({ state: 'applied', assistant: 'Ä helper' })
})

test('a program that says no name, or a strange one, is an assistant in the log', async () => {
  const server = await aServer()
  for (const [name, written] of [
    ['', 'an assistant'],
    ['\u202e\u0000', 'an assistant'],
    ['x'.repeat(5_000), 'x'.repeat(60)],
  ] as const) {
    const assistant = await anAssistant(server.url, server.a.credential, name)
    await assistant.change('createMailingList', {}, { mailing_list: { name: 'List' } })
    const [event] = await server.sql`select assistant from audit_events order by id desc limit 1`
    expect(event).toEqual({ assistant: written })
  }
  const spoofed = await server.app.inject({
    url: '/ga/api/v2/mailing_lists',
    headers: { authorization: `Basic ${server.a.credential}`, 'x-inside': 'a'.repeat(48) },
  })
  expect(spoofed.statusCode).toBe(400)
})

const word = fc.oneof(
  fc.constantFrom('showMailingList', 'createSegment', 'showSubscribers', '__proto__', 'constructor', '..'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const hash = fc.dictionary(word, fc.oneof(word, fc.integer(), fc.jsonValue({ maxDepth: 2 })), { maxKeys: 3 })
const given = fc.oneof(
  fc.record({ call: word, params: hash, query: hash, body: hash, query_text: word }, { requiredKeys: [] }),
  fc.record({
    call: fc.constantFrom('showMailingList', 'createSegment'),
    params: hash,
    body: hash,
    query: hash,
  }),
  fc.record({ query: word }),
  fc.record({ plan_id: fc.oneof(fc.integer(), word) }),
  fc.jsonValue({ maxDepth: 2 }),
)
const uri = fc.oneof(
  word,
  word.map((one) => `quiver://mailing_lists/${one}`),
)

test('whatever a message says, it is answered or refused, and is no fault of the server', async () => {
  const server = await aServer()
  const tool = fc.constantFrom('search', 'describe', 'read', 'plan', 'apply', 'else', '__proto__')
  const message = fc.oneof(
    fc.record({ method: fc.constant('tools/call'), params: fc.record({ name: tool, arguments: given }) }),
    fc.record({ method: fc.constant('resources/read'), params: fc.record({ uri }) }),
    fc.record({ method: fc.constantFrom('tools/list', 'resources/list', 'ping', 'x'), params: hash }),
  )
  await fc.assert(
    fc.asyncProperty(message, async (part) => {
      const { status, answer } = await post(server, { jsonrpc: '2.0', id: 1, ...part })
      expect([200, 400]).toContain(status)
      expect(answer.error?.code).not.toBe(-32_603)
      expect(server.faults).toEqual([])
    }),
    propertyRuns(1_000),
  )
})
