import { describe, expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/api/endpoints.ts'
import { aServer, type Server } from '../../harness/core/server.ts'
import { exchange, firstAnswer } from '../../harness/core/socket.ts'

/** A head that announces a body. Nothing of the body is sent. */
function headOf(method: string, path: string, ...headers: string[]): string {
  return `${method} ${path} HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`
}

const lists = '/ga/api/v2/mailing_lists'
const announced = 'Content-Length: 1000'
const authorizationOf = (actor: { credential: string }) => `Authorization: Basic ${actor.credential}`
const creating = (server: Server, name: string) => {
  const body = JSON.stringify({ name })
  return headOf('POST', lists, authorizationOf(server.a), `Content-Length: ${body.length}`) + body
}

describe('a call is rejected before its body arrives', () => {
  test('by every endpoint, without a credential or without the role', async () => {
    const server = await aServer()
    const tenants = endpoints.filter(({ method, role }) => method !== 'GET' && role !== 'anyone')
    expect(tenants.length).toBeGreaterThan(80)
    for (const { method, path, role, id } of tenants) {
      const url = `/ga/api/v2/${path.replaceAll(/:\w+/g, '1')}`
      expect((await firstAnswer(server.port, headOf(method, url, announced))).status, id).toBe(401)
      if (role !== 'system_admin') continue
      const head = headOf(method, url, announced, authorizationOf(server.a))
      expect((await firstAnswer(server.port, head)).status, id).toBe(403)
    }
    expect(server.faults).toEqual([])
  })

  test('for unknown paths and methods, and for invalid lengths', async () => {
    const server = await aServer()
    const statusOf = async (...head: Parameters<typeof headOf>) =>
      (await firstAnswer(server.port, headOf(...head))).status
    expect(await statusOf('POST', '/nowhere', announced)).toBe(404)
    expect(await statusOf('PATCH', lists, announced)).toBe(405)
    expect(await statusOf('OPTIONS', lists, announced)).toBe(204)
    for (const path of ['sessions', 'log_in/reset', 'log_in/password']) {
      expect(await statusOf('POST', `/ga/api/v2/${path}`, 'Content-Length: 16385')).toBe(413)
    }
    expect(await statusOf('POST', '/u/nonsense', announced)).toBe(404)
  })
})

describe('an unread body', () => {
  test('does not disturb the next call on the connection', async () => {
    const server = await aServer()
    const refused = `${headOf('POST', lists, announced)}${'{'.repeat(1000)}`
    const chunked = `${headOf('POST', lists, 'Transfer-Encoding: chunked')}3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n`
    const end = headOf('GET', '/healthz', 'Connection: close')
    const answers = await exchange(server.port, refused + chunked + creating(server, 'News') + end)
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200, 200])
  })

  test('does not keep the answer from clients that send all of it first', async () => {
    const server = await aServer()
    const large = Buffer.alloc(20_000_000, '[')
    const close = 'Connection: close'
    const head = headOf('POST', lists, `Content-Length: ${large.length}`, close)
    expect((await exchange(server.port, head, large)).map(({ status }) => status)).toEqual([401])
    const wrong = headOf('POST', '/nowhere', `Content-Length: ${large.length}`, close)
    expect((await exchange(server.port, wrong, large)).map(({ status }) => status)).toEqual([404])
  })

  test('ends with its connection, without a second answer, if it is not valid HTTP', async () => {
    const server = await aServer()
    const broken = `${headOf('POST', lists, 'Transfer-Encoding: chunked')}1\r\n{}\r\n0\r\n\r\n`
    const answers = await exchange(server.port, broken + creating(server, 'News'))
    expect(answers.map(({ status }) => status).slice(1)).toEqual([])
    expect([...(await server.sql`select from mailing_lists`)]).toEqual([])
  })

  test('ends with its connection if it stalls', async () => {
    const server = await aServer()
    const [answer, ...more] = await exchange(server.port, `${headOf('POST', lists, announced)}{`)
    expect([answer?.status, more]).toEqual([401, []])
  })
})

describe('clients that ask before they send a body', () => {
  const asking = 'Expect: 100-continue'

  test('get their error instead of 100', async () => {
    const server = await aServer()
    const head = headOf('POST', lists, announced, asking)
    expect((await firstAnswer(server.port, head)).status).toBe(401)
    const large = headOf('POST', lists, 'Content-Length: 2000000', asking, authorizationOf(server.a))
    expect((await firstAnswer(server.port, large)).status).toBe(413)
  })

  test('get 100 if they may call', async () => {
    const server = await aServer()
    const head = headOf(
      'POST',
      lists,
      'Content-Length: 15',
      asking,
      'Connection: close',
      authorizationOf(server.a),
    )
    const answers = await exchange(server.port, `${head}{"name":"News"}`)
    expect(answers.map(({ status }) => status)).toEqual([100, 200])
  })
})
