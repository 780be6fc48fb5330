import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { limitConnections } from '../../../src/http/server/bounds/connections.ts'
import { aServer, logInto, type Server } from '../../harness/core/server.ts'
import { exchange, firstAnswer } from '../../harness/core/socket.ts'
import { until } from '../../harness/core/until.ts'

const authorizationOf = (server: Server) => `Authorization: Basic ${server.a.credential}`

/** The head of a call that announces a larger body than it sends. */
function headOf(...headers: string[]): string {
  const lines = ['POST /ga/api/v2/mailing_lists HTTP/1.1', 'Host: x', 'Content-Length: 900000', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

const part = `{"name":"${'x'.repeat(150_000)}`

/** Sends this and then nothing. */
async function leaveOpen(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise((done) => socket.write(bytes, done))
  return socket
}

const statusOf = async (server: Server, head: string) => (await firstAnswer(server.port, head + part)).status

test('a body that pauses is answered with 408, and the connection ends', async () => {
  const server = await aServer({ settings: { bodyIdleMs: 300 } })
  const [answer, ...more] = await exchange(server.port, headOf(authorizationOf(server)) + part)
  expect([answer?.status, JSON.parse(answer?.body ?? '').error_message, more]).toEqual([
    408,
    'no byte of the body arrived for 0.3 seconds; send it again',
    [],
  ])
})

describe('the memory for bodies is limited', () => {
  test('for one client: more is 429 with Retry-After until a body has been read', async () => {
    const server = await aServer({ settings: { bodyMemoryBytes: 500_000 } })
    const head = headOf(authorizationOf(server))
    // Sent whole: where the server has not yet read the body that stays open, the answer is 400 and not a wait.
    const whole = head.replace('900000', String(part.length))
    const socket = await leaveOpen(server.port, head + part)
    await until(async () => (await statusOf(server, whole)) === 429)
    const answer = await firstAnswer(server.port, whole + part)
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(JSON.parse(answer.body)).toMatchObject({
      error_code: 'too_many_requests',
      error_message: 'too many request bodies from this address are in progress; try again in 5 seconds',
    })
    socket.destroy()
    await until(async () => (await statusOf(server, whole)) === 400)
  })

  test('for the server: more is 503 with Retry-After, for every client', async () => {
    const settings = { bodyMemoryBytes: 400_000, trustedProxies: ['127.0.0.1'] }
    const server = await aServer({ settings })
    const from = (address: string) => headOf(authorizationOf(server), `X-Forwarded-For: ${address}`)
    const third = from('192.0.2.3') + part.padEnd(900_000, '"')
    let answer = await firstAnswer(server.port, third)
    await until(async () => {
      // Again for each try: on a busy machine the former ones may have paused for too long.
      await leaveOpen(server.port, from('192.0.2.1') + part)
      await leaveOpen(server.port, from('192.0.2.2') + part)
      answer = await firstAnswer(server.port, third)
      return answer.status === 503
    })
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(JSON.parse(answer.body).error_message).toBe(
      'too many request bodies are in progress; try again in 5 seconds',
    )
  })

  test('and half-sent bodies without a credential use none of it', async () => {
    const server = await aServer({ settings: { bodyMemoryBytes: 400_000 } })
    await Promise.all(Array.from({ length: 20 }, () => leaveOpen(server.port, headOf() + part)))
    const name = '{"name":"News"}'
    const head = headOf(authorizationOf(server)).replace('900000', String(name.length))
    expect((await firstAnswer(server.port, head + name)).status).toBe(200)
  })
})

describe('connections are limited', () => {
  test('for the server', async () => {
    const server = await aServer({ settings: { connectionsMax: 8 } })
    const sockets = await Promise.all(Array.from({ length: 8 }, () => leaveOpen(server.port, 'GET ')))
    const refused = await leaveOpen(server.port, '')
    await once(refused, 'close')
    sockets[0]?.destroy()
    await until(async () => {
      const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
      return (await firstAnswer(server.port, get).catch(() => null))?.status === 200
    })
  })

  test('for one client to a quarter, but not for proxies and this machine', () => {
    const server = new EventEmitter()
    const warnings: unknown[] = []
    const log = { ...logInto([]), warn: (...entry: unknown[]) => void warnings.push(entry) }
    limitConnections({ server, log } as unknown as FastifyInstance, 8, ['10.0.0.0/8', '2001:db8::1'])
    const arrive = (remoteAddress: string) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress })
      server.emit('connection', socket)
      return socket
    }
    const stayOf = (address: string) => [1, 2, 3].map(() => !arrive(address).destroyed)
    expect(stayOf('192.0.2.1')).toEqual([true, true, false])
    expect(stayOf('::ffff:192.0.2.1')).toEqual([false, false, false])
    expect(stayOf('2001:db8:1::1')).toEqual([true, true, false])
    expect(stayOf('2001:db8:1::2')).toEqual([false, false, false])
    for (const proxy of ['127.0.0.1', '::1', '10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1']) {
      expect(stayOf(proxy), proxy).toEqual([true, true, true])
    }
    expect(warnings).toHaveLength(1)
  })
})
