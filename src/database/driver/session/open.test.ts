import { once } from 'node:events'
import net from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readAddress } from '../../address.ts'
import { retryable } from '../../retry.ts'
import { openSession } from './open.ts'
import { loginOf } from '../settings.ts'
import { connectionLost } from './socket.ts'
import { Statement } from '../statement/sql.ts'

/** A proxy between the client and the server that can stop forwarding. */
async function aProxy(target: string | undefined): Promise<{ port: number; swallow: () => void }> {
  let isSwallowing = target === undefined
  const sockets = new Set<net.Socket>()
  const server = net.createServer((near) => {
    sockets.add(near.on('error', () => {}))
    if (target === undefined) return
    const far = net.connect(target).on('error', () => {})
    sockets.add(far)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (data) => isSwallowing || to.write(data))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as net.AddressInfo
  return { port, swallow: () => (isSwallowing = true) }
}

const optionsFor = (port: number) => ({
  ...loginOf(`postgres://postgres@127.0.0.1:${port}/postgres`, {}),
  keepsStatements: true,
  connectTimeoutMs: 1_000,
  answerTimeoutMs: 100,
  commitDelayMs: 10,
  onLost: () => {},
})

test('a server that takes the connection and says nothing is given up', async () => {
  const { port } = await aProxy(undefined)
  await expect(openSession(optionsFor(port))).rejects.toMatchObject({
    code: 'CONNECT_TIMEOUT',
    message: `The database server 127.0.0.1:${port} did not answer in time.`,
    port,
  })
})

test('a statement that is never answered is given up, with its connection', async () => {
  const { path } = readAddress(inject('databaseServer').url)
  // Only the embedded server surely accepts a connection without a password.
  if (path === undefined) return
  const { port, swallow } = await aProxy(path)
  const session = await openSession(optionsFor(port))
  swallow()
  await expect(new Statement(session.run, ['select 1'])).rejects.toSatisfy(retryable)
  expect(session.lost()?.message).toBe('The database did not answer in time.')
})

/** A session whose statement waits, while looks at the machine of the database end as `looks` says. */
async function aSilentSession(looks: (() => Promise<{ destroy: () => void }>)[]) {
  const { path } = readAddress(inject('databaseServer').url)
  if (path === undefined) return null
  const { port, swallow } = await aProxy(path)
  let count = 0
  const connect = () => {
    count += 1
    const look = looks[Math.min(count, looks.length) - 1]
    return look === undefined ? Promise.reject(new Error('no look')) : look()
  }
  const reach = { everyMs: 5, connect }
  const session = await openSession({ ...optionsFor(port), answerTimeoutMs: 1_000, reach })
  swallow()
  await expect(new Statement(session.run, ['select 1'])).rejects.toSatisfy(retryable)
  return { count, reason: session.lost()?.message }
}

const there = async () => ({ destroy: () => {} })
const away = () => Promise.reject(connectionLost('The database server did not answer.'))
const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

test('a statement does not wait for a machine that is cut off', async () => {
  const found = await aSilentSession([there, away, there, away, away])
  if (found === null) return
  expect(found).toEqual({ count: 5, reason: 'The machine of the database cannot be reached.' })
})

test('a statement waits for a machine that answers or refuses, and that was missed once', async () => {
  const found = await aSilentSession([away, there, refused, refused])
  if (found === null) return
  expect(found.reason).toBe('The database did not answer in time.')
  expect(found.count).toBeGreaterThan(4)
})

/** A server that asks for a proof of the password (SCRAM), and never gets one. */
async function aServerThatAsks(): Promise<number> {
  const mechanism = Buffer.from('SCRAM-SHA-256\0\0')
  const asked = Buffer.alloc(9)
  asked.write('R')
  asked.writeInt32BE(8 + mechanism.length, 1)
  asked.writeInt32BE(10, 5)
  const first = Buffer.from('r=x,s=AAAA,i=4096')
  const more = Buffer.alloc(9)
  more.write('R')
  more.writeInt32BE(8 + first.length, 1)
  more.writeInt32BE(11, 5)
  const answers = [Buffer.concat([asked, mechanism]), Buffer.concat([more, first])]
  const server = net.createServer((socket) => {
    socket.on('error', () => {}).on('data', () => socket.write(answers.shift() ?? ''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as net.AddressInfo).port
}

test('a password that is asked for and missing is a refused log-in, and not a lost connection', async () => {
  const port = await aServerThatAsks()
  await expect(openSession(optionsFor(port))).rejects.toMatchObject({
    name: 'PostgresError',
    code: '28P01',
    message: expect.stringContaining('The log-in failed: SASL'),
  })
})
