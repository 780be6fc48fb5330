import { expect, test } from 'vitest'
import { autoresponderDeliveryRoutes } from '../../../src/http/autoresponders/deliveries.ts'
import { subscriberChangeRoutes } from '../../../src/http/subscribers/changes.ts'
import { reactionLoop } from '../../../src/sending/reactions.ts'
import { anApi } from '../../harness/core/api.ts'
import { aReactor, owe, someSubscribers, whatIsLeft } from '../../harness/sending/reactions.ts'
import { readSunk } from '../../harness/smtp/sink.ts'

type Uncertain = { subscriber_id: number; email: string | null; message_id: string | null; since: string }

/** An autoresponder whose messages to `a` are all uncertain; triggered for a (twice) and b. */
async function anUncertainReactor() {
  const api = await anApi(autoresponderDeliveryRoutes, subscriberChangeRoutes)
  const { sql } = api
  const reactor = await aReactor({ sql, url: api.url, organizationId: api.a.organizationId })
  const listId = await reactor.list()
  const id = await reactor.autoresponder(listId, { content_text: 'Order %%api:order%%.' })
  const people = await someSubscribers(reactor, listId, ['a', 'b'])
  const [a = 0, b = 0] = people
  const reactions = [
    ...(await owe(reactor, id, [a], { order: '1' })),
    ...(await owe(reactor, id, [a], { order: '2' })),
  ]
  await owe(reactor, id, [b], { order: '3' })
  reactor.sink.decide((stage, { to }) => (stage === 'dot' && to === 'a@example.com' ? 'close' : null))
  const work = async () => {
    const loop = reactionLoop({ ...reactor.environment(), secrets: api.secrets })
    const { signal } = new AbortController()
    for (let piece = await loop.take(); piece !== null; piece = await loop.take())
      await loop.run(piece, signal)
  }
  await work()
  const path = `mailing_lists/${listId}/autoresponders/${id}`
  const list = async () => (await api.call<Uncertain[]>('GET', `${path}/uncertain_deliveries`)).body
  const resend = async (body?: object) => (await api.call('POST', `${path}/resend_uncertain`, body)).body.data
  const counts = async () => {
    const [row] = await sql`
      select sum(sent_text)::integer as sent, sum(total_success)::integer as accepted,
        sum(in_queue)::integer as queued, sum(skips_error)::integer as skipped from stat_slices`
    return row
  }
  const sunk = () => Promise.all(reactor.sink.messages.map(readSunk))
  return { ...reactor, api, reactor, listId, id, a, b, reactions, work, path, list, resend, counts, sunk }
}

test('uncertain messages are listed by their Message-ID, one for each occasion', async () => {
  const { a, list, sunk, counts } = await anUncertainReactor()
  const { data, num_records } = await list()
  expect(num_records).toBe(2)
  expect(data.map(({ email, subscriber_id }) => [email, subscriber_id])).toEqual([
    ['a@example.com', a],
    ['a@example.com', a],
  ])
  const names = (await sunk()).map(({ messageId }) => messageId)
  expect(names).toEqual(expect.arrayContaining(data.map(({ message_id }) => message_id)))
  expect(new Set(data.map(({ message_id }) => message_id)).size).toBe(2)
  expect(await counts()).toEqual({ sent: 3, accepted: 1, queued: 2, skipped: 0 })
})

test('a repeat has the same text and Message-ID, and nothing is counted twice', async () => {
  const { sql, reactor, sink, work, list, resend, counts, sunk } = await anUncertainReactor()
  sink.decide(() => null)
  expect(await resend()).toEqual({ resent: 2 })
  expect(await counts()).toEqual({ sent: 3, accepted: 1, queued: 2, skipped: 0 })
  await work()
  expect(await counts()).toEqual({ sent: 3, accepted: 3, queued: 0, skipped: 0 })
  const toA = (await sunk()).filter(({ to }) => to?.[0]?.address === 'a@example.com')
  const said = toA.map(({ messageId, text }) => `${messageId} ${text?.trim()}`)
  expect(said).toHaveLength(4)
  expect(new Set(said).size).toBe(2)
  expect(said.join('\n')).toContain('Order 1.')
  expect(said.join('\n')).toContain('Order 2.')
  expect((await list()).data).toEqual([])
  expect(await resend()).toEqual({ resent: 0 })
  expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  const events =
    await sql`select subject_type, details from audit_events where kind = 'autoresponder.uncertain_resent'`
  expect([...events]).toEqual([{ subject_type: 'Autoresponder', details: { resent: 2 } }])
  // Their replacement values are deleted once they are not needed.
  expect([...(await sql`select 1 from deliveries where content_replacements is not null`)]).toEqual([])
})

test('an uncertain repeat is uncertain again, and does not affect those of others', async () => {
  const { b, work, list, resend, counts } = await anUncertainReactor()
  expect(await resend({ subscriber_ids: [b] })).toEqual({ resent: 0 })
  expect(await resend()).toEqual({ resent: 2 })
  await work()
  expect((await list()).data).toHaveLength(2)
  expect(await resend()).toEqual({ resent: 2 })
  expect(await counts()).toEqual({ sent: 3, accepted: 1, queued: 2, skipped: 0 })
})

test('a subscriber who has left gets no repeat: it is skipped', async () => {
  const { sql, sink, a, work, list, resend, counts } = await anUncertainReactor()
  sink.decide(() => null)
  await sql`update subscribers set status = 'unsubscribed' where id = ${a}`
  await resend()
  await work()
  expect(sink.messages).toHaveLength(3)
  expect((await list()).data).toEqual([])
  expect(await counts()).toEqual({ sent: 1, accepted: 1, queued: 0, skipped: 2 })
})

test('deleting a subscriber deletes its deferred messages', async () => {
  const { sql, api, reactor, listId, id, b, sink, work, counts } = await anUncertainReactor()
  sink.decide((stage) => (stage === 'rcpt' ? { code: 450, text: '4.2.1 b@example.com is busy' } : null))
  await owe(reactor, id, [b])
  await work()
  expect(await counts()).toEqual({ sent: 4, accepted: 1, queued: 3, skipped: 0 })
  const said = () =>
    sql`select diagnostic from deliveries where subscriber_id = ${b} and diagnostic is not null`
  // Addresses are stored only in the row of the subscriber.
  expect((await said())[0]?.diagnostic).toContain('(address) is busy')
  const { status } = await api.call('DELETE', `mailing_lists/${listId}/subscribers/b@example.com`)
  expect(status).toBe(200)
  expect(await counts()).toEqual({ sent: 3, accepted: 1, queued: 2, skipped: 1 })
  expect(await whatIsLeft(reactor)).toEqual({ owed: 0, reserved: 0 })
  expect([...(await sql`select state from deliveries where state = 'deferred'`)]).toEqual([])
  expect((await said()).length).toBe(0)
})
