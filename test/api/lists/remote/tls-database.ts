import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { Certificate } from '../../../harness/fakes/certificate.ts'

const sslRequestCode = 80_877_103

/**
 * A way to PostgreSQL that begins TLS with a certificate. `logins` counts connections that came through TLS and sent
 * something, `plainLogins` those that did not ask for TLS.
 */
export async function aTlsWay(port: number, certificate: Certificate) {
  const sockets = new Set<Socket>()
  const counts = { logins: 0, plainLogins: 0 }
  const tls = createTlsServer(certificate, (client) => {
    client.once('data', (first) => {
      counts.logins += 1
      const server = connect(port, '127.0.0.1')
      sockets.add(server)
      server.on('error', () => client.destroy())
      server.write(first)
      client.pipe(server).pipe(client)
    })
    client.on('error', () => {})
  })
  tls.on('tlsClientError', () => {})
  const door = createServer((client) => {
    sockets.add(client)
    client.on('error', () => {})
    client.once('data', (asked) => {
      if (asked.readInt32BE(4) !== sslRequestCode) {
        counts.plainLogins += 1
        client.destroy()
        return
      }
      client.pause()
      client.write('S')
      tls.emit('connection', client)
      client.resume()
    })
  })
  await once(door.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    door.close()
  })
  return { port: (door.address() as AddressInfo).port, counts: () => ({ ...counts }) }
}
