import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const stopping = new WeakSet<Server>()

/** Whether a stop has begun: proxies should send no more calls, which are answered nevertheless. */
export function isStopping({ server }: FastifyInstance): boolean {
  return stopping.has(server)
}

/**
 * When the server closes, Node ends only idle connections; busy ones would stay open until the keep-alive time is over.
 * The system resets connections that it has not handed over when the port closes: with `drainSeconds`, the port stays open
 * until a proxy that asks /readyz has gone elsewhere. To be called before other hooks, which end streams.
 */
export function endConnectionsWithAnswers(app: FastifyInstance, drainSeconds: number): void {
  app.addHook('preClose', async () => {
    stopping.add(app.server)
    if (drainSeconds > 0 && app.server.listening) await pause(drainSeconds * 1000)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isStopping(app)) reply.header('connection', 'close')
  })
}
