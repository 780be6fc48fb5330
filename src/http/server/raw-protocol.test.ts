import { connect } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { aServer, type Server } from '../../../test/harness/core/server.ts'
import { exchange, type RawAnswer } from '../../../test/harness/core/socket.ts'

const last = 'Host: x\r\nConnection: close\r\n\r\n'
const alive = `GET /healthz HTTP/1.1\r\n${last}`
const lists = 'POST /ga/api/v2/mailing_lists HTTP/1.1\r\nHost: x\r\n'

const authorizationOf = (server: Server) => `Authorization: Basic ${server.a.credential}\r\n`

/** A call whose execution is visible in the database. */
function creating(server: Server, name: string): string {
  const body = JSON.stringify({ name })
  return `${lists}${authorizationOf(server)}Content-Length: ${body.length}\r\n\r\n${body}`
}

async function listNames(server: Server): Promise<string[]> {
  const rows = await server.sql<{ name: string }[]>`select name from mailing_lists order by id`
  return rows.map(({ name }) => name)
}

function expectRefusal(answers: RawAnswer[], status: number, what: string): void {
  expect(
    answers.map((answer) => answer.status),
    what,
  ).toEqual([status])
  const [answer] = answers
  expect(answer?.headers.get('content-type'), what).toBe('application/json; charset=utf-8')
  expect(JSON.parse(answer?.body ?? ''), what).toEqual({
    success: false,
    data: null,
    error_code: 'invalid_request',
    error_message: expect.stringMatching(/^[a-z][^\n]{5,100}$/),
  })
}

async function expectAlive(server: Server): Promise<void> {
  const [answer] = await exchange(server.port, alive)
  expect(answer?.status).toBe(200)
  expect(server.faults).toEqual([])
}

describe('bytes that are not one HTTP request are answered 400, and nothing behind them is carried out', () => {
  const heads: Record<string, string> = {
    'Content-Length with Transfer-Encoding':
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'Transfer-Encoding with Content-Length':
      'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    'two lengths': 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
    'a length with a sign': 'Content-Length: +2\r\n\r\n{}',
    'a length in hex': 'Content-Length: 0x2\r\n\r\n{}',
    'a negative length': 'Content-Length: -2\r\n\r\n{}',
    'a length beyond 64 bits': 'Content-Length: 99999999999999999999\r\n\r\n{}',
    'an unknown transfer encoding': 'Transfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'chunked, but not at the end': 'Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'a vertical tab before chunked': 'Transfer-Encoding: \u000Bchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'a blank before the colon': 'Transfer-Encoding : chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
    'a folded header': 'A: b\r\n c\r\nContent-Length: 0\r\n\r\n',
    'a bare LF between headers': 'A: b\nContent-Length: 0\r\n\r\n',
    'a bare CR in a header': 'A: b\rContent-Length: 0\r\n\r\n',
    'a NUL in a header': 'A: b\0c\r\nContent-Length: 0\r\n\r\n',
    'a chunk size that is no number': 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
    'a chunk size beyond 64 bits': 'Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n',
    'a chunk longer than its size': 'Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n',
  }

  test('heads and bodies whose end two parsers would see in two places', async () => {
    const server = await aServer()
    for (const [what, head] of Object.entries(heads)) {
      const mine = lists + authorizationOf(server) + head
      expectRefusal(await exchange(server.port, mine + creating(server, what) + alive), 400, what)
    }
    expect(await listNames(server)).toEqual([])
    await expectAlive(server)
  })

  test('what is no HTTP/1 at all', async () => {
    const server = await aServer()
    const openings: Record<string, string | Buffer> = {
      'random bytes': Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10]),
      'a TLS handshake': Buffer.from('16030100a5010000a10303', 'hex'),
      'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'an unknown version': 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n',
      'an unknown method': 'BREW /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
      'bare LF throughout': 'GET /healthz HTTP/1.1\nHost: x\n\n',
      'bytes beyond ASCII in the path': 'GET /caf\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n',
      'an authority as path': 'GET other.example:80 HTTP/1.1\r\nHost: x\r\n\r\n',
      CONNECT: 'CONNECT other.example:80 HTTP/1.1\r\nHost: x\r\n\r\n',
    }
    for (const [what, bytes] of Object.entries(openings)) {
      expectRefusal(await exchange(server.port, bytes), 400, what)
    }
    await expectAlive(server)
  })

  test('a request with no Host or with two, unless it is HTTP/1.0', async () => {
    const server = await aServer()
    const get = 'GET /healthz HTTP/1.1\r\n'
    expectRefusal(await exchange(server.port, `${get}\r\n`), 400, 'none')
    expectRefusal(await exchange(server.port, `${get}Host: x\r\nhOST: y\r\n\r\n`), 400, 'two')
    const [old] = await exchange(server.port, 'GET /healthz HTTP/1.0\r\n\r\n')
    expect(old?.status).toBe(200)
  })

  test('an expectation that nobody can meet is 417', async () => {
    const server = await aServer()
    const head = 'Expect: wonders\r\nContent-Length: 2\r\n\r\n'
    expectRefusal(await exchange(server.port, `${lists}${head}{}`), 417, 'Expect')
  })
})

