import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { readAddress } from '../../../src/database/address.ts'

export type Proxy = {
  /** Of the same database, through the proxy. */
  url: string
  /** Destroys all connections. New ones are accepted. */
  disconnect: () => void
}

/**
 * A proxy between a client and the database. The end of one of a pair of sockets ends both.
 * @param forward gets each pair and passes on what it wants to be passed on
 */
export async function aProxy(
  databaseUrl: string,
  forward: (client: Socket, database: Socket) => void,
): Promise<Proxy> {
  const target = readAddress(databaseUrl)
  const sockets = new Set<Socket>()
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    const database =
      target.path === undefined
        ? connect(target.port?.[0] ?? 5432, target.host?.[0] ?? '127.0.0.1')
        : connect(target.path)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    forward(client, database)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    disconnect()
    server.close()
  })
  return { url: through((server.address() as AddressInfo).port, databaseUrl), disconnect }
}

function through(port: number, databaseUrl: string): string {
  const parsed = new URL(databaseUrl.replace('@/', '@localhost/'))
  const user = parsed.searchParams.get('user') ?? (parsed.username || 'postgres')
  const password = parsed.password === '' ? '' : `:${parsed.password}`
  return `postgres://${user}${password}@127.0.0.1:${port}${parsed.pathname}`
}
