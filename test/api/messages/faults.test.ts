import { expect, test } from 'vitest'
import { claimMessages, findMessagePlace, markMessages } from '../../../src/store/messages/claims.ts'
import { mayBecome, messageStates } from '../../../src/contract/messages/states.ts'
import { aMessageWorld, sendMessages, type MessageWorld } from '../../harness/smtp/message-world.ts'
import { aDatabase } from '../../harness/core/database.ts'
import { readSunk } from '../../harness/smtp/sink.ts'

/** A sender that dies after it has marked what is due. */
async function aDeath({ sql }: MessageWorld): Promise<void> {
  const place = (await findMessagePlace(sql)) ?? expect.fail()
  await sql.begin(async (inside) => {
    const { claim, messages } = await claimMessages(inside, place, 10)
    await markMessages(inside, claim, messages.map(({ id }) => ({ id, links: [] }))) // oxfmt-ignore
  })
  await sql`update messages set leased_until = now() - interval '1 second' where state = 'sending'`
}

test('a message whose sender died while handing it over is listed as uncertain, and is sent again only on request', async () => {
  const world = await aMessageWorld()
  const { body } = await world.send()
  await aDeath(world)
  await world.work()
  expect(world.sink.messages).toEqual([])
  const listed = await world.api.call<{ id: number }[]>('GET', 'messages?state=uncertain')
  expect(listed.body.data.map(({ id }) => id)).toEqual([body.data.id])
  const again = await world.api.call('POST', `messages/${body.data.id}/resend`)
  expect(again.body.data).toMatchObject({ id: body.data.id, state: 'queued' })
  await world.work()
  const [sunk] = world.sink.messages
  expect((await readSunk(sunk ?? expect.fail())).messageId).toBe(body.data.message_id)
  expect((await world.show(body.data.id)).events.map(({ kind }) => kind)).toEqual([
    'uncertain',
    'resent',
    'accepted',
  ])
})

test('no answer to a whole message makes it uncertain; what is refused for now is tried again', async () => {
  const world = await aMessageWorld({
    decide: (stage, { to }) => {
      if (to === 'doubt@example.com') return stage === 'dot' ? 'close' : null
      return to === 'later@example.com' && stage === 'rcpt' ? { code: 451, text: '4.2.1 come back' } : null
    },
  })
  const doubt = (await world.send({ to: 'doubt@example.com' })).body.data.id
  const later = (await world.send({ to: 'later@example.com' })).body.data.id
  await world.work()
  expect(await world.show(doubt)).toMatchObject({ state: 'uncertain', attempts: 1 })
  expect(await world.show(later)).toMatchObject({ state: 'deferred', attempts: 1 })
  world.sink.decide(() => null)
  await world.sql`update messages set due_at = now() where state = 'deferred'`
  await world.work()
  expect(await world.show(later)).toMatchObject({ state: 'accepted', attempts: 2 })
  expect(world.sink.messages.map(({ to }) => to)).toEqual(['doubt@example.com', 'later@example.com'])
})

test('a message that has ended is sent again as a copy, as long as its body is kept', async () => {
  const world = await aMessageWorld()
  const { body } = await world.send({ tags: ['receipt'] })
  await world.work()
  const copy = await world.api.call<{ id: number }>('POST', `messages/${body.data.id}/resend`)
  expect(copy.body.data).toMatchObject({ state: 'queued', resent_from_id: body.data.id, tags: ['receipt'] })
  await world.work()
  expect(world.sink.messages).toHaveLength(2)
  await world.sql`delete from message_bodies`
  const refused = await world.api.call('POST', `messages/${body.data.id}/resend`)
  expect(refused.body.error_message).toBe('message cannot be sent again: its body is not kept any more')
})

test('while the server cannot be reached, messages wait, and nothing of their attempts is used up', async () => {
  const world = await aMessageWorld()
  const { body } = await world.send()
  await sendMessages(world.environment({ smtpUrl: 'smtp://127.0.0.1:1' }))
  expect(await world.show(body.data.id)).toMatchObject({ state: 'queued', attempts: 0 })
  const [stream] = (await world.api.call<{ waiting_for: string }[]>('GET', 'message_streams')).body.data
  expect(stream?.waiting_for).toBe('the mail server')
  await world.sql`update message_turns set waits_until = null`
  await world.sql`update messages set due_at = now()`
  await world.work()
  expect(world.sink.messages).toHaveLength(1)
})

test('credits are spent for messages that were accepted, and without credits messages wait', async () => {
  const world = await aMessageWorld()
  const { sql, organizationId } = world
  await sql`update organizations set sending_quota_mode = 'fixed_credits' where id = ${organizationId}`
  await sql`insert into credit_balances (organization_id, available) values (${organizationId}, 2)`
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await world.send({ to })
  await world.work()
  expect(world.sink.messages).toHaveLength(2)
  expect(await sql`select available, reserved, lifetime_messages_sent from credit_balances`).toEqual([
    { available: 0, reserved: 0, lifetime_messages_sent: 2 },
  ])
  expect(
    await sql`select campaign_id, autoresponder_id, messages from messages_sent_by_quarter_hour`,
  ).toEqual([{ campaign_id: null, autoresponder_id: null, messages: 2 }])
  expect(await sql`select waiting_for from message_turns`).toEqual([{ waiting_for: 'sending credits' }])
})

test('the database lets a message become what the table of states says, and nothing else', async () => {
  const { sql } = await aDatabase()
  await sql`create table moved (state text not null)`
  await sql`
    create trigger moved_state before update of state on moved
    for each row when (old.state is distinct from new.state) execute function message_may_become()`
  const moves: string[] = []
  for (const from of messageStates) {
    for (const to of messageStates.filter((state) => state !== from)) {
      await sql`truncate moved`
      await sql`insert into moved values (${from})`
      const isMoved = await sql`update moved set state = ${to}`.then(
        () => true,
        () => false,
      )
      if (isMoved) moves.push(`${from} ${to}`)
    }
  }
  const expected = Object.entries(mayBecome).flatMap(([from, all]) => all.map((to) => `${from} ${to}`))
  expect(moves.toSorted()).toEqual(expected.toSorted())
})
