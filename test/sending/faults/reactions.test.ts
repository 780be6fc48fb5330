import { describe, expect, test } from 'vitest'
import { LeaseLost } from '../../../src/database/lease.ts'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { renewReactions } from '../../../src/store/autoresponders/reaction-claims.ts'
import {
  aStartedReactor,
  owe,
  someSubscribers,
  whatIsLeft,
  type Reactor,
} from '../../harness/sending/reactions.ts'

async function deliveriesOf({ sql }: Pick<Reactor, 'sql'>) {
  return [
    ...(await sql`
    select subscriber_id, occasion, state, attempts from deliveries order by subscriber_id, occasion`),
  ]
}

function aSignal() {
  let resolve = () => {}
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve: () => resolve() }
}

describe('a server', () => {
  test('that rejects temporarily is retried at growing intervals; after eight attempts the message has bounced', async () => {
    const { sql, reactor, id, sink, people, work, received } = await aStartedReactor()
    sink.decide((stage, { to }) =>
      stage === 'rcpt' && to === 'a@example.com' ? { code: 450, text: '4.2.0 later' } : null,
    )
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await work()
      const [row] = await sql<{ minutes: number }[]>`
        select round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes from autoresponder_reactions`
      if (row !== undefined) waits.push(row.minutes)
      await sql`update autoresponder_reactions set next_attempt_at = now()`
    }
    expect(waits).toEqual([1, 5, 15, 60, 240, 240, 240])
    expect(await received()).toEqual(['Hello to b@example.com', 'Hello to c@example.com'])
    expect((await deliveriesOf(reactor))[0]).toMatchObject({ state: 'bounced', attempts: 8 })
    const [counts] = await sql`
      select sent_text, total_success, total_failure, in_queue, bounces_unique_soft from stat_slices
      where autoresponder_id = ${id}`
    const expected = { sent_text: 3, total_success: 2, total_failure: 1, in_queue: 0, bounces_unique_soft: 1 }
    expect(counts).toEqual(expected)
    const [still] = await sql`select status from subscribers where id = ${people[0] ?? 0}`
    expect(still).toEqual({ status: 'active' })
  })

  test('that rejects temporarily is not retried once the subscriber has left: the message is skipped', async () => {
    const { sql, reactor, sink, people, work } = await aStartedReactor()
    sink.decide((stage, { to }) => (stage === 'rcpt' && to === 'a@example.com' ? { code: 450 } : null))
    await work()
    const [queued] = await sql`select sent_text, in_queue, skips_error from stat_slices`
    expect(queued).toEqual({ sent_text: 3, in_queue: 1, skips_error: 0 })
    await sql`update subscribers set status = 'unsubscribed' where id = ${people[0] ?? 0}`
    await sql`update autoresponder_reactions set next_attempt_at = now()`
    await work()
    expect((await deliveriesOf(reactor))[0]).toMatchObject({ state: 'skipped', attempts: 1 })
    const [counts] = await sql`select sent_text, in_queue, skips_error from stat_slices`
    expect(counts).toEqual({ sent_text: 2, in_queue: 0, skips_error: 1 })
    expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  })

  test('that rejects permanently makes the message a bounce', async () => {
    const { sql, reactor, sink, work } = await aStartedReactor()
    sink.decide((stage, { to }) => (stage === 'rcpt' && to === 'a@example.com' ? { code: 550 } : null))
    await work()
    const states = (await deliveriesOf(reactor)).map(({ state }) => state as string)
    expect(states).toEqual(['bounced', 'accepted', 'accepted'])
    const [counts] = await sql`select total_failure, bounces_unique, bounces_unique_local from stat_slices`
    expect(counts).toEqual({ total_failure: 1, bounces_unique: 1, bounces_unique_local: 1 })
    expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  })

  test('that cannot be reached costs no message an attempt: all wait', async () => {
    const { sql, reactor, sink, work, received } = await aStartedReactor()
    await work({
      mailer: { send: () => Promise.resolve({ kind: 'untried', status: null, diagnostic: 'nobody there' }) },
    })
    expect(await deliveriesOf(reactor)).toEqual([])
    const [turn] = await sql`
      select waiting_for, waits_until > now() as waits from reaction_turns`
    expect(turn).toEqual({ waiting_for: 'the mail server', waits: true })
    const owed = await sql`select attempts, holder, handed_over from autoresponder_reactions`
    expect([...owed]).toEqual(
      Array.from({ length: 3 }, () => ({ attempts: 0, holder: null, handed_over: false })),
    )
    await work()
    expect(sink.messages).toEqual([])
    await sql`update reaction_turns set waits_until = now()`
    await work()
    expect(await received()).toHaveLength(3)
  })
})

