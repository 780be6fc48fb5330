import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError, errorStatus, type ErrorCode } from '../../contract/api/errors.ts'
import { logInto } from '../../../test/harness/core/server.ts'
import { bodyBytesMax, createJoined, readBody } from './read-body.ts'
import { createServer, type ErrorMode } from './create.ts'

/** A server whose only route runs the given work. */
function aRoute(
  work: (body: unknown) => unknown,
  { mode = 'real', log = logInto([]) }: { mode?: ErrorMode; log?: FastifyBaseLogger } = {},
): FastifyInstance {
  const app = createServer(log, mode)
  onTestFinished(() => app.close())
  app.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async (request, reply) => ({
      got: work(await readBody(request, reply, { bodyLimit: bodyBytesMax })),
    }),
  })
  return app
}

function throwing(error: unknown, mode: ErrorMode = 'real'): FastifyInstance {
  return aRoute(() => {
    throw error
  }, { mode }) // oxfmt-ignore
}

/** What clients branch on; changing a line breaks them. */
const table: [ErrorCode, status: number | undefined, answered: number, inAlways200: number][] = [
  ['validation_failed', undefined, 422, 200],
  ['invalid_request', undefined, 400, 200],
  ['invalid_request', 405, 405, 200],
  ['invalid_request', 413, 413, 200],
  ['requested_too_many', undefined, 422, 200],
  ['multiple_records_found', undefined, 409, 200],
  ['not_found', undefined, 404, 200],
  ['not_authorized', undefined, 401, 401],
  ['not_authorized', 403, 403, 200],
  ['too_many_requests', undefined, 429, 429],
  ['internal_error', undefined, 500, 500],
  ['internal_error', 503, 503, 503],
]

describe('errors', () => {
  test('have the statuses of the table; with ERROR_STATUS=always_200 business errors come as 200', async () => {
    for (const [code, status, answered, inAlways200] of table) {
      const error = new AppError(code, 'so it is', status === undefined ? {} : { status })
      const real = await throwing(error).inject('/')
      const always200 = await throwing(error, 'always_200').inject('/')
      expect([real.statusCode, always200.statusCode], `${code} ${status}`).toEqual([answered, inAlways200])
      expect(always200.body).toBe(real.body)
      expect(real.json()).toEqual({ success: false, data: null, error_code: code, error_message: 'so it is' })
      expect(real.headers['content-type']).toBe('application/json; charset=utf-8')
    }
    expect(new Set(table.map(([code]) => code))).toEqual(new Set(Object.keys(errorStatus)))
  })

  test('of a statement that the database ended because it took too long say what to do', async () => {
    const faults: unknown[] = []
    const app = aRoute(
      () => {
        throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
      },
      { log: logInto(faults) },
    )
    const answer = await app.inject('/')
    // Neither clients nor the console repeat it by themselves.
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['retry-after']).toBeUndefined()
    expect(answer.json().error_message).toContain('took too long and was stopped: request less at once')
    expect(faults).toEqual([])
  })

  test('carry their headers and what refuses a delete', async () => {
    const data = { dependencies: [{ type: 'autoresponder', id: 3 }] }
    const error = new AppError('validation_failed', 'is in use', { data, headers: { 'retry-after': '7' } })
    const answer = await throwing(error).inject('/')
    expect(answer.json().data).toEqual(data)
    expect(answer.headers['retry-after']).toBe('7')
  })

  test('that nobody expected tell the caller a request id and nothing else, and the log everything', async () => {
    const faults: unknown[] = []
    const log = logInto(faults)
    for (const thrown of [
      new Error('password is s3cret'),
      Object.assign(new Error('s3cret'), { statusCode: 418 }),
    ]) {
      const app = aRoute(() => {
        throw thrown
      }, { log }) // oxfmt-ignore
      const answer = await app.inject('/')
      const id = String(answer.headers['x-request-id'])
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        success: false,
        data: null,
        error_code: 'internal_error',
        error_message: `internal error; the request id is ${id}`,
      })
      expect(faults.pop()).toEqual([{ err: thrown, method: 'GET' }, 'unexpected error'])
    }
  })

  test('of a database that is away are 503 with Retry-After', async () => {
    for (const code of ['ECONNREFUSED', 'EPIPE', 'CONNECTION_CLOSED', '57P01', '53300']) {
      const answer = await throwing(Object.assign(new Error('away'), { code })).inject('/')
      expect([answer.statusCode, answer.json().error_code], code).toEqual([503, 'internal_error'])
      expect(answer.headers['retry-after']).toBe('5')
    }
  })

  test('of a full disk, here or at the database, are 503 with Retry-After', async () => {
    for (const code of ['ENOSPC', 'EDQUOT', '53100']) {
      const answer = await throwing(Object.assign(new Error('full'), { code })).inject('/')
      expect([answer.statusCode, answer.json().error_code], code).toEqual([503, 'internal_error'])
      expect(answer.json().error_message).toMatch(/^the disk of the server is full/)
      expect(answer.headers['retry-after']).toBe('60')
    }
  })
})