describe('sizes are bounded', () => {
  test('headers, targets and trailers that are too large are 431, and the connection is closed', async () => {
    const server = await aServer()
    const large = 'a'.repeat(1_000_000)
    const trailers = `A: ${'b'.repeat(1000)}\r\n`.repeat(40)
    const requests = {
      'one header': `GET /healthz HTTP/1.1\r\nA: ${large}\r\n${last}`,
      'many headers': `GET /healthz HTTP/1.1\r\n${'A: bbbbbbbb\r\n'.repeat(80_000)}${last}`,
      'the target': `GET /${large} HTTP/1.1\r\n${last}`,
      trailers: `${lists}${authorizationOf(server)}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${trailers}\r\n`,
    }
    for (const [what, bytes] of Object.entries(requests)) {
      expectRefusal(await exchange(server.port, bytes), 431, what)
    }
    await expectAlive(server)
  })

  test('a body that is too large is 413 before it is read: told, in chunks, or in chunk extensions', async () => {
    const server = await aServer()
    const mine = lists + authorizationOf(server)
    const large = 'a'.repeat(2_000_000)
    const requests = {
      'a length': [`${mine}Content-Length: 2000000\r\n\r\n`, large],
      'a length, and no body': [`${mine}Content-Length: 100000000000\r\n\r\n`, '{'],
      chunks: [`${mine}Transfer-Encoding: chunked\r\n\r\n1e8480\r\n`, large, '\r\n0\r\n\r\n'],
      extensions: [`${mine}Transfer-Encoding: chunked\r\n\r\n2;${large}\r\n{}\r\n0\r\n\r\n`],
    }
    for (const [what, chunks] of Object.entries(requests)) {
      expectRefusal(await exchange(server.port, ...chunks), 413, what)
    }
    await expectAlive(server)
  })
})

describe('targets', () => {
  test('an absolute target is taken by its path; its host decides nothing', async () => {
    const server = await aServer()
    for (const target of ['http://other.example/healthz', 'HTTPS://other.example:99/healthz?a=b']) {
      const [answer] = await exchange(server.port, `GET ${target} HTTP/1.1\r\n${last}`)
      expect(answer?.status, target).toBe(200)
    }
    const [answer] = await exchange(
      server.port,
      `GET http://other.example/api/mailing_lists HTTP/1.1\r\n${last}`,
    )
    expect(answer?.status).toBe(401)
  })

  test('what names no path of ours is not_found; bad escapes are invalid_request', async () => {
    const server = await aServer()
    const status = async (target: string) => {
      const [answer] = await exchange(server.port, `GET ${target} HTTP/1.1\r\n${last}`)
      expect(JSON.parse(answer?.body ?? '').success, target).toBe(false)
      return answer?.status
    }
    for (const target of [
      '*',
      '//healthz',
      'ftp://x/healthz',
      '/../healthz',
      '/healthz%00',
      '/HEALTHZ',
      '/%2e/',
    ]) {
      expect(await status(target), target).toBe(404)
    }
    for (const target of ['/ga/api/v2/%ZZ', '/ga/api/v2/subscribers_by_email/%C0%80', '/%', '/%E0%A4%A']) {
      expect(await status(target), target).toBe(400)
    }
    await expectAlive(server)
  })
})

describe('connections', () => {
  test('requests sent in one go are answered in their order, each once', async () => {
    const server = await aServer()
    const calls = ['One', 'Two', 'Three'].map((name) => creating(server, name)).join('')
    const answers = await exchange(server.port, calls + alive)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const names = answers.slice(0, 3).map(({ body }) => JSON.parse(body).data.name)
    expect(names).toEqual(['One', 'Two', 'Three'])
    expect(await listNames(server)).toEqual(['One', 'Two', 'Three'])
  })

  test('the body of a GET is passed over, not taken for a request', async () => {
    const server = await aServer()
    const inner = creating(server, 'x')
    const head = `GET /healthz HTTP/1.1\r\nHost: x\r\nContent-Length: ${inner.length}\r\n\r\n`
    const answers = await exchange(server.port, head + inner + alive)
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await listNames(server)).toEqual([])
  })

  test('an upgrade is not taken up', async () => {
    const server = await aServer()
    const head = 'Connection: upgrade, close\r\nUpgrade: websocket\r\n\r\n'
    const answers = await exchange(server.port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${head}`)
    expect(answers.map(({ status }) => status)).toEqual([200])
  })

  test('clients that leave in the midst of a head, a body or an answer do no harm', async () => {
    const server = await aServer()
    const whole = creating(server, 'x')
    for (let end = 1; end <= whole.length; end += 7) {
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      await new Promise((done) => socket.write(whole.slice(0, end), done))
      socket.resetAndDestroy()
    }
    await expectAlive(server)
  })

  test('a CONNECT that is not hung up by the client is hung up by the server', async () => {
    const server = await aServer()
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    const hungUp = new Promise((done) =>
      server.app.server.once('connection', (other) => other.once('close', done)),
    )
    socket.write('CONNECT other.example:80 HTTP/1.1\r\nHost: x\r\n\r\n')
    await hungUp
    socket.destroy()
  })
})
