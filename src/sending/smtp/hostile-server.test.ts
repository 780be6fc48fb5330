import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { aMailer, aMessage, hasty, routeTo } from '../../../test/harness/sending/mailing.ts'
import type { Outcome } from '../outcome.ts'

/** What a server says to each of connect, EHLO, MAIL, RCPT, DATA and the end of the message; null: it hangs up. */
type Script = { [stage in 'connect' | 'EHLO' | 'MAIL' | 'RCPT' | 'DATA' | 'dot']?: string | Buffer | null }

const polite = {
  connect: '220 hello\r\n',
  EHLO: '250 hello\r\n',
  MAIL: '250 ok\r\n',
  RCPT: '250 ok\r\n',
  DATA: '354 go\r\n',
  dot: '250 ok\r\n',
}

/** @param heard gets what was said to it. */
async function aRudeServer(script: Script, heard: string[] = []): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let isData = false
    let rest = ''
    const say = (stage: keyof Script) => {
      const words = script[stage] === undefined ? polite[stage] : script[stage]
      if (words === null) socket.destroy()
      else socket.write(words)
    }
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        heard.push(line)
        rest = rest.slice(end + 2)
        const verb = line.slice(0, 4)
        if (isData) {
          if (line !== '.') continue
          isData = false
          say('dot')
        } else if (verb === 'EHLO' || verb === 'MAIL' || verb === 'RCPT' || verb === 'DATA') {
          isData = verb === 'DATA'
          say(verb)
        } else socket.write('250 ok\r\n')
      }
    })
    say('connect')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const megabytes = Buffer.alloc(3_000_000, 'x')
const notUtf8 = Buffer.concat([
  Buffer.from('550 5.1.1 caf'),
  Buffer.from([0xe9, 0xff, 0x00]),
  Buffer.from('!\r\n'),
])

test.each<[string, Script, Outcome['kind']]>([
  ['a greeting without end', { connect: megabytes }, 'untried'],
  ['a greeting that is none', { connect: 'HTTP/1.1 400 Bad Request\r\n\r\n' }, 'untried'],
  ['lines without end in the greeting', { connect: '220-more\r\n'.repeat(100_000) }, 'untried'],
  ['an endless answer to RCPT', { RCPT: Buffer.concat([Buffer.from('550 '), megabytes]) }, 'deferred'],
  ['an endless answer to the message', { dot: Buffer.concat([Buffer.from('250 '), megabytes]) }, 'uncertain'],
  ['octets that are no UTF-8', { RCPT: notUtf8 }, 'bounced'],
  ['carriage returns and escapes', { RCPT: '550 5.1.1 no\r250 yes\u001b[2J\r\n' }, 'bounced'],
  ['many lines', { RCPT: `${'550-5.2.2 full\r\n'.repeat(50)}550 5.2.2 full\r\n` }, 'bounced'],
  ['a word that is no answer to RCPT', { RCPT: 'maybe\r\n' }, 'deferred'],
  ['a word that is no answer to the message', { dot: 'perhaps\r\n' }, 'uncertain'],
  ['2 and nothing else', { dot: '2\r\n' }, 'uncertain'],
  ['a code from nowhere', { dot: '999 well\r\n' }, 'uncertain'],
  ['a promise after the message', { dot: '354 go on\r\n' }, 'uncertain'],
  ['half an answer', { dot: '25' }, 'uncertain'],
  ['half an answer to RCPT, and silence', { RCPT: '5' }, 'deferred'],
  ['an answer that is never complete', { dot: '250-so far\r\n' }, 'uncertain'],
  ['empty lines', { RCPT: '\r\n\r\n\r\n550 5.1.1 no\r\n' }, 'bounced'],
  ['zeros', { RCPT: '550\0 no\r\n' }, 'deferred'],
  ['nothing, and gone', { DATA: null }, 'deferred'],
])('a server that says %s harms nobody, with and without PIPELINING', async (_what, script, kind) => {
  const mailer = await aMailer({ timeouts: hasty })
  const send = async (script: Script) => mailer.send(routeTo(await aRudeServer(script), kind), aMessage())
  const outcome = await send(script)
  expect(outcome.kind).toBe(kind)
  const pipelined = await send({ EHLO: '250-hello\r\n250 PIPELINING\r\n', ...script })
  expect(pipelined.kind).toBe(kind)
  if (outcome.kind === 'accepted') return
  expect(outcome.diagnostic).not.toMatch(/\p{Cc}/u)
  expect(outcome.diagnostic.length).toBeLessThanOrEqual(500)
  expect(outcome.diagnostic.isWellFormed()).toBe(true)
  expect(outcome.status ?? '5.0.0').toMatch(/^[45]\.\d{1,3}\.\d{1,3}$/)
})

test('a server that announces less than the message has is asked again, and no recipient bounces', async () => {
  const heard: string[] = []
  const url = await aRudeServer({ EHLO: '250-hello\r\n250 SIZE 100\r\n' }, heard)
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(url), aMessage(1, 'x'.repeat(200)))
  expect(outcome).toMatchObject({ kind: 'untried', status: '5.3.4', lacks: 'size' })
  expect(outcome).toMatchObject({
    diagnostic: expect.stringContaining('takes messages of 100 bytes at most'),
  })
  expect(heard.some((line) => line.startsWith('MAIL'))).toBe(false)
})

test.each<[string, Script]>([
  ['for a greeting', { connect: '\r\n'.repeat(500_000) }],
  ['for an answer', { RCPT: '\r\n'.repeat(500_000) }],
])('empty lines without end %s end the connection, before any time does', async (_what, script) => {
  const mailer = await aMailer()
  const outcome = await mailer.send(routeTo(await aRudeServer(script)), aMessage())
  expect(outcome).toMatchObject({ diagnostic: expect.stringContaining('no end') })
})

test('answers that were not asked for are taken for no other message', async () => {
  const url = await aRudeServer({ dot: '250 ok\r\n550 5.1.1 and the next one is refused\r\n' })
  const mailer = await aMailer({ connectionsPerRoute: 1 })
  for (const number of [1, 2, 3]) {
    // Whatever came too early was read before the next message was handed in.
    await new Promise((resolve) => setImmediate(resolve))
    expect(await mailer.send(routeTo(url), aMessage(number))).toEqual({ kind: 'accepted' })
  }
})

test('a server that keeps talking does not keep a message for ever', async () => {
  const url = await aRudeServer({ dot: '' })
  const mailer = await aMailer({ timeouts: { socket: 120_000, message: 200 } })
  expect(await mailer.send(routeTo(url), aMessage())).toMatchObject({ kind: 'uncertain' })
})

test('a server that knows nothing but ASCII hears nothing else in the envelope', async () => {
  const heard: string[] = []
  const url = await aRudeServer({ EHLO: '250-hello\r\n250 SMTPUTF8\r\n' }, heard)
  const mailer = await aMailer()
  const envelope = { from: 'b+1@bücher.example', to: 'Zoe@bücher.example' }
  expect(await mailer.send(routeTo(url), { ...aMessage(), envelope })).toEqual({ kind: 'accepted' })
  expect(heard).toContain('MAIL FROM:<b+1@xn--bcher-kva.example>')
  expect(heard).toContain('RCPT TO:<Zoe@xn--bcher-kva.example>')
})
