import { onTestFinished, expect, test } from 'vitest'
import { countersOf } from '../../test/harness/sending/readers.ts'
import { bounceMail } from '../../test/harness/returned/mail.ts'
import { talk } from '../../test/harness/smtp/dialogue.ts'
import { startBounceServer } from './bounce-server.ts'
import { aBounceServer } from '../../test/harness/sending/returned.ts'

test('it sends nothing on, knows no log-in and no STARTTLS, and says nothing of who is there', async () => {
  const { server, returnPath } = await aBounceServer()
  const { reply, say } = await talk(server.port)
  expect(await reply()).toMatch(/^220 /)
  const hello = await say('EHLO somebody.example')
  expect(hello).not.toMatch(/AUTH|STARTTLS/)
  expect(hello).toContain('SIZE 1048576')
  expect(await say('AUTH PLAIN AGEAYg==')).toMatch(/^5/)
  expect(await say('STARTTLS')).toMatch(/^5/)
  expect(await say('MAIL FROM:<a@b.example> SIZE=2000000')).toMatch(/^552/)
  expect(await say('MAIL FROM:<a@b.example>')).toMatch(/^250/)
  expect(await say('RCPT TO:<ann@example.com>')).toMatch(/^550/)
  expect(await say('DATA')).toMatch(/^503/)
  expect(await say(`RCPT TO:<${returnPath()}>`)).toMatch(/^250/)
})

test('whoever names one wrong address after the other is sent away', async () => {
  const { server, returnPath } = await aBounceServer()
  const { socket, reply, say } = await talk(server.port)
  await reply()
  await say('EHLO x')
  await say('MAIL FROM:<>')
  const answers: string[] = []
  for (let number = 0; number < 20; number++) answers.push(await say(`RCPT TO:<who${number}@news.example>`))
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual([...Array<string>(19).fill('550'), '421'])
  await expect.poll(() => socket.destroyed || socket.readableEnded).toBe(true)
  const next = await talk(server.port)
  await next.reply()
  await next.say('EHLO x')
  await next.say('MAIL FROM:<>')
  expect(await next.say(`RCPT TO:<${returnPath()}>`)).toMatch(/^250/)
})

test('a message that was cut off is not counted; one that is too long is refused', async () => {
  const { api, server, campaignId, returnPath, deliver } = await aBounceServer()
  const mail = bounceMail({ to: returnPath() }).toString()
  const { socket, reply, say } = await talk(server.port)
  await reply()
  await say('EHLO x')
  await say('MAIL FROM:<>')
  await say(`RCPT TO:<${returnPath()}>`)
  expect(await say('DATA')).toMatch(/^354/)
  socket.end(mail)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(await deliver(Buffer.from(`${mail}${'long line\r\n'.repeat(110_000)}`), returnPath())).toBe(552)
  expect((await countersOf(api, campaignId)).report).toEqual({})
  // Nobody holds the message that was cut off: a whole one is counted.
  expect(await deliver(Buffer.from(mail), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1 })
})

test('a relay on this machine has as many connections as it wants', async () => {
  const { server } = await aBounceServer()
  const talks = await Promise.all(Array.from({ length: 40 }, () => talk(server.port)))
  const greetings = await Promise.all(talks.map(({ reply }) => reply()))
  expect(new Set(greetings.map((text) => text.slice(0, 3)))).toEqual(new Set(['220']))
})

test('a connection that sends nothing, or no MAIL, ends soon; one that is at work stays', async () => {
  const { environment, returnPath } = await aBounceServer()
  const settings = {
    host: '127.0.0.1',
    port: 0,
    relays: [],
    patience: { command: 500, welcome: 2_000, whole: 300_000 },
  }
  const server = await startBounceServer(environment, settings)
  onTestFinished(() => server.stop())
  const [silent, slow, working] = [await talk(server.port), await talk(server.port), await talk(server.port)]
  for (const { reply } of [silent, slow, working]) await reply()
  await slow.say('EHLO x')
  await working.say('EHLO x')
  await working.say('MAIL FROM:<>')
  await expect.poll(() => silent.socket.destroyed).toBe(true)
  await expect.poll(() => slow.socket.destroyed).toBe(true)
  expect(await working.say(`RCPT TO:<${returnPath()}>`)).toMatch(/^250/)
})
