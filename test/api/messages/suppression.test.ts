import { expect, test } from 'vitest'
import { createMessageNames } from '../../../src/links/verp.ts'
import { messageBodies } from '../../../src/upkeep/purges/message-bodies.ts'
import { oldMessages } from '../../../src/upkeep/purges/old-messages.ts'
import { createReturnedMail } from '../../../src/tracking/returned.ts'
import { eraseAddresses } from '../../../src/store/erasure/subscribers.ts'
import { quietLog } from '../../harness/core/api.ts'
import { upkeepEnvironment } from '../../harness/records/upkeep.ts'
import { aMessageWorld, baseUrl, type MessageWorld } from '../../harness/smtp/message-world.ts'
import { readSunk } from '../../harness/smtp/sink.ts'
import { earlier, setEarlier } from '../../harness/postgres/earlier.ts'

async function suppressed({ api }: MessageWorld, streamId: number) {
  const answer = await api.call<{ email: string; reason: string }[]>(
    'GET',
    `message_streams/${streamId}/suppressions`,
  )
  return answer.body.data.map(({ email, reason }) => `${email} ${reason}`)
}

/** A report about a message, as a server would return it to the path of the message. */
function returned(world: MessageWorld, streamId: number, messageId: number) {
  const { api, organizationId } = world
  const take = createReturnedMail({ database: api.database, secrets: api.secrets, log: quietLog })
  const ref = {
    organizationId,
    listId: 0,
    source: 'message',
    sourceId: streamId,
    subscriberId: 0,
    occasion: messageId,
  } as const
  const to = createMessageNames(api.secrets).returnPath('bounces@shop.example', ref)
  return (report: string) => take(Buffer.from(report.replaceAll('\n', '\r\n')), { recipients: [to] })
}

const deadAddress = `From: mailer-daemon@mx.example
To: bounces@shop.example
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ann@example.com
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 no such user

--b--
`

const complaint = `From: fbl@provider.example
To: bounces@shop.example
Subject: complaint
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1
Version: 1

--b--
`

test('a dead address stops further messages of its stream, and those of another stream leave', async () => {
  const world = await aMessageWorld({
    decide: (stage, { to }) =>
      stage === 'rcpt' && to === 'dead@example.com' ? { code: 550, text: '5.1.1 no such user' } : null,
  })
  const receipts = await world.stream()
  await world.stream({ name: 'Alerts' })
  await world.send({ to: 'dead@example.com', stream: 'Receipts' })
  await world.work()
  expect(await suppressed(world, receipts)).toEqual(['dead@example.com bounced'])
  world.sink.decide(() => null)
  const skipped = await world.send({ to: 'Dead@example.com', stream: 'Receipts' })
  await world.send({ to: 'dead@example.com', stream: 'Alerts' })
  await world.work()
  expect(world.sink.messages.map(({ to }) => to)).toEqual(['dead@example.com'])
  expect(await world.show(skipped.body.data.id)).toMatchObject({
    state: 'skipped',
    diagnostic: 'the address is suppressed',
  })
  await world.api.call('DELETE', `message_streams/${receipts}/suppressions/DEAD@example.com`)
  await world.send({ to: 'dead@example.com', stream: 'Receipts' })
  await world.work()
  expect(world.sink.messages).toHaveLength(2)
})

test('a returned report and a complaint count for their message, and stop further ones', async () => {
  const world = await aMessageWorld()
  const streamId = await world.stream()
  const bounced = (await world.send({ stream: 'Receipts' })).body.data.id
  const complained = (await world.send({ to: 'bob@example.com', stream: 'Receipts' })).body.data.id
  await world.work()
  expect(await returned(world, streamId, bounced)(deadAddress)).toBe('bounce')
  expect(await returned(world, streamId, complained)(complaint)).toBe('complaint')
  expect(await world.show(bounced)).toMatchObject({ state: 'bounced', status: '5.1.1' })
  expect((await world.show(complained)).events.map(({ kind }) => kind)).toEqual(['accepted', 'complained'])
  expect(await suppressed(world, streamId)).toEqual(['ann@example.com bounced', 'bob@example.com complained'])
  const counted = await world.api.call('GET', `message_streams/${streamId}/statistics`)
  expect(counted.body.data).toMatchObject({ total: { accepted: 2, bounced: 1, complained: 1 } })
})

