import { expect, test } from 'vitest'
import { aMailer, aMessage, routeTo } from '../../../test/harness/sending/mailing.ts'
import { aScriptedServer, type Manner, type Script } from '../../../test/harness/smtp/scripted-server.ts'
import type { Outcome } from '../outcome.ts'

const faults: [string, Script, Outcome['kind']][] = [
  ['no fault', {}, 'accepted'],
  ['450 at MAIL', { MAIL: '450 4.7.1 later' }, 'untried'],
  ['550 at MAIL', { MAIL: '550 5.7.1 not you' }, 'bounced'],
  ['421 at MAIL', { MAIL: '421 4.3.2 closing' }, 'untried'],
  ['450 at RCPT', { RCPT: '450 4.2.1 busy' }, 'deferred'],
  ['550 at RCPT', { RCPT: '550 5.1.1 nobody' }, 'bounced'],
  ['421 at RCPT', { RCPT: '421 4.3.2 closing' }, 'untried'],
  ['451 at DATA', { DATA: '451 4.3.0 later' }, 'deferred'],
  ['554 at DATA', { DATA: '554 5.6.0 no' }, 'bounced'],
  ['421 at DATA', { DATA: '421 4.3.2 closing' }, 'untried'],
  ['452 after the message', { dot: '452 4.3.1 full' }, 'deferred'],
  ['552 after the message', { dot: '552 5.3.4 too large' }, 'bounced'],
  ['421 after the message', { dot: '421 4.3.2 closing' }, 'untried'],
  ['a cut at MAIL', { MAIL: null }, 'deferred'],
  ['a cut at RCPT', { RCPT: null }, 'deferred'],
  ['a cut at DATA', { DATA: null }, 'deferred'],
  ['a cut after the message', { dot: null }, 'uncertain'],
  ['550 at RCPT, and a cut when DATA is taken', { RCPT: '550 5.1.1 nobody', DATA: null }, 'bounced'],
  ['450 at MAIL, and a cut when DATA is taken', { MAIL: '450 4.7.1 later', DATA: null }, 'untried'],
]
const manners: Manner[] = [true, false].flatMap((isPipelining) =>
  [false, true].flatMap((isSloppy) =>
    (['each for itself', 'in one packet', 'byte by byte', 'slowly'] as const).map((replies) => ({
      isPipelining,
      isSloppy,
      replies,
    })),
  ),
)

test.each(faults)(
  '%s: the same outcome with and without PIPELINING, however the replies travel, and none for the next message',
  async (_what, script, kind) => {
    await Promise.all(
      manners.map(async (manner) => {
        const server = await aScriptedServer(script, manner)
        const mailer = await aMailer({ connectionsPerRoute: 1 })
        const sent = await Promise.all(
          [1, 2, 3].map((number) =>
            mailer.send(routeTo(server.url), aMessage(number, `.${number}\r\n.\r\n`)),
          ),
        )
        const kinds = sent.map((outcome) => outcome.kind)
        const recipients = server.taken.map(({ to }) => to)
        const expected = [...(kind === 'accepted' || kind === 'uncertain' ? [1] : []), 2, 3]
        expect({ manner, kinds, recipients }).toEqual({
          manner,
          kinds: [kind, 'accepted', 'accepted'],
          recipients: expected.map((number) => aMessage(number).envelope.to),
        })
        expect(server.taken.at(-1)?.text).toContain('\n..3\n..\n')
      }),
    )
  },
)

test('a batch of commands is one packet, and only for a server that offers PIPELINING', async () => {
  const packets = async (isPipelining: boolean) => {
    const manner = { isPipelining, isSloppy: false, replies: 'in one packet' as const }
    const server = await aScriptedServer({}, manner)
    const mailer = await aMailer()
    expect(await mailer.send(routeTo(server.url), aMessage())).toEqual({ kind: 'accepted' })
    return server.heard
      .filter((lines) => /^(MAIL|RCPT|DATA)/.test(lines[0] ?? ''))
      .map((lines) => lines.length)
  }
  expect(await packets(true)).toEqual([3])
  expect(await packets(false)).toEqual([1, 1, 1])
})
