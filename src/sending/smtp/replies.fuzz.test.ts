import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { aMailer, aMessage, hasty, routeTo } from '../../../test/harness/sending/mailing.ts'

/** Pieces of what mail servers say, sound and broken. */
const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      '220 hello\r\n', '250 ok\r\n', '250-PIPELINING\r\n250 SIZE 9\r\n', '250 SIZE 99999999999999999999\r\n', '250-AUTH LOGIN\r\n', '354 go\r\n',
      '550 5.1.1 no\r\n', '421 later\r\n', '450 4.2.1 wait\r\n', '552 5.2.2 full\r\n', '250-', '999 well\r\n', '25', '\r\n', '\n', '\0', '250\0ok\r\n',
      '-1 no\r\n', '250 \ud800\r\n', '550-5.1.1 a\r\n551 5.1.1 b\r\n',
    ), // oxfmt-ignore
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc
      .constantFrom('250-more\r\n', '\r\n', 'x', '550 5.1.1 no\r\n', '\0')
      .map((piece) => piece.repeat(150_000)),
  ),
  { maxLength: 4 },
)

const polite: Record<string, string> = {
  connect: '220 hello\r\n',
  EHLO: '250-hello\r\n250 PIPELINING\r\n',
  MAIL: '250 ok\r\n',
  RCPT: '250 ok\r\n',
  DATA: '354 go\r\n',
}
const stages = fc.constantFrom('connect', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'dot')

/** Says politely what it is asked for, but at one stage what `said` holds, and hangs up then or stays. */
async function aRelay() {
  const said = { stage: '', answer: '', hangsUp: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    let rest = ''
    const say = (stage: string) => {
      if (stage !== said.stage) return void socket.write(polite[stage] ?? '250 ok\r\n')
      socket.write(said.answer, 'latin1')
      if (said.hangsUp) socket.end()
    }
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (isData && line !== '.') continue
        const stage = isData ? 'dot' : line.slice(0, 4)
        isData = stage === 'DATA'
        say(stage)
      }
    })
    say('connect')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { said, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('whatever a relay says at whatever stage ends the message with a verdict that it supports', async () => {
  const { said, url } = await aRelay()
  let number = 0
  await fc.assert(
    fc.asyncProperty(stages, words, fc.boolean(), async (stage, pieces, hangsUp) => {
      Object.assign(said, { stage, answer: pieces.join(''), hangsUp })
      const mailer = await aMailer({ timeouts: { ...hasty, socket: 60, message: 200, greeting: 60 } })
      number += 1
      const outcome = await mailer.send(routeTo(url, `relay ${number}`), aMessage(number))
      await mailer.close()
      // Only what it says about the message makes a delivery of it, and without a 5xx nobody bounces.
      if (outcome.kind === 'accepted' && stage === 'dot') expect(said.answer).toMatch(/(?:^|\n)2\d\d/)
      if (outcome.kind === 'accepted') return
      if (outcome.kind === 'bounced') expect(said.answer).toMatch(/5\d\d/)
      // One reply too many is taken for that to DATA.
      const isOne = (said.answer.match(/^\d+(?!-)/gm) ?? []).length < 2
      if (outcome.kind === 'uncertain' && isOne) expect(['DATA', 'dot']).toContain(stage)
      expect(outcome.diagnostic).not.toMatch(/\p{Cc}/u)
      expect(outcome.diagnostic.length).toBeLessThanOrEqual(500)
      expect(outcome.diagnostic.isWellFormed()).toBe(true)
    }),
    { numRuns: byDay(40, 600) },
  )
})

/** Sends `piece` until the other end is gone, or a gigabyte is written. @returns how much it could send */
async function anEndlessRelay(piece: Buffer) {
  const sent = { bytes: 0 }
  const server = createServer((socket) => {
    const more = () => {
      while (!socket.destroyed && sent.bytes < 2 ** 30) {
        sent.bytes += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('error', () => {})
    socket.on('drain', more)
    more()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return { sent, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test.each([
  ['a line without end', 'x'],
  ['a reply of lines without end', '220-more\r\n'],
  ['empty lines', '\r\n'],
  ['zeros', '\0'],
])('of a gigabyte of %s a relay gets rid of a few megabytes', async (_what, piece) => {
  const { sent, url } = await anEndlessRelay(Buffer.from(piece.repeat(6_000)))
  const mailer = await aMailer()
  expect(await mailer.send(routeTo(url), aMessage())).toMatchObject({ kind: 'untried' })
  // What the system holds for two sockets, at most, beside what was read.
  expect(sent.bytes).toBeLessThan(2 ** 26)
})