test('who has unsubscribed from newsletters gets their receipt; other lists of the organization stop it', async () => {
  const world = await aMessageWorld()
  const { sql, organizationId } = world
  const list = async (name: string, key: string) => {
    const [row] = await sql<[{ id: number }]>`
      insert into suppression_lists (organization_id, name) values (${organizationId}, ${name}) returning id`
    await sql`
      insert into suppressed_addresses (organization_id, suppression_list_id, key)
      values (${organizationId}, ${row.id}, ${key})`
    return row.id
  }
  const left = await list('Left', 'left@example.com')
  await list('Never', 'never@example.com')
  await sql`update organizations set unsub_suppression_list_id = ${left} where id = ${organizationId}`
  await world.send({ to: 'left@example.com' })
  await world.send({ to: 'never@example.com' })
  await world.work()
  expect(world.sink.messages.map(({ to }) => to)).toEqual(['left@example.com'])
})

test('a stream can have an unsubscription of its own: by one click, and only a POST', async () => {
  const world = await aMessageWorld()
  const streamId = await world.stream({ unsubscription: true })
  const html = '<a href="{{ links.unsubscribe }}">Leave</a>'
  await world.send({ stream: 'Receipts', html, data: {}, track_links: true })
  await world.work()
  const mail = await readSunk(world.sink.messages[0] ?? expect.fail())
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const [, url = ''] = /^<(.*)>$/.exec(header('list-unsubscribe')) ?? []
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail.html).toContain(`href="${url}"`)
  const path = url.slice(baseUrl.length)
  const page = await world.api.app.inject({ url: path })
  expect([page.statusCode, page.body.includes('Receipts')]).toEqual([200, true])
  expect(await suppressed(world, streamId)).toEqual([])
  const left = await world.api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(left.statusCode).toBe(200)
  expect(await suppressed(world, streamId)).toEqual(['ann@example.com unsubscribed'])
})

test('whoever writes to the address in List-Unsubscribe of a message leaves its stream, once', async () => {
  const world = await aMessageWorld()
  const { api, organizationId } = world
  await api.sql`insert into bounce_emails (organization_id, user_id, domain_id, email) overriding system value
    values (${organizationId}, 4, 1, 'bounce@example.com')`
  const streamId = await world.stream({ unsubscription: true, bounce_email_id: '4@1' })
  await world.send({ stream: 'Receipts' })
  await world.work()
  const mail = await readSunk(world.sink.messages[0] ?? expect.fail())
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const [, to = ''] = /<mailto:([^?>]+)/.exec(header) ?? []
  const take = createReturnedMail({ database: api.database, secrets: api.secrets, log: quietLog })
  const leave = (address: string) =>
    take(Buffer.from(`From: ann@example.com\r\nTo: ${address}\r\nSubject: unsubscribe\r\n\r\n`), { recipients: [address] }) // oxfmt-ignore
  expect(await leave(to.replace(/.@/, (last) => (last === 'a@' ? 'b@' : 'a@')))).toBe('unknown')
  expect(await suppressed(world, streamId)).toEqual([])
  expect([await leave(to), await leave(to)]).toEqual(['unsubscription', 'repeat'])
  expect(await suppressed(world, streamId)).toEqual(['ann@example.com unsubscribed'])
})

