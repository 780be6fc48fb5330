import { expect, test } from 'vitest'
import { countDeliveries, type DeliveryOutcome } from '../store/campaigns/deliveries.ts'
import { outcomeToDelivery } from './outcome.ts'

const refusal = { status: '4.2.1', diagnostic: 'come back' }

test('a message that is refused for now is asked for again after 1, 5, 15, 60 and three times 240 minutes, then given up', () => {
  const minutes: (number | null)[] = []
  let attempts = 0
  for (let tries = 0; tries < 8; tries += 1) {
    const update = outcomeToDelivery({ kind: 'deferred', ...refusal }, attempts)
    minutes.push(update.retrySeconds === null ? null : update.retrySeconds / 60)
    attempts = update.attempts
    expect(update.state).toBe(tries < 7 ? 'deferred' : 'bounced')
  }
  expect(minutes).toEqual([1, 5, 15, 60, 240, 240, 240, null])
  expect(attempts).toBe(8)
})

test('that nobody could be asked is not held against a message', () => {
  const update = outcomeToDelivery({ kind: 'untried', status: null, diagnostic: 'connection refused' }, 3)
  expect(update).toMatchObject({ state: 'deferred', attempts: 3 })
})

test('what was given up counts as too long, what was refused for good does not', () => {
  const of = { subscriberId: 1, occasion: 0, contentId: 5, format: 'html' } as const
  const given: DeliveryOutcome = { ...of, ...outcomeToDelivery({ kind: 'deferred', ...refusal }, 7) }
  const hard = outcomeToDelivery({ kind: 'bounced', status: '5.1.1', diagnostic: 'no such mailbox' }, 0)
  const before = { state: 'deferred', format: 'html' } as const
  expect(countDeliveries([{ outcome: given, before }])).toEqual([
    { contentId: 5, counts: { in_queue: -1, total_failure: 1, total_failure_toolong: 1 } },
  ])
  expect(countDeliveries([{ outcome: { ...of, ...hard }, before: null }])).toEqual([
    { contentId: 5, counts: { sent_html: 1, total_failure: 1 } },
  ])
})
