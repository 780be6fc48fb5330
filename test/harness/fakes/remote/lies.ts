import { createServer as createTlsServer } from 'node:tls'
import { createServer, connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { selfSignedCertificate } from '../certificate.ts'
import { aProxy } from '../../core/proxy.ts'

/** A message of PostgreSQL from the server: its type, and what follows the length. */
export type Message = { type: string; body: Buffer }

/** A way to PostgreSQL on which a message of the server can become other bytes. @returns its port */
export async function aLyingServer(port: number, lie: (message: Message) => Buffer | null): Promise<number> {
  const proxy = await aProxy(`postgres://x:y@127.0.0.1:${port}/z`, (client, server) => {
    client.on('data', (bytes) => server.write(bytes))
    let rest = Buffer.alloc(0)
    server.on('data', (bytes: Buffer) => {
      rest = Buffer.concat([rest, bytes])
      while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
        const end = 1 + rest.readInt32BE(1)
        const message = { type: rest.toString('latin1', 0, 1), body: rest.subarray(5, end) }
        client.write(lie(message) ?? rest.subarray(0, end))
        rest = rest.subarray(end)
      }
    })
  })
  return Number(new URL(proxy.url).port)
}

export function messageOf({ type, body }: Message, length = body.length + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(length, 1)
  return Buffer.concat([head, body])
}

/** PostgreSQL behind TLS, with a certificate of its own. `cert` is its authority, too. */
export async function aTlsServer(
  port: number,
  hostname: string,
): Promise<{ port: number; cert: string; plainLogins: () => number }> {
  const { key, cert } = selfSignedCertificate(hostname)
  const sockets = new Set<Socket>()
  let plainLogins = 0
  const tls = createTlsServer({ key, cert }, (client) => {
    const server = connect(port, '127.0.0.1')
    sockets.add(server)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
    client.pipe(server).pipe(client)
  })
  const door = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    client.once('data', (asked) => {
      if (asked.readInt32BE(4) !== 80_877_103) {
        plainLogins += 1
        client.destroy()
        return
      }
      client.pause()
      client.write('S')
      tls.emit('connection', client)
      client.resume()
    })
  })
  tls.on('tlsClientError', () => {})
  await once(door.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    door.close()
  })
  return { port: (door.address() as AddressInfo).port, cert, plainLogins: () => plainLogins }
}
