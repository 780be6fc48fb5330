import * as fc from 'fast-check'
import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { aServer } from '../../harness/core/server.ts'
import { byDay } from '../../harness/night.ts'
import { propertyRuns } from '../../harness/fuzz/runs.ts'

const places = [
  '%00',
  '%',
  '%zz',
  '%2e%2e',
  '%2f',
  '%5c..',
  '%C0%80',
  '%FF',
  '%ED%A0%80',
  '%0d%0a',
  '%25%30%30',
  '%u0000',
  '..',
  '.',
  '',
  '*',
  ';a=b',
  '~',
  '__proto__',
  'constructor',
  ':id',
  '{token}',
  '0',
  '-1',
  '1e400',
  '9'.repeat(30),
  'a'.repeat(5_000),
  '%61'.repeat(3_000),
  '1-aaaaaaaaaaaaaaaaaaaaaa',
  '\\..\\..',
  'x.js',
  'x.gz',
]
const ends = [
  '',
  '/',
  '//',
  '?',
  '?%00',
  '?a[b]=1',
  '?__proto__=x',
  '?page=%FF',
  '?a&a&a=%',
  '#x',
  '?token=%00',
]
const values = [
  '',
  '*',
  '%00',
  'a'.repeat(4_000),
  'null',
  '-1',
  '1e99',
  'gzip;q=0, br',
  'identity;q=0, *;q=0',
  'W/"',
  '""',
  'bytes=0-',
  'bytes=-0',
  'bytes=5-1',
  'bytes=0-0,2-3',
  'bytes=99999999999999999999-',
  'bytes=a-b',
  'chars=0-1',
  'Thu, 99 Foo 2026 99:99:99 GMT',
  'Basic',
  'Basic %',
  'Basic OjA=',
  'Bearer x',
  'text/html',
  '2',
  '=;=%;',
  ',,,',
  '\u00ff\u00fe',
  '{"a":',
  'application/json; charset=nothing',
  'http://[',
  '1.0.0',
]
const names = [
  'Range',
  'If-Range',
  'If-Match',
  'If-None-Match',
  'If-Modified-Since',
  'If-Unmodified-Since',
  'Accept',
  'Accept-Encoding',
  'Accept-Language',
  'Authorization',
  'Cookie',
  'Content-Type',
  'Origin',
  'Referer',
  'X-Version',
  'X-Forwarded-For',
  'X-CSRF-Token',
  'Idempotency-Key',
  'Last-Event-ID',
  'Tus-Resumable',
  'Upload-Length',
  'Upload-Metadata',
  'Sec-Fetch-Site',
  'User-Agent',
  'X-HTTP-Method-Override',
  'Content-Encoding',
  'Prefer',
]

/** @param path of a route, with parameters, or a stranger's own. */
function strangePath(paths: readonly string[]): fc.Arbitrary<string> {
  const place = fc.constantFrom(...places)
  const known = fc
    .tuple(fc.constantFrom(...paths), fc.array(place, { minLength: 4, maxLength: 4 }))
    .map(([path, words]) => path.replaceAll(/:\w+|\*/g, () => words.pop() ?? ''))
  const more = fc.tuple(known, place).map(([path, word]) => `${path}/${word}`)
  return fc.tuple(fc.oneof(known, more), fc.constantFrom(...ends)).map((parts) => parts.join(''))
}

function strangeRequest(paths: readonly string[]): fc.Arbitrary<string> {
  const methods = METHODS.filter((method) => method !== 'CONNECT')
  const header = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...values))
    .map((pair) => pair.join(': '))
  const body = fc.constantFrom(
    '',
    '',
    'x',
    '{}',
    '[]',
    '{"email":"\\u0000"}',
    'email=%00&ticket=%FF&__proto__=x',
  )
  return fc
    .record({
      method: fc.oneof(
        { weight: 3, arbitrary: fc.constant('GET') },
        fc.constantFrom('HEAD', 'POST', ...methods),
      ),
      path: strangePath(paths),
      headers: fc.uniqueArray(header, { maxLength: 4, selector: (line) => line.split(':')[0] }),
      body,
    })
    .map(({ method, path, headers, body }) =>
      [
        `${method} ${path.replaceAll(' ', '')} HTTP/1.1`,
        'Host: x',
        'Connection: close',
        ...headers,
        ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
        '',
        body,
      ].join('\r\n'),
    )
}

/** What was answered before the server closed the connection. */
function answerOf(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('latin1').on('data', (text) => {
      if (answer.length < 10_000) answer += String(text)
    })
    socket.setTimeout(5_000, () => socket.destroy())
    socket.on('error', () => {}).on('close', () => resolve(answer))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** Each ended in a fault once. */
const known = ['/console/assets/%00', '/console/assets/..%2f', '/console/assets/%2e%2e/x'].map(
  (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
)

test('no request of a stranger ends in a fault or in a line of the log that says so', async () => {
  const paths = new Set(['/nowhere', ''])
  const server = await aServer({
    prepare: (app) =>
      app.addHook('onRoute', ({ url }) => {
        paths.add(url)
      }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(strangeRequest([...paths]), { minLength: 1, maxLength: byDay(20, 200) }),
      async (requests) => {
        const answers = await Promise.all(requests.map((request) => answerOf(server.port, request)))
        for (const [place, answer] of answers.entries()) {
          expect(answer.slice(0, 600), requests[place]).toMatch(/^HTTP\/1\.1 [234]\d\d /)
          expect(answer, requests[place]).not.toMatch(/\n\s+at |node_modules/)
        }
        expect(server.faults, requests.join('\n')).toEqual([])
      },
    ),
    // The message names the request; to look for a smaller one takes minutes.
    { ...propertyRuns(400), endOnFailure: true, examples: [[known]] },
  )
})
