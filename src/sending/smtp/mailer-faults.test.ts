import { expect, test } from 'vitest'
import { aMailer, aMessage, aSink, hasty, routeTo } from '../../../test/harness/sending/mailing.ts'
import { randomFaults } from '../../../test/harness/smtp/faults.ts'

test.each([
  [2, true],
  [3, false],
])(
  'whatever goes wrong, what is said of a message is true of it (seed %d, PIPELINING: %s)',
  async (seed, isPipelining) => {
    const sink = await aSink({
      isPipelining,
      decide: randomFaults(seed, {
        refuse: 0.05,
        closeInData: 0.02,
        closeBefore250: 0.03,
        closeAfter250: 0.03,
        defer: 0.1,
        bounce: 0.1,
        stall: 0.005,
      }),
    })
    const mailer = await aMailer({
      connectionsPerRoute: 5,
      limits: { messagesPerConnection: 20 },
      timeouts: hasty,
    })
    const messages = Array.from({ length: 500 }, (_, number) => aMessage(number))
    const outcomes = await Promise.all(messages.map((message) => mailer.send(routeTo(sink.url), message)))

    const taken = new Map<string, number>()
    for (const { to } of sink.messages) taken.set(to, (taken.get(to) ?? 0) + 1)
    const kinds = new Map<string, number>()
    const lies = messages.flatMap(({ envelope: { to } }, index) => {
      const kind = outcomes[index]?.kind ?? 'none'
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const times = taken.get(to) ?? 0
      const isTrue = kind === 'accepted' ? times === 1 : kind === 'uncertain' ? times <= 1 : times === 0
      return isTrue ? [] : [`${to}: ${kind}, taken ${times} times`]
    })
    expect(lies).toEqual([])
    expect(kinds.get('accepted')).toBeGreaterThan(250)
    expect([...kinds.keys()].toSorted()).toEqual(
      expect.arrayContaining(['accepted', 'bounced', 'deferred', 'uncertain']),
    )
  },
)
