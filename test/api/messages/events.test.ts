import { expect, test } from 'vitest'
import { createMessageNames } from '../../../src/links/verp.ts'
import { createReturnedMail } from '../../../src/tracking/returned.ts'
import { quietLog } from '../../harness/core/api.ts'
import { aReceiver } from '../../harness/records/receiver.ts'
import { aDeliverer, aWebhook } from '../../harness/records/webhooks.ts'
import { aMessageWorld, baseUrl, type MessageWorld } from '../../harness/smtp/message-world.ts'
import { readSunk } from '../../harness/smtp/sink.ts'

const eventTypes = [
  'message_accepted',
  'message_bounced',
  'message_skipped',
  'message_uncertain',
  'message_opened',
  'message_clicked',
  'message_complained',
  'message_unsubscribed',
] as const

async function aHook({ api }: MessageWorld) {
  const receiver = await aReceiver()
  const hook = await aWebhook(api, { url: receiver.url, event_types: [...eventTypes] })
  receiver.verifyBy(hook.secret)
  const { untilIdle } = aDeliverer(api)
  return async () => {
    await untilIdle()
    expect(receiver.requests.every(({ isVerified }) => isVerified)).toBe(true)
    return receiver.requests.flatMap(({ events }) => events)
  }
}

/** As the server that got the message would return it. */
function report(world: MessageWorld, streamId: number, messageId: number, text: string) {
  const { api, organizationId } = world
  const take = createReturnedMail({ database: api.database, secrets: api.secrets, log: quietLog })
  const ref = { organizationId, listId: 0, source: 'message', sourceId: streamId, subscriberId: 0, occasion: messageId } as const // oxfmt-ignore
  const to = createMessageNames(api.secrets).returnPath('bounces@shop.example', ref)
  return take(Buffer.from(text.replaceAll('\n', '\r\n')), { recipients: [to] })
}

const dead = `From: mailer-daemon@mx.example
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
Content-Type: multipart/report; report-type=feedback-report; boundary=b

--b
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1
Version: 1

--b--
`

test('a webhook hears everything that becomes of messages, with their stream, address and tags', async () => {
  const world = await aMessageWorld({
    decide: (stage, { to }) => {
      if (to === 'dead@example.com' && stage === 'rcpt') return { code: 550, text: '5.1.1 no such user' }
      return to === 'doubt@example.com' && stage === 'dot' ? 'close' : null
    },
  })
  const heard = await aHook(world)
  const streamId = await world.stream({ unsubscription: true })
  const html = '<a href="https://shop.example/order">Order</a> <a href="{{ links.unsubscribe }}">Leave</a>'
  const send = async (to: string) =>
    (await world.send({ to, stream: 'Receipts', html, data: {}, tags: ['receipt'], track_opens: true, track_links: true })).body.data.id // oxfmt-ignore
  const [read, gone, doubt, spam] = [
    await send('read@example.com'),
    await send('dead@example.com'),
    await send('doubt@example.com'),
    await send('spam@example.com'),
  ]
  await world.work()
  const again = await send('dead@example.com')
  await world.work()
  const sunk = world.sink.messages.find(({ to }) => to === 'read@example.com') ?? expect.fail()
  const mail = await readSunk(sunk)
  const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url.slice(baseUrl.length)) // oxfmt-ignore
  const [click = '', leave = '', open = ''] = links
  // What programs open is not told, such as those that follow each link as soon as a message has arrived.
  await world.sql`update messages set ended_at = now() - interval '1 hour'`
  const reader = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  await world.api.app.inject({ url: click, headers: reader })
  await world.api.app.inject({ url: open, headers: reader })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await world.api.app.inject({ method: 'POST', url: leave, headers, payload: 'List-Unsubscribe=One-Click' })
  await report(world, streamId, spam, complaint)
  const events = await heard()
  const told = events.map(({ event_type: type, message_id: id }) => `${type} ${String(id)}`)
  expect(told.toSorted()).toEqual(
    [
      `message_accepted ${read}`,
      `message_accepted ${spam}`,
      `message_bounced ${gone}`,
      `message_uncertain ${doubt}`,
      `message_skipped ${again}`,
      `message_clicked ${read}`,
      `message_opened ${read}`,
      `message_unsubscribed ${read}`,
      `message_complained ${spam}`,
    ].toSorted(),
  )
  for (const event of events) expect(event).toMatchObject({ stream: 'Receipts', tags: ['receipt'] })
  const of = (type: string) => events.find(({ event_type: one }) => one === type)
  expect(of('message_bounced')).toMatchObject({
    email: 'dead@example.com',
    severity: 'hard',
    status: '5.1.1',
  })
  expect(of('message_clicked')).toMatchObject({ click_url: 'https://shop.example/order', is_unique: true })
  expect(of('message_skipped')).toMatchObject({ diagnostic: 'the address is suppressed' })
})

test('a bounce that arrives while its message is handed over stays, is told once, and counts once', async () => {
  let meanwhile = async () => {}
  const world = await aMessageWorld({
    decide: () => null,
    slowMs: 1_000,
    onMessage: () => void meanwhile(),
  })
  const heard = await aHook(world)
  const streamId = await world.stream()
  const { id } = (await world.send({ stream: 'Receipts' })).body.data
  let reported: Promise<string> | undefined
  meanwhile = async () => {
    reported = report(world, streamId, id, dead)
  }
  await world.work()
  expect(await reported).toBe('bounce')
  expect(await world.show(id)).toMatchObject({ state: 'bounced', status: '5.1.1' })
  const types = (await heard()).map(({ event_type: type }) => type)
  expect(types.filter((type) => type === 'message_bounced')).toHaveLength(1)
  const counted = await world.api.call('GET', `message_streams/${streamId}/statistics`)
  expect(counted.body.data).toMatchObject({ total: { accepted: 1, bounced: 1 } })
  const later = (await world.send({ stream: 'Receipts' })).body.data.id
  await world.work()
  expect(await world.show(later)).toMatchObject({ state: 'skipped' })
})

test('a message whose time comes leaves then, and tells when it is tried', async () => {
  const world = await aMessageWorld()
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
  const { id } = (await world.send({ send_at: at.toISOString() })).body.data
  await world.work()
  expect(world.sink.messages).toEqual([])
  const shown = (await world.show(id)) as unknown as { next_attempt_at: string; send_at: string }
  expect([Date.parse(shown.send_at), Date.parse(shown.next_attempt_at)]).toEqual([at.getTime(), at.getTime()])
  await world.sql`update messages set due_at = now(), send_at = now()`
  await world.work()
  expect(world.sink.messages).toHaveLength(1)
})

test('a stream and a program that both let people leave: the stream has the only header for it', async () => {
  const world = await aMessageWorld()
  await world.stream({ name: 'Own', unsubscription: true })
  const headers = { 'List-Unsubscribe': '<mailto:leave@shop.example>', 'In-Reply-To': '<a@shop.example>' }
  for (const stream of ['Own', undefined]) await world.send({ to: `${stream}@example.com`, stream, headers })
  await world.work()
  const leaving = async (to: string) => {
    const mail = await readSunk(world.sink.messages.find((one) => one.to === to) ?? expect.fail())
    expect(mail.inReplyTo).toBe('<a@shop.example>')
    return mail.headers.filter(({ key }) => key === 'list-unsubscribe').map(({ value }) => value)
  }
  expect(await leaving('undefined@example.com')).toEqual(['<mailto:leave@shop.example>'])
  expect(await leaving('Own@example.com')).toEqual([expect.stringMatching(/^<http/)])
})
