import type { FastifyInstance } from 'fastify'
import { spellingsOf } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { AppError } from '../../contract/api/errors.ts'
import { meantPath } from '../../contract/api/meant-path.ts'

type Route = { method: string; segments: string[] }

/**
 * 404 for an unknown path, 405 with `Allow` for another method. OPTIONS lists the methods. Call it before adding
 * routes.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const routes: Route[] = []
  const paths = endpoints.flatMap(spellingsOf)
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, segments: segmentsOf(url) })
  })
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(routes, request.url)
    if (methods.length === 0)
      throw new AppError('not_found', `path not found${meantPath(pathOf(request.url), paths)}`)
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS') return reply.status(204).header('allow', allow).send()
    throw new AppError('invalid_request', `this path takes ${allow}`, { status: 405, headers: { allow } })
  })
}

function methodsOf(routes: readonly Route[], url: string): string[] {
  const asked = segmentsOf(pathOf(url))
  const found = routes.filter(({ segments }) => isMatch(segments, asked)).map(({ method }) => method)
  return [...new Set(found)]
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

/** Like the router, ignores a trailing slash. */
function segmentsOf(path: string): string[] {
  return path.replace(/\/$/, '').split('/')
}

function isMatch(pattern: readonly string[], asked: readonly string[]): boolean {
  if (pattern.length !== asked.length) return false
  return pattern.every((segment, index) =>
    segment.startsWith(':') ? asked[index] !== '' : segment === asked[index],
  )
}
