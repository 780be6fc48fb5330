import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createExposition, type Exposition } from './exposition.ts'
import { createGather, type Sources } from './gather.ts'
import { listenForScrapes, type MetricsAddress } from './listen.ts'

/** Loaded only if it is switched on: the libraries take 90 ms of the start and 18 MB. */
export async function startMetrics(address: MetricsAddress, sources: Sources, log: FastifyBaseLogger) {
  const { gather, end } = createGather(sources)
  const exposition = createExposition(gather)
  try {
    const { url, stop } = await listenForScrapes(address, exposition.text, log)
    log.info({ url }, 'serving metrics')
    return {
      url,
      watch: (app: FastifyInstance) => noteRequests(app, exposition),
      stop: async () => {
        await stop()
        await exposition.end()
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** By the template of the path: a raw path would make a series of each id, and has tokens. */
export function noteRequests(app: FastifyInstance, { noteRequest }: Exposition): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url: route = 'none' } = request.routeOptions
    const type = String(reply.getHeader('content-type') ?? '')
    const isStream = type.startsWith('text/event-stream')
    const labels = { method: request.method, route, status: String(reply.statusCode) }
    noteRequest(labels, isStream ? null : reply.elapsedTime / 1000)
  })
}
