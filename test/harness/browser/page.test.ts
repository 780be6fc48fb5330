import { expect, onTestFinished, test } from 'vitest'
import { aServer } from '../core/server.ts'
import { axe } from './axe.ts'
import { aLoggedInPage, aPage, watch } from './page.ts'
import { describeInBrowser, theBrowser } from './worker.ts'

const faulty = `<!doctype html><html lang="en"><title>Faulty</title><body>
  <img src="/nowhere.png" alt=""><img src="http://elsewhere.example/logo.png" alt=""><p style="color: red">No</p>
  <script src="/faulty.js"></script>`

describeInBrowser('a page of a test', () => {
  test('has its faults found: errors, refusals, other hosts, breaches of its policy', async () => {
    const { url } = await aServer({
      prepare(app) {
        app.get('/faulty', async (_request, reply) =>
          reply.type('text/html').header('content-security-policy', "style-src 'self'").send(faulty),
        )
        app.get('/faulty.js', async (_request, reply) =>
          reply
            .type('text/javascript')
            .send("console.error('said'); setTimeout(() => { throw new Error('thrown') })"),
        )
      },
    })
    const context = await theBrowser().newContext()
    onTestFinished(() => context.close())
    const faults = watch(context, url)
    const page = await context.newPage()
    await page.goto(`${url}/faulty`)
    const expected = [
      'nowhere.png',
      'other host: http://elsewhere.example/logo.png',
      'no answer: http://elsewhere.example/logo.png net::ERR_NAME_NOT_RESOLVED',
      'style-src',
      'said',
      'thrown',
    ]
    await expect
      .poll(() => expected.filter((fault) => !faults.some((found) => found.includes(fault))))
      .toEqual([])
  })

  test('is told what keeps people from using it', async () => {
    const page = await aPage(await aServer())
    await page.setContent('<html lang="en"><title>Faulty</title><main><h1>It</h1><input></main>')
    await expect(axe(page)).rejects.toThrow('label (critical, 1 times): Form elements must have labels')
  })

  test('can have the session of a user', async () => {
    const server = await aServer()
    const { page, session } = await aLoggedInPage(server)
    await page.goto('/')
    const get = async () => (await fetch('/ga/api/v2/sessions/current')).text()
    expect(JSON.parse(await page.evaluate(get)).data.user).toMatchObject({ id: session.userId })
  })
})
