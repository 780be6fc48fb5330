import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { languageCookie } from '../../../src/contract/users/languages.ts'
import { aServer } from '../../harness/core/server.ts'

async function pageFor(app: FastifyInstance, headers: Record<string, string>, url = '/console/log-in') {
  const { body, headers: answered } = await app.inject({ url, headers })
  const [, lang] = /<html lang="(\w+)" dir="ltr"/.exec(body) ?? []
  const [, source = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(body) ?? []
  const script = new URL(source, `http://host${url}`).pathname
  return { lang, script, vary: answered['vary'], tag: answered['etag'] }
}

test('the console is in the language that was chosen, or else in the one that the browser asks for', async () => {
  const { app } = await aServer()
  const inGerman = { 'accept-language': 'sv, de-AT;q=0.8, en;q=0.3' }
  const german = await pageFor(app, inGerman)
  expect(german).toMatchObject({ lang: 'de', vary: 'accept-language, cookie, accept-encoding' })
  expect(german.script).toMatch(/^\/console\/de-[0-9a-f]{8}\/assets\/index-[\w-]+\.js$/)
  const english = await pageFor(app, { ...inGerman, cookie: `other=1; ${languageCookie}=en` })
  expect([english.lang, english.script]).toEqual(['en', expect.stringMatching(/^\/console\/assets\//)])
  const chosen = await pageFor(app, { 'accept-language': 'en', cookie: `${languageCookie}=de` })
  expect(chosen).toEqual(german)
  expect(await pageFor(app, { cookie: `${languageCookie}=xx` })).toEqual(await pageFor(app, {}))
  expect(german.tag).not.toBe(english.tag)
})

test('files without words are the same in all languages, and those of another build are none', async () => {
  const { app } = await aServer()
  const { script: path } = await pageFor(app, { 'accept-language': 'de' })
  const inGerman = await app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
  const inEnglish = await app.inject(path.replace(/de-\w+\//, ''))
  expect([inGerman.statusCode, inGerman.headers['content-encoding']]).toEqual([200, 'br'])
  expect((await app.inject(path)).body).toBe(inEnglish.body)
  expect((await app.inject(path.replace(/de-\w+/, 'de-00000000'))).statusCode).toBe(404)
})

test('the pages for passwords, which need no script, are in that language, too', async () => {
  const { app } = await aServer()
  const forgot = async (headers: Record<string, string>) =>
    (await app.inject({ url: '/log_in/forgot_password', headers })).body
  const inGerman = await forgot({ 'accept-language': 'de' })
  expect(inGerman).toContain('<html lang="de" dir="ltr">')
  expect(inGerman).toContain('<h1>Passwort vergessen?</h1>')
  expect(await forgot({ 'accept-language': 'de', cookie: `${languageCookie}=en` })).toContain(
    '<h1>Forgot your password?</h1>',
  )
})
