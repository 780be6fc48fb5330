import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { fetchText } from '../../test/harness/fakes/fetch-text.ts'
import { byDay } from '../../test/harness/night.ts'
import { post } from '../notifying/post.ts'
import { watchLogin } from './databases/login-watch.ts'
import { asPartOfAnother, readQuery } from './databases/mysql-query.ts'
import { checkLinks } from './link-check.ts'
import { RequestFailed } from './request-failed.ts'

/** Pieces of HTTP, sound and broken, in any order. */
const httpPieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'HTTP/1.0 204\r\n', 'HTTP/1.1 302 Found\r\nLocation: /\r\n',
      'HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n', 'Content-Length: 5\r\n', 'Content-Length: -1\r\n', 'Content-Length: 99999999999\r\n',
      'Transfer-Encoding: chunked\r\n', 'Transfer-Encoding: gzip\r\n', 'Content-Encoding: br\r\n', '\r\n', '5;a=b\r\nhello\r\n', 'ffffffffff\r\n',
      '0\r\n', 'X-A: b\r\n', ' folded\r\n', 'hello', '\0', '\n',
    ), // oxfmt-ignore
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('X-Flood: a\r\n', '1;a\r\nb\r\n').map((piece) => piece.repeat(200_000)),
  ),
  { maxLength: 12 },
)

/** Says what `answer` holds to whoever connects, and hangs up. */
async function aServer() {
  const said = { answer: '' }
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(said.answer, 'latin1'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { said, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const isSentence = (text: string) => expect(text).toMatch(/^[A-Z0-9][^\n]{0,600}\.$/)

test('whatever a web server answers ends a download, a webhook and a check with a sentence', async () => {
  const { said, url } = await aServer()
  const rules = { allow: [], allowLoopback: true, timeoutMs: 5_000 }
  await fc.assert(
    fc.asyncProperty(httpPieces, async (pieces) => {
      said.answer = pieces.join('')
      const { result, text } = await fetchText(url, { limitBytes: 100_000, idleTimeoutMs: 5_000 })
      expect(text.length).toBeLessThanOrEqual(100_000)
      if (!result.ok) isSentence(result.message)
      const told = await post(url, { headers: {}, body: '{}' }, rules, new AbortController().signal)
      if (told.message !== '') isSentence(told.message)
      expect(told.answer.length).toBeLessThanOrEqual(500)
      const [link] = await checkLinks([url], rules)
      expect(link?.problem ?? '').not.toMatch(/[\n\0]/)
    }),
    { numRuns: byDay(15, 3_000) },
  )
})

test('a log-in to PostgreSQL is judged alike in whatever pieces it comes, and never lets much work through', () => {
  const message = fc
    .record({
      type: fc.constantFrom('R', 'R', 'N', 'S', 'E', '\0'),
      kind: fc.constantFrom(0, 3, 5, 10, 11, 11, 12, 4_294_967_295),
      text: fc.oneof(
        fc.integer().map((rounds) => `r=n,s=c2FsdA==,i=${rounds}`),
        fc.constantFrom('i=4096,i=2147483647', 'i=0x7fffffff', 'i=1e9', 'i= 999999', 'i=4096'),
        fc.string({ unit: 'binary', maxLength: 30 }),
      ),
    })
    .map(({ type, kind, text }) => {
      const bytes = Buffer.alloc(9 + Buffer.byteLength(text))
      bytes.write(type, 'latin1')
      bytes.writeUInt32BE(bytes.length - 1, 1)
      bytes.writeUInt32BE(kind, 5)
      bytes.write(text, 9)
      return bytes
    })
  const bytes = fc.array(fc.oneof({ weight: 9, arbitrary: message }, fc.uint8Array({ maxLength: 12 })), {
    maxLength: 8,
  })
  const judge = (stream: Buffer, size: number) => {
    const watch = watchLogin({ isVerified: false })
    for (let at = 0; at < stream.length; at += size) {
      const refusal = watch(stream.subarray(at, at + size))
      if (refusal !== null) return refusal.message
    }
    return null
  }
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 40 }), (parts, size) => {
      const stream = Buffer.concat(parts)
      const verdict = judge(stream, stream.length + 1)
      expect(judge(stream, size)).toBe(verdict)
      if (verdict === null) expect(mostRounds(stream)).toBeLessThanOrEqual(100_000)
    }),
    { numRuns: byDay(2_000, 200_000) },
  )
})

/** As the driver reads a stream: the rounds that it would hash. */
function mostRounds(stream: Buffer): number {
  let most = 0
  for (let rest = stream; rest.length > 4 && rest.readUInt32BE(1) < rest.length;) {
    const message = rest.subarray(0, rest.readUInt32BE(1) + 1)
    rest = rest.subarray(message.length)
    if (message[0] !== 82 || message.length < 9 || message.readUInt32BE(5) !== 11) continue
    const read = new Map(
      message
        .toString('utf8', 9)
        .split(',')
        .map((part) => [part[0], part.slice(2)]),
    )
    most = Math.max(most, Number.parseInt(read.get('i') ?? '0', 10) || 0)
  }
  return most
}

test('whatever text a query is, it is refused in a sentence, or closes the brackets that Quiver opens', () => {
  const words = fc.constantFrom(
    'select ', 'with ', 'into ', 'for update ', '(', ')', ';', "'", '"', '`', '\\', '--', '-- ', '#', '\n', '/*', '*/', '/*!', '1', 'ä', "''",
  ) // oxfmt-ignore
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 30 }), (parts) => {
      const text = `select ${parts.join('')}`
      try {
        const query = readQuery(text)
        expect(text.startsWith(query)).toBe(true)
        expect(readQuery(asPartOfAnother(query))).toBe(asPartOfAnother(query))
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        isSentence(error.message)
      }
    }),
    { numRuns: byDay(2_000, 200_000) },
  )
})
