import { once } from 'node:events'
import net from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { readAddress } from '../address.ts'
import { retryable } from '../retry.ts'
import { openSession } from './session.ts'
import { statementsOf } from './sql.ts'

/** Stands between us and the server, and lets nothing pass any more when it is told so. */
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
  target: { hosts: [{ host: '127.0.0.1', port }], ssl: 'disable' as const },
  login: { user: 'postgres', database: 'postgres' },
  connectTimeoutMs: 100,
  answerTimeoutMs: 100,
  onLost: () => {},
})

test('a server that takes the connection and says nothing is given up', async () => {
  const { port } = await aProxy(undefined)
  await expect(openSession(optionsFor(port))).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
})

test('a statement that is never answered is given up, with its connection', async () => {
  const { path } = readAddress(inject('databaseServer').url)
  // Only our own server is sure to let us in through a socket without a password.
  if (path === undefined) return
  const { port, swallow } = await aProxy(path)
  const session = await openSession(optionsFor(port))
  swallow()
  const statement = statementsOf(session.run)`select 1`.execute()
  await expect(statement).rejects.toSatisfy(retryable)
  expect(session.lost()?.message).toBe('The database did not answer in time.')
})
