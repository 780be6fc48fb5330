import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenSpan, Traces } from '../../work/traces/traced.ts'

/** One span a request, by the template of its path: a path has ids, and those of public pages have tokens. */
export function traceRequests(app: FastifyInstance, traces: Traces): void {
  const open = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = traces.open()
    open.set(request, span)
    span.within(done)
  })
  // What comes after a body was read runs where its bytes arrived.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = open.get(request)
    if (span === undefined) done()
    else span.within(done)
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const { url: route = 'none' } = request.routeOptions
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': statusCode,
      'quiver.request_id': request.id,
    }
    open.get(request)?.end(`${request.method} ${route}`, attributes, statusCode >= 500)
    done()
  })
}
