import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { quietLog } from '../../harness/core/api.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { aWorkFolder } from '../../harness/importing/stories.ts'
import { built } from '../../harness/sending/messages.ts'
import { readConfig } from '../../../src/server/config.ts'
import { createMailbox } from '../../../src/files/mailbox.ts'
import { buildApi } from '../../../src/server/start.ts'
import { openSecrets } from '../../../src/secrets.ts'
import { mailboxRoutes } from '../../../src/http/pages/mailbox.ts'
import { createServer } from '../../../src/http/server/create.ts'
import { answerUnknownRoutes } from '../../../src/http/server/unknown-routes.ts'

async function aMailbox() {
  const root = await mkdtemp(join(tmpdir(), 'quiver-mailbox-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const mailbox = createMailbox(root)
  const app = createServer(quietLog, 'real')
  onTestFinished(() => app.close())
  answerUnknownRoutes(app)
  mailboxRoutes(app, mailbox)
  const open = (url: string, headers: Record<string, string> = { host: 'localhost:8080' }) =>
    app.inject({ url, headers })
  const deliver = async (message: { envelope: { from: string; to: string }; raw: Buffer }) => {
    await mailbox.deliver(message.envelope, message.raw)
    return (await mailbox.list(1))[0] ?? ''
  }
  return { mailbox, open, deliver }
}

test('an empty mailbox says so', async () => {
  const { open } = await aMailbox()
  const page = await open('/dev/mailbox')
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.body).toContain('Nothing was sent yet.')
})

test('a message can be read: its headers, its text, its HTML in a frame of its own', async () => {
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

test('a message cannot write on the page', async () => {
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

test('a name leads to a message or to nothing', async () => {
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

test('only callers from this machine, by its own name, and through no proxy', async () => {
  const { open } = await aMailbox()
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:8080']) {
    expect((await open('/dev/mailbox', { host })).statusCode).toBe(200)
  }
  for (const headers of [
    { host: 'evil.example:8080' },
    { host: '127.0.0.1.evil.example' },
    { host: 'localhost', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost', forwarded: 'for=192.0.2.1' },
    { host: 'localhost', via: '1.1 proxy' },
  ]) {
    expect((await open('/dev/mailbox', headers)).statusCode).toBe(404)
  }
})

test('it is there where no SMTP server is configured and only this machine is served', async () => {
  const { sql } = await aDatabase()
  const secrets = openSecrets('0'.repeat(64))
  const statusWith = async (env: Record<string, string>) => {
    const config = readConfig({ DATA_DIR: await aWorkFolder(), LOG_LEVEL: 'silent', ...env })
    const app = await buildApi({ config, database: sql, secrets, log: quietLog })
    onTestFinished(() => app.close())
    return (await app.inject({ url: '/dev/mailbox', headers: { host: 'localhost' } })).statusCode
  }
  expect(await statusWith({})).toBe(200)
  expect(await statusWith({ HOST: '0.0.0.0' })).toBe(404)
  expect(await statusWith({ SMTP_URL: 'smtp://mail.example.com' })).toBe(404)
})
