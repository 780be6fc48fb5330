import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, notFound } from '../../contract/api/errors.ts'
import { directionOf, isLanguage, type Language } from '../../contract/users/languages.ts'
import { assetHandler } from './assets.ts'
import { languageOf } from './language.ts'

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
  vary: 'accept-language, cookie',
}

/** Of the console's own addresses none is as deep. One page is kept for each depth. */
const depthMax = 20

const files = {
  preCompressed: true,
  immutable: true,
  maxAge: '1y',
  index: false,
  decorateReply: false,
} as const

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
  const folders = foldersIn(directory)
  void app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError) => {
      // The names that no file can have, such as %00.
      throw (error.statusCode ?? 500) < 500 ? notFound('file') : error
    })
    const assets = fileURLToPath(new URL('assets/', directory))
    await scope.register(fastifyStatic, { ...files, root: assets, prefix: '/console/assets/' })
    for (const folder of Object.values(folders)) {
      const words = fileURLToPath(new URL(`${folder}/assets/`, directory))
      // oxlint-disable-next-line no-await-in-loop: plugins are registered one after another.
      await scope.register(fastifyStatic, {
        ...files,
        root: [words, assets],
        prefix: `/console/${folder}/assets/`,
      })
    }
  })
  const headers = { 'content-type': 'font/woff2' }
  app.get(
    '/console/inter.woff2',
    assetHandler(() => readLetters(directory).catch(refuseUnbuilt), headers),
  )
  const there = ['en', ...Object.keys(folders)].filter(isLanguage)
  const pages = new Map<string, ReturnType<typeof assetHandler>>()
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.replace(/[?#].*$/, '')
    const depth = path.split('/').length - 2
    // Files of a former build.
    if (depth > depthMax || /^\/console\/\w+-\w+\/assets\//.test(path)) throw notFound('path')
    const language = languageOf(request, there)
    const key = `${language} ${depth}`
    const made =
      pages.get(key) ?? assetHandler(() => readPage({ directory, depth, language, folders }), pageHeaders)
    pages.set(key, made)
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

/** The languages that the console is built in besides English, and where their words are. */
function foldersIn(directory: URL): Partial<Record<Language, string>> {
  const list = new URL('languages.json', directory)
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
}

type Page = {
  directory: URL
  depth: number
  language: Language
  folders: Partial<Record<Language, string>>
}

/**
 * The addresses in the page are relative, so that the console works below a path of a proxy; how many steps they lead up
 * depends on the address that the page is opened at. Its scripts are those of its language.
 */
async function readPage({ directory, depth, language, folders }: Page): Promise<string> {
  const html = await readFile(new URL('index.html', directory), 'utf8').catch(refuseUnbuilt)
  const up = depth === 0 ? './console/' : '../'.repeat(depth - 1) || './'
  const folder = folders[language]
  return html
    .replace(
      '<html lang="en">',
      `<html lang="${language}" dir="${directionOf(language)}" data-languages="${['en', ...Object.keys(folders)].join(' ')}">`,
    )
    .replaceAll(/(src|href)="\.\/assets\//g, folder === undefined ? '$&' : `$1="./${folder}/assets/`)
    .replaceAll(/(src|href)="\.\//g, `$1="${up}`)
}
