import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../contract/api/errors.ts'
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
  void app.register(fastifyStatic, {
    root: fileURLToPath(new URL('assets/', directory)),
    prefix: '/console/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  })
  const headers = { 'content-type': 'font/woff2' }
  app.get(
    '/console/inter.woff2',
    assetHandler(() => readLetters(directory).catch(refuseUnbuilt), headers),
  )
  let html: Promise<string> | undefined
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    html ??= readFile(new URL('index.html', directory), 'utf8').catch((cause: unknown) => {
      html = undefined
      throw cause
    })
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
      })
      .send(relativeTo(request.url, await html.catch(refuseUnbuilt)))
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
function relativeTo(url: string, html: string): string {
  const steps = url.replace(/[?#].*$/, '').split('/').length - 2
  const up = steps === 0 ? './console/' : '../'.repeat(steps - 1) || './'
  return html.replaceAll(/(src|href)="\.\//g, `$1="${up}`)
}
