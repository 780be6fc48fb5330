import { createConnection } from 'node:net'
import { onTestFinished, expect, test } from 'vitest'
import { countersOf } from '../../test/harness/sending/readers.ts'
import { bounceMail } from '../../test/harness/sending/returned-mail.ts'
import { aBounceServer } from '../../test/harness/sending/returned.ts'

/** A connection that says what it is told to; each call answers the next whole reply. */
async function talk(port: number) {
  const socket = createConnection(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  let wake = () => {}
  socket.on('data', (chunk) => {
    text += chunk.toString()
    wake()
  })
  socket.on('close', () => wake())
  socket.on('error', () => {})
  const reply = async () => {
    for (;;) {
      const end = /^\d{3} .*\r\n/m.exec(text)
      if (end !== null) {
        const whole = text.slice(0, end.index + end[0].length)
        text = text.slice(whole.length)
        return whole
      }
      if (socket.destroyed) return 'closed'
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return reply()
  }
  return { socket, reply, say }
}

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

test('one address has ten connections and no more, and may come again when they are closed', async () => {
  const { server } = await aBounceServer()
  const talks = await Promise.all(Array.from({ length: 11 }, () => talk(server.port)))
  const greetings = await Promise.all(talks.map(({ reply }) => reply()))
  expect(greetings.filter((text) => text.startsWith('220'))).toHaveLength(10)
  expect(greetings.filter((text) => text.startsWith('421'))).toHaveLength(1)
  for (const { socket } of talks) socket.destroy()
  await expect.poll(async () => (await (await talk(server.port)).reply()).slice(0, 3)).toBe('220')
})
