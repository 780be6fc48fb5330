import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../harness/core/api.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder } from '../../harness/importing/stories.ts'
import { built } from '../../harness/sending/messages.ts'
import { readConfig } from '../../../src/server/config.ts'
import { createMailbox } from '../../../src/files/mailbox.ts'
import { isMailboxOpen } from '../../../src/server/local-mailbox.ts'
import { buildApi } from '../../../src/server/start.ts'
import { openSecrets } from '../../../src/secrets/ring.ts'
import { mailboxRoutes } from '../../../src/http/pages/mailbox.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { answerUnknownRoutes } from '../../../src/http/server/unknown-routes.ts'

const token = 'the-token-of-this-start'
const cookie = `quiver_mailbox_8080=${token}`

async function aMailbox() {
  const { sql } = await aDatabase()
  const mailbox = createMailbox(sql)
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  answerUnknownRoutes(app)
  mailboxRoutes(app, { mailbox, token })
  const open = (url: string, headers: Record<string, string> = { host: 'localhost:8080', cookie }) =>
    app.inject({ url, headers })
  const deliver = async (message: { envelope: { from: string; to: string }; raw: Buffer }) => {
    await mailbox.deliver(message.envelope, message.raw)
    return (await mailbox.list(1))[0] ?? ''
  }
  return { mailbox, open, deliver }
}

test('an empty mailbox shows that it is empty', async () => {
  const { open } = await aMailbox()
  const page = await open('/dev/mailbox')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('Nothing was sent yet.')
})

test('a message shows its headers, its text, and its HTML in a separate frame', async () => {
  const { open, deliver } = await aMailbox()
  const name = await deliver(await built({ subject: 'Grüße & <b>more</b>' }))
  const list = await open('/dev/mailbox')
  expect(list.body).toContain(`<a href="/dev/mailbox/${name}">Grüße &amp; &lt;b&gt;more&lt;/b&gt;</a>`)
  expect(list.body).toContain('Zoe@example.com')

  const page = await open(`/dev/mailbox/${name}`)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('List-Unsubscribe')
  expect(page.body).toMatch(new RegExp(`<iframe src="/dev/mailbox/${name}/html"[^>]* sandbox="allow-popups`))
  expect(page.body).not.toMatch(/<b>more|<style|\sstyle=|<script|\son\w+=/)
  expect(String(page.headers['content-security-policy'])).not.toMatch(/unsafe|\*|script|https?:/)

  const body = await open(`/dev/mailbox/${name}/html`)
  expect(body.body).toContain('https://t.example/c/0')
  const policy = String(body.headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox (?!.*allow-(scripts|same-origin))/)
  expect(policy).toContain("default-src 'none'")
  expect((await open(`/dev/mailbox/${name}/source`)).headers['content-type']).toBe(
    'text/plain; charset=utf-8',
  )
})

test('a message cannot inject markup into the page', async () => {
  const { open, deliver } = await aMailbox()
  const harm = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
  const raw = Buffer.from(
    [
      `Subject: ${harm}`,
      `From: ${harm} <a@b.example>`,
      `X-${harm}: ${harm}`,
      `Date: ${harm}`,
      'Content-Type: text/plain',
      '',
      `</pre>${harm}`,
    ].join('\r\n'),
  )
  const name = await deliver({ envelope: { from: 'a@b.example', to: `"${harm}"@b.example` }, raw })
  for (const url of ['/dev/mailbox', `/dev/mailbox/${name}`]) {
    const { statusCode, body } = await open(url)
    expect(statusCode).toBe(200)
    expect(body).not.toMatch(/<script|<img/)
  }
  expect((await open(`/dev/mailbox/${name}/html`)).statusCode).toBe(404)
})

test('a name leads to a message or to 404', async () => {
  const { open, deliver } = await aMailbox()
  const name = await deliver(await built())
  for (const path of [
    '..%2f..%2fsecret',
    '..',
    '%2e%2e',
    `new%2f${name}`,
    `${name}%00`,
    `${name}:2,S`,
    'x',
    '1.M000001P1Q000000001R00000000.quiver',
  ]) {
    for (const end of ['', '/html', '/source']) {
      const answer = await open(`/dev/mailbox/${path}${end}`)
      expect([path, answer.statusCode === 404 || (path.includes('..') && answer.statusCode === 400)]).toEqual(
        [path, true],
      )
    }
  }
})

test('accepts only callers from this machine, by its own name, without a proxy', async () => {
  const { open } = await aMailbox()
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
    expect((await open('/dev/mailbox', { host, cookie })).statusCode).toBe(200)
  }
  for (const headers of [
    { host: 'evil.example:8080' },
    { host: '127.0.0.1.evil.example:8080' },
    { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost:8080', forwarded: 'for=192.0.2.1' },
    { host: 'localhost:8080', via: '1.1 proxy' },
  ]) {
    expect((await open('/dev/mailbox', { ...headers, cookie })).statusCode).toBe(404)
    expect((await open(`/dev/mailbox?token=${token}`, headers)).statusCode).toBe(404)
  }
})

test('no page opens without the token of this start, so requests through a plain proxy fail', async () => {
  const { open, deliver } = await aMailbox()
  const name = await deliver(await built())
  // nginx with only `proxy_pass http://127.0.0.1:8080` passes requests of strangers on like this.
  const host = '127.0.0.1:8080'
  for (const path of ['', `/${name}`, `/${name}/html`, `/${name}/source`, '?token=', '?token=guessed']) {
    for (const headers of [{ host }, { host, cookie: 'quiver_mailbox_8080=guessed' }]) {
      const answer = await open(`/dev/mailbox${path}`, headers)
      expect([path, answer.statusCode]).toEqual([path, 403])
      expect(answer.json().error_message).toContain('?token=')
    }
  }
})

test('the link with the token redirects to a clean address, with an HttpOnly cookie', async () => {
  const { open } = await aMailbox()
  const answer = await open(`/dev/mailbox?token=${token}`, { host: '127.0.0.1:8080' })
  expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']]).toEqual([
    303,
    '/dev/mailbox',
    `${cookie}; Path=/dev/mailbox; HttpOnly; SameSite=Strict`,
  ])
  expect((await open('/dev/mailbox', { host: '127.0.0.1:8080', cookie: `a=b; ${cookie}` })).statusCode).toBe(
    200,
  )
})

test.each([
  ['no settings', true, {}],
  ['an own port and address', true, { HOST: '::1', PORT: '9000', BASE_URL: 'http://localhost:9000' }],
  ['another HOST', false, { HOST: '0.0.0.0' }],
  ['a public BASE_URL', false, { BASE_URL: 'https://quiver.example.com' }],
  ['a trusted proxy', false, { TRUSTED_PROXIES: '127.0.0.1' }],
  ['an SMTP server', false, { SMTP_URL: 'smtp://mail.example.com' }],
])('with %s it is open: %s', (_what, isOpen, env: Record<string, string>) => {
  expect(isMailboxOpen(readConfig(env))).toBe(isOpen)
})

test('its routes do not exist where it is closed', async () => {
  const { sql } = await aDatabase()
  const config = readConfig({ DATA_DIR: await aWorkFolder(), LOG_LEVEL: 'silent' })
  const app = await buildApi({ config, database: sql, secrets: openSecrets('0'.repeat(64)), log: quietLog })
  onTestFinished(() => app.close())
  for (const url of [`/dev/mailbox?token=${token}`, '/mailbox.css']) {
    expect((await app.inject({ url, headers: { host: 'localhost' } })).statusCode).toBe(404)
  }
})
