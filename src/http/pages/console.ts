import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../contract/api/errors.ts'
import { assetHandler } from './assets.ts'

/** Styles are allowed in attributes, where Mantine puts them; scripts only from files of this server. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ')

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
}

/** Of the console's own addresses none is as deep. One page is kept for each depth. */
const depthMax = 20

/** From dist/http/pages/ and from src/http/pages/, whose server the tests start. */
function builtConsole(): URL {
  const beside = new URL('../../console/', import.meta.url)
  return existsSync(new URL('index.html', beside))
    ? beside
    : new URL('../../../dist/console/', import.meta.url)
}

/** The console: files with a hash in their name, and one page for every other address below `/console`. */
export function consoleRoutes(app: FastifyInstance): void {
  const directory = builtConsole()
  void app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError) => {
      // The names that no file can have, such as %00.
      throw (error.statusCode ?? 500) < 500 ? notFound('file') : error
    })
    await scope.register(fastifyStatic, {
      root: fileURLToPath(new URL('assets/', directory)),
      prefix: '/console/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '1y',
      index: false,
      decorateReply: false,
    })
  })
  const headers = { 'content-type': 'font/woff2' }
  app.get(
    '/console/inter.woff2',
    assetHandler(() => readLetters(directory).catch(refuseUnbuilt), headers),
  )
  const pages = new Map<number, ReturnType<typeof assetHandler>>()
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const depth = request.url.replace(/[?#].*$/, '').split('/').length - 2
    if (depth > depthMax) throw notFound('path')
    const made = pages.get(depth) ?? assetHandler(() => readPage(directory, depth), pageHeaders)
    pages.set(depth, made)
    return made(request, reply)
  }
  app.get('/console', page)
  app.get('/console/*', page)
}

/** For the pages of the log-in that are not the console's own: the same letters, without the hash in their name. */
async function readLetters(directory: URL): Promise<Buffer> {
  const assets = new URL('assets/', directory)
  const name = (await readdir(assets)).find((file) => /^inter-latin-wght-normal-.*\.woff2$/.test(file))
  return readFile(new URL(name ?? 'inter.woff2', assets))
}

function refuseUnbuilt(): never {
  throw new AppError('not_found', 'the console is not built: run npm run build')
}

/**
 * The addresses in the page are relative, so that the console works below a path of a proxy; how many steps they lead up
 * depends on the address that the page is opened at.
 */
async function readPage(directory: URL, depth: number): Promise<string> {
  const html = await readFile(new URL('index.html', directory), 'utf8').catch(refuseUnbuilt)
  const up = depth === 0 ? './console/' : '../'.repeat(depth - 1) || './'
  return html.replaceAll(/(src|href)="\.\//g, `$1="${up}`)
}