describe('every answer', () => {
  test('has a request id of its own, is not cached and not sniffed', async () => {
    const app = aRoute(() => 1)
    const ids = new Set<unknown>()
    for (const url of ['/', '/', '/nowhere', '/%ZZ']) {
      const { headers } = await app.inject(url)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
      ids.add(headers['x-request-id'])
    }
    expect(ids.size).toBe(4)
    const { headers } = await app.inject('/')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })

  test('is refused for any X-Version but 2', async () => {
    const app = aRoute(() => 1)
    const statusOf = async (version: string) =>
      (await app.inject({ url: '/', headers: { 'x-version': version } })).statusCode
    expect(await statusOf('2')).toBe(200)
    for (const version of ['1', '3', '2.0', '02', 'v2', ''])
      expect(await statusOf(version), version).toBe(400)
  })
})

describe('bodies', () => {
  const send = (payload: string | Buffer, contentType?: string) =>
    aRoute((body) => body ?? 'nothing').inject({
      method: 'POST',
      url: '/',
      headers: contentType === undefined ? {} : { 'content-type': contentType },
      payload,
    })

  test('are JSON whatever the content type says', async () => {
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
    ]
    const malformed = ['', ' ', ';;;', 'json', '/', 'application/json, application/json', 'a; charset=utf-16']
    for (const type of [undefined, ...types, ...malformed]) {
      const answer = await send('{"a":[1,"\u00e9"]}', type)
      expect([answer.statusCode, answer.json()], type).toEqual([200, { got: { a: [1, '\u00e9'] } }])
    }
  })

  test('may be missing, with a content type too', async () => {
    for (const [payload, type] of [
      ['', 'application/json'],
      ['', undefined],
      [' \r\n', 'application/json'],
    ] as const) {
      expect((await send(payload, type)).json()).toEqual({ got: 'nothing' })
    }
  })

  test('may begin with a byte-order mark', async () => {
    expect((await send('\ufeff{"a":1}')).json()).toEqual({ got: { a: 1 } })
  })

  test('that are not JSON, too deep or too many values are invalid_request', async () => {
    const refused: Record<string, string | Buffer> = {
      'a form': 'name=News',
      'cut off': '{"a":',
      'two values': '{}{}',
      'bytes that are not UTF-8': Buffer.from('{"a":"caf\u00e9"}', 'latin1'),
      'half a character in UTF-8': Buffer.from('{"a":"\u00e9"}').subarray(0, 7),
      '65 levels': `${'['.repeat(66)}${']'.repeat(66)}`,
      '200,000 levels': `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
      'open at 100,000 levels': '{"a":'.repeat(100_000),
      '100,001 values': `[${'1,'.repeat(100_000)}1]`,
      'a key that cannot be stored': '{"a\\u0000":1}',
      'a key with half a character': '{"\\ud800":1}',
    }
    for (const [what, payload] of Object.entries(refused)) {
      const answer = await send(payload)
      expect([answer.statusCode, answer.json().error_code], what).toEqual([400, 'invalid_request'])
    }
    expect((await send(`${'['.repeat(65)}${']'.repeat(65)}`)).statusCode).toBe(200)
  })
})

test('a body in chunks of one byte is kept in at most twice its bytes, and not as an object for each of them', () => {
  const body = createJoined()
  const text = 'ab'.repeat(50_000)
  for (const letter of text) body.add(Buffer.from(letter))
  expect(body.bytes().toString()).toBe(text)
  expect(body.bytes().buffer.byteLength).toBeLessThanOrEqual(2 * text.length + 8192)
})
