import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isLoopbackAddress } from '../../../outbound/loopback.ts'
import { clientOf, unmapped } from '../../../outbound/network.ts'

const warningEveryMs = 60_000

/** One client gets at most a quarter of them. Trusted proxies and this machine, which have many clients, are exempt. */
export function limitConnections(
  app: FastifyInstance,
  connectionsMax: number,
  trustedProxies: readonly string[],
): void {
  const { server } = app
  server.maxConnections = connectionsMax
  const isProxy = createProxyCheck(trustedProxies)
  const clients = new Map<string, number>()
  const warn = createWarning(app, connectionsMax)
  server.on('drop', warn)
  server.on('connection', (socket) => {
    const address = unmapped(socket.remoteAddress ?? '')
    if (address === null || isProxy(address)) return
    const client = clientOf(address)
    const open = clients.get(client) ?? 0
    if (open >= connectionsMax / 4) {
      warn()
      socket.destroy()
      return
    }
    clients.set(client, open + 1)
    socket.once('close', () => {
      const left = (clients.get(client) ?? 1) - 1
      if (left === 0) clients.delete(client)
      else clients.set(client, left)
    })
  })
}

function createProxyCheck(trustedProxies: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const proxy of trustedProxies) {
    const [network = '', bits] = proxy.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(network, family)
    else proxies.addSubnet(network, Number(bits), family)
  }
  return (address) => isLoopbackAddress(address) || proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

function createWarning({ log }: FastifyInstance, connectionsMax: number): () => void {
  let lastMs = -Infinity
  return () => {
    if (performance.now() - lastMs < warningEveryMs) return
    lastMs = performance.now()
    log.warn(
      { connectionsMax },
      `connections refused; ${connectionsMax} are open, or one client has opened a quarter of them`,
    )
  }
}
