import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { mounts } from '../../contract/api/endpoint.ts'
import { succeed } from '../../contract/api/envelope.ts'
import { publishedDocument } from '../openapi/published.ts'
import { assetHandler } from './assets.ts'

const own = new URL('./', import.meta.url)

/** The build copies it; the sources use the package. */
function redocDirectory(): URL {
  const copied = new URL('./redoc/', own)
  return existsSync(copied) ? copied : new URL('../../../node_modules/redoc/bundles/', import.meta.url)
}

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
} as const

type Page = { path: string; file: URL; type: keyof typeof types; policy?: string }

/** No external or inline content. Redoc's own images are data URLs. */
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

/**
 * Redoc adds empty style elements, which the hash of the empty string permits, and fills them through the DOM, which no
 * policy restricts. Its search runs in a worker from a blob.
 */
const referencePolicy = policy.replace(
  "style-src 'self'",
  `style-src 'self' 'sha256-${createHash('sha256').digest('base64')}'; worker-src blob:`,
)

export function pageRoutes(app: FastifyInstance): void {
  const redoc = redocDirectory()
  const pages: Page[] = [
    { path: '/start.css', file: new URL('start.css', own), type: 'css' },
    { path: '/log-in.css', file: new URL('log-in.css', own), type: 'css' },
    { path: '/icon.svg', file: new URL('icon.svg', own), type: 'svg' },
    { path: '/sign-up.js', file: new URL('sign-up.js', own), type: 'js' },
    { path: '/docs', file: new URL('docs.html', own), type: 'html', policy: referencePolicy },
    { path: '/docs/docs.css', file: new URL('docs.css', own), type: 'css' },
    { path: '/docs/init.js', file: new URL('init.js', own), type: 'js' },
    { path: '/docs/redoc.standalone.js', file: new URL('redoc.standalone.js', redoc), type: 'js' },
  ]
  for (const page of pages)
    app.get(
      page.path,
      assetHandler(() => readFile(page.file), headersOf(page)),
    )
  const startFile = new URL('start.html', own)
  const start = assetHandler(() => readFile(startFile), { ...headersOf({ type: 'html' }), vary: 'accept' })
  app.get('/', async (request, reply) => {
    if (wantsHtml(request.headers.accept)) return start(request, reply)
    reply.header('vary', 'accept')
    return succeed(signposts, {})
  })
  const built = new URL('openapi.json', own)
  const document = async () => (existsSync(built) ? readFile(built) : publishedDocument())
  app.get('/openapi.json', assetHandler(document, { 'content-type': 'application/json; charset=utf-8' }))
}

const signposts = {
  name: 'Quiver',
  api: mounts[0],
  reference: '/docs',
  openapi: '/openapi.json',
  alive: '/healthz',
  ready: '/readyz',
}

/** Programs that accept anything get JSON. */
function wantsHtml(accept = ''): boolean {
  return accept.includes('text/html') && !accept.includes('application/json')
}

function headersOf(page: Pick<Page, 'type' | 'policy'>): Record<string, string> {
  return {
    'content-type': types[page.type],
    'content-security-policy': page.policy ?? policy,
    'referrer-policy': 'no-referrer',
  }
}
