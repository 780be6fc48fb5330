import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { mounts } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { succeed } from '../../contract/api/envelope.ts'
import { openApiDocument } from '../openapi/document.ts'

const own = new URL('./', import.meta.url)

/** Copied by the build; when running from the sources, those of the package. */
function swaggerDirectory(): URL {
  const copied = new URL('./swagger-ui/', own)
  return existsSync(copied) ? copied : new URL('../../../node_modules/swagger-ui-dist/', import.meta.url)
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

type Page = { path: string; file: URL; type: keyof typeof types }

/** Nothing from elsewhere, nothing inline. Swagger UI's own pictures are data URLs. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For people: what this server is (`/`), and the reference of its calls (`/docs`, `/openapi.json`). */
export function pageRoutes(app: FastifyInstance): void {
  const swagger = swaggerDirectory()
  const pages: Page[] = [
    { path: '/start.css', file: new URL('start.css', own), type: 'css' },
    { path: '/icon.svg', file: new URL('icon.svg', own), type: 'svg' },
    { path: '/docs', file: new URL('docs.html', own), type: 'html' },
    { path: '/docs/docs.css', file: new URL('docs.css', own), type: 'css' },
    { path: '/docs/init.js', file: new URL('init.js', own), type: 'js' },
    { path: '/docs/swagger-ui.css', file: new URL('swagger-ui.css', swagger), type: 'css' },
    { path: '/docs/swagger-ui-bundle.js', file: new URL('swagger-ui-bundle.js', swagger), type: 'js' },
  ]
  for (const page of pages) {
    app.get(page.path, async (_request, reply) =>
      reply
        .headers({ ...headersOf(page.type), 'cache-control': 'max-age=3600' })
        .send(await readFile(page.file)),
    )
  }
  app.get('/', async (request, reply) => {
    reply.header('vary', 'accept')
    if (!wantsHtml(request.headers.accept)) return succeed(signposts, {})
    return reply.headers(headersOf('html')).send(await readFile(new URL('start.html', own)))
  })
  let document: string | undefined
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}

const signposts = {
  name: 'Quiver',
  api: mounts[0],
  reference: '/docs',
  openapi: '/openapi.json',
  alive: '/healthz',
  ready: '/readyz',
}

/** Browsers say so; programs that take anything get JSON. */
function wantsHtml(accept = ''): boolean {
  return accept.includes('text/html') && !accept.includes('application/json')
}

function headersOf(type: Page['type']): Record<string, string> {
  return {
    'content-type': types[type],
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  }
}
