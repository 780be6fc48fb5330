import type { FastifyInstance } from 'fastify'
import { AppError, notFound } from '../../contract/api/errors.ts'

type Route = { method: string; segments: string[] }

/**
 * Answers requests without a route: an unknown path is `not_found`, another method of a known path is 405 with
 * `Allow`, OPTIONS lists the methods. Call it before the first route is added.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, segments: segmentsOf(url) })
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(routes, request.url)
    if (methods.length === 0) throw notFound('path')
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return reply.status(204).header('allow', allow).send()
    throw new AppError('invalid_request', `this path takes ${allow}`, { status: 405, headers: { allow } })
  })
}

function methodsOf(routes: readonly Route[], url: string): string[] {
  const asked = segmentsOf(url.replace(/[?#].*$/s, ''))
  const found = routes.filter(({ segments }) => isMatch(segments, asked)).map(({ method }) => method)
  return [...new Set(found)]
}

/** As in the router, a trailing slash is ignored. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/')
}

function isMatch(pattern: readonly string[], asked: readonly string[]): boolean {
  if (pattern.length !== asked.length) return false
  return pattern.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  )
}