describe('a sender that dies', () => {
  test('during a hand-over leaves uncertain messages, which are not sent again', async () => {
    const { sql, reactor, sink, environment, work } = await aStartedReactor()
    await sql`update organizations set sending_quota_mode = 'visible_limit', sending_quota_limit = 100`
    const asked = aSignal()
    const loop = reactionLoop(
      environment({
        mailer: {
          send: () => {
            asked.resolve()
            return new Promise(() => {})
          },
        },
      }),
    )
    const piece = await loop.take()
    if (piece === null) throw new Error('nothing was due')
    void loop.run(piece, new AbortController().signal)
    await asked.promise
    await work()
    expect(await whatIsLeft(reactor)).toEqual({ owed: 3, reserved: 3 })
    await sql`update autoresponder_reactions set leased_until = now() - interval '1 second'`
    await work()
    expect(sink.messages).toEqual([])
    expect((await deliveriesOf(reactor)).map(({ state }) => state as string)).toEqual([
      'uncertain',
      'uncertain',
      'uncertain',
    ])
    expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
    const [counts] = await sql`select sent_text, in_queue, total_success from stat_slices`
    expect(counts).toEqual({ sent_text: 3, in_queue: 3, total_success: 0 })
  })

  test('before a hand-over leaves nothing behind: others send all', async () => {
    const { sql, environment, work, received } = await aStartedReactor()
    const piece = await reactionLoop(environment()).take()
    expect(piece?.messages).toHaveLength(3)
    await work()
    expect(await received()).toEqual([])
    await sql`update autoresponder_reactions set leased_until = now() - interval '1 second'`
    await work()
    expect(await received()).toHaveLength(3)
  })

  test('and whose lease another has taken cannot renew it', async () => {
    const { sql, environment } = await aStartedReactor()
    const late = await reactionLoop(environment()).take()
    if (late === null) throw new Error('nothing was due')
    const ids = late.messages.map(({ id }) => id)
    await expect(renewReactions(sql, late.claim, ids)).resolves.toBeUndefined()
    await sql`update autoresponder_reactions set leased_until = now() - interval '1 second'`
    expect((await reactionLoop(environment()).take())?.messages).toHaveLength(3)
    await expect(renewReactions(sql, late.claim, ids)).rejects.toThrow(LeaseLost)
  })

  test.each([
    ['its lease is over', `update autoresponder_reactions set leased_until = now() - interval '1 second'`],
    ['the autoresponder was paused', 'update autoresponders set paused = true'],
  ])('or that is late hands over nothing: %s', async (_, change) => {
    const { sql, environment, work, received } = await aStartedReactor()
    const loop = reactionLoop(environment())
    const piece = await loop.take()
    if (piece === null) throw new Error('nothing was due')
    await sql.unsafe(change)
    await loop.run(piece, new AbortController().signal)
    expect(await received()).toEqual([])
    await sql`update autoresponders set paused = false`
    await work()
    expect(await received()).toHaveLength(3)
  })

  test('only in appearance still records the messages that the server accepted', async () => {
    const { sql, reactor, environment, work, received } = await aStartedReactor()
    const slow = environment()
    const held = aSignal()
    const asked = aSignal()
    const { send } = slow.mailer
    slow.mailer.send = async (...message) => {
      asked.resolve()
      await held.promise
      return send(...message)
    }
    const loop = reactionLoop(slow)
    const piece = await loop.take()
    if (piece === null) throw new Error('nothing was due')
    const running = loop.run(piece, new AbortController().signal)
    await asked.promise
    await sql`update autoresponder_reactions set leased_until = now() - interval '1 second'`
    await work()
    held.resolve()
    await running
    expect(await received()).toHaveLength(3)
    expect(new Set((await deliveriesOf(reactor)).map(({ state }) => state as string))).toEqual(
      new Set(['accepted']),
    )
    const [counts] = await sql`select sent_text, in_queue, total_success from stat_slices`
    expect(counts).toEqual({ sent_text: 3, in_queue: 0, total_success: 3 })
  })
})

test.each([
  ['credits', `update organizations set sending_quota_mode = 'fixed_credits'`],
  ['places', `update organizations set sending_quota_mode = 'hidden_limit', sending_quota_limit = 100`],
])('sixteen senders with 100 %s send 100 of 200 messages, and the others wait', async (_, limit) => {
  const { sql, reactor, organizationId, listId, id, work } = await aStartedReactor()
  await sql.unsafe(limit)
  await sql`
    insert into credit_balances (organization_id, available) values (${organizationId}, 100)
    on conflict (organization_id) do update set available = 100`
  const names = Array.from({ length: 197 }, (__, index) => `p${index}`)
  await owe(reactor, id, await someSubscribers(reactor, listId, names))
  await Promise.all(Array.from({ length: 16 }, () => work({ pace: { batchMax: 9 } })))
  // A sender may not have seen what another has released.
  for (let round = 0; round < 3; round += 1) {
    await sql`update reaction_turns set waits_until = now()`
    await work({ pace: { batchMax: 9 } })
  }
  expect(reactor.sink.messages).toHaveLength(100)
  expect(new Set(reactor.sink.messages.map(({ to }) => to)).size).toBe(100)
  expect(await whatIsLeft(reactor)).toEqual({ owed: 100, reserved: 0 })
  const [turn] = await sql`select waiting_for <> '' as waits from reaction_turns`
  expect(turn).toEqual({ waits: true })
})