test('bodies stay as long as their stream says after a message has ended, and not shorter', async () => {
  const world = await aMessageWorld()
  await world.stream({ name: 'None', body_days: 0 })
  await world.stream({ name: 'Days', body_days: 3 })
  const none = (await world.send({ stream: 'None' })).body.data.id
  const days = (await world.send({ stream: 'Days' })).body.data.id
  const waiting = (
    await world.send({ stream: 'None', send_at: new Date(Date.now() + 3_600_000).toISOString() })
  ).body.data.id
  const purge = () => messageBodies.run(upkeepEnvironment(world.env.database), new AbortController().signal)
  await world.work()
  await purge()
  const kept = async () =>
    Promise.all([none, days, waiting].map(async (id) => (await world.show(id)).has_body))
  expect(await kept()).toEqual([false, true, true])
  await setEarlier(world.sql, { table: 'message_bodies', times: ['ended_at'] }, '3 days 1 minute')
  await purge()
  expect(await kept()).toEqual([false, false, true])
})

test('messages and their events stay 400 days after they have ended, and their counts for good', async () => {
  const world = await aMessageWorld()
  const { sql } = world
  const streamId = await world.stream()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const waiting = (await world.send({ stream: 'Receipts', send_at: later })).body.data.id
  const old = (await world.send({ stream: 'Receipts', tags: ['receipt'] })).body.data.id
  const young = (await world.send({ stream: 'Receipts' })).body.data.id
  await world.work()
  await sql`insert into message_hits (organization_id, message_id, user_agent, purpose, is_head, machine, verdict_reason)
    values (${world.organizationId}, ${old}, 'a browser', '', false, false, 'no_sign')`
  // The first message of the stream is as old, and has not ended.
  await sql`update messages set ${earlier(sql, ['created_at'], '400 days 1 minute')} where id in ${sql([waiting, old])}`
  const purge = () => oldMessages.run(upkeepEnvironment(world.env.database), new AbortController().signal)
  const kept = async () =>
    (await sql<{ id: number }[]>`select id from messages order by id`).map(({ id }) => id)
  const counts = async () => (await world.api.call('GET', `message_streams/${streamId}/statistics`)).body.data
  const before = await counts()
  await purge()
  expect(await kept()).toEqual([waiting, old, young])
  await sql`update messages set ${earlier(sql, ['ended_at'], '400 days 1 minute')} where id = ${old}`
  await purge()
  expect(await kept()).toEqual([waiting, young])
  for (const table of ['message_events', 'message_tags', 'message_hits', 'message_bodies']) {
    expect(await sql.unsafe(`select 1 from ${table} where message_id = $1`, [old]), table).toEqual([])
  }
  expect((await world.api.call('GET', `messages/${old}`)).status).toBe(404)
  expect(await counts()).toEqual(before)
})

test('an erased address is gone from messages, their events and bodies that name it, and stays suppressed', async () => {
  const world = await aMessageWorld()
  const { sql, organizationId } = world
  const streamId = await world.stream()
  const erased = (await world.send({ stream: 'Receipts', tags: ['receipt'] })).body.data.id
  const hit = {
    user_agent: 'a browser',
    purpose: '',
    is_head: false,
    machine: false,
    verdict_reason: 'no_sign',
  }
  await sql`insert into message_hits ${sql({ organization_id: organizationId, message_id: erased, ...hit })}`
  const other = (
    await world.send({ to: 'bob@example.com', stream: 'Receipts', text: 'From Ann@Example.com.' })
  ).body.data.id
  await world.work()
  await world.api.call('POST', `message_streams/${streamId}/suppressions`, {
    suppression: { email: 'ann@example.com' },
  })
  await sql.begin((inside) =>
    eraseAddresses(inside, organizationId, [{ key: 'ann@example.com', hmac: Buffer.alloc(32) }]),
  )
  for (const table of [
    'messages',
    'message_bodies',
    'message_events',
    'message_tags',
    'message_suppressions',
  ]) {
    const rows = await sql<{ text: string }[]>`select to_jsonb(t)::text as text from ${sql(table)} t`
    expect(
      rows.filter(({ text }) => /ann@example/i.test(text)),
      table,
    ).toEqual([])
  }
  expect(await sql`select 1 from message_hits`).toHaveLength(0)
  expect(await world.show(other)).toMatchObject({ state: 'accepted', has_body: false })
  const again = (await world.send({ stream: 'Receipts' })).body.data.id
  await world.work()
  expect(await world.show(again)).toMatchObject({ state: 'skipped' })
})
