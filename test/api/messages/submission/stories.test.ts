import { expect, test } from 'vitest'
import { selfSignedCertificate } from '../../../harness/fakes/certificate.ts'
import { readSunk } from '../../../harness/smtp/sink.ts'
import { aSubmissionWorld, idsOf, type SubmissionWorld } from '../../../harness/smtp/submission-world.ts'

async function arrived({ sink }: SubmissionWorld, to: string) {
  const found = sink.messages.find((message) => message.to === to) ?? expect.fail()
  return readSunk(found)
}

test('a message by SMTP leaves once for each recipient, also in Bcc, and its answer names their ids', async () => {
  const world = await aSubmissionWorld()
  const ids = await world.submit({
    to: 'Ann Lee <ann@example.com>',
    cc: 'Bob <bob@example.com>',
    bcc: 'carl@example.com, ANN@example.com',
    replyTo: 'Help <help@example.com>',
    headers: { 'X-Order': '4711', 'In-Reply-To': '<ticket-1@example.com>' },
  })
  expect(ids).toHaveLength(3)
  await world.work()
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual([
    'ANN@example.com',
    'bob@example.com',
    'carl@example.com',
  ])
  const bob = await arrived(world, 'bob@example.com')
  expect(bob).toMatchObject({
    subject: 'Your receipt',
    from: { name: 'Shop', address: 'shop@example.com' },
    to: [{ name: 'Bob', address: 'bob@example.com' }],
    replyTo: [{ address: 'help@example.com' }],
    inReplyTo: '<ticket-1@example.com>',
    text: 'Thank you.\n',
  })
  const names = bob.headers.map(({ key }) => key)
  expect(names).toContain('x-order')
  for (const hidden of ['bcc', 'cc', 'received', 'x-mailer']) expect(names).not.toContain(hidden)
  expect(await world.show(ids[0] ?? 0)).toMatchObject({ state: 'accepted', via: 'smtp' })
  const events =
    await world.sql`select kind, details, request_id from audit_events where kind like 'message.%'`
  expect(events).toMatchObject([{ kind: 'message.created', details: { messages: 3 } }])
})

test('the audit log tells how many messages were made, also if it was one, in every way', async () => {
  const world = await aSubmissionWorld()
  const message = { to: 'ann@example.com', from_email: 'shop@example.com', text: 'Thanks.' }
  await world.api.call('POST', 'messages', message)
  await world.api.call('POST', 'messages/batch', { messages: [message] })
  await world.submit({ to: 'ann@example.com' })
  const events = await world.sql`select details from audit_events where kind = 'message.created'`
  expect(events).toMatchObject(Array.from({ length: 3 }, () => ({ details: { messages: 1 } })))
})

test('headers of Quiver say stream, tags, template, data, tracking and time, and do not leave', async () => {
  const world = await aSubmissionWorld()
  await world.stream({ name: 'Orders' })
  const template = {
    name: 'Order',
    subject: 'Order {{ data.id }}',
    text: 'It costs {{ data.total }}.',
    format: 'text',
  }
  const made = await world.api.call<{ id: number }>('POST', 'message_templates', {
    message_template: template,
  })
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const [id = 0] = await world.submit({
    subject: '',
    headers: {
      'X-Quiver-Stream': 'orders',
      'X-Quiver-Tags': 'receipt, paid',
      'X-Quiver-Template': String(made.body.data.id),
      // Longer than a line, and beyond ASCII.
      'X-Quiver-Data': JSON.stringify({ id: 7, total: '12 €', note: 'many words '.repeat(30) }),
      'X-Quiver-Track-Opens': 'yes',
      'X-Quiver-Track-Links': 'no',
      'X-Quiver-Send-At': later,
      'X-Other': 'stays',
    },
  })
  expect(await world.show(id)).toMatchObject({
    state: 'queued',
    stream: 'Orders',
    tags: ['receipt', 'paid'],
    subject: 'Order 7',
    text: 'It costs 12 €.',
    track_opens: true,
    track_links: false,
    headers: [{ name: 'X-Other', value: 'stays' }],
  })
})

test('HTML, pictures and files arrive as they were attached, whatever their ids and however large', async () => {
  const world = await aSubmissionWorld()
  const large = Buffer.alloc(200_000, 'receipt ')
  const [id = 0] = await world.submit({
    html: '<p>Grüße</p><img src="cid:logo+1$x@shop"><img src="cid:plain@shop">',
    attachments: [
      { filename: 'logo.png', cid: 'logo+1$x@shop', content: Buffer.from('png 1'), contentType: 'image/png' },
      { filename: 'plain.png', cid: 'plain@shop', content: Buffer.from('png 2'), contentType: 'image/png' },
      { filename: 'Rechnung März.pdf', content: large, contentType: 'application/pdf' },
    ],
  })
  await world.work()
  const mail = await arrived(world, 'ann@example.com')
  expect(mail.html).toContain('Grüße')
  const shown = [...(mail.html ?? '').matchAll(/cid:([^"]+)/g)].map(([, cid]) => `<${cid}>`)
  expect(mail.attachments.map(({ contentId }) => contentId).slice(0, 2)).toEqual(shown)
  const file = mail.attachments.find(({ filename }) => filename === 'Rechnung März.pdf')
  expect(Buffer.from(file?.content as Uint8Array).equals(large)).toBe(true)
  expect(await world.show(id)).toMatchObject({
    attachments: [{ filename: 'logo.png' }, {}, { size_bytes: 200_000 }],
  })
})

test('a message whose answer was lost is stored once: by its key, or by its Message-ID', async () => {
  const world = await aSubmissionWorld()
  const keyed = (key: string, attributes: object = {}) =>
    world.submit({ headers: { 'X-Quiver-Idempotency-Key': key }, ...attributes })
  const first = await keyed('order-7')
  // Another Date, Message-ID and boundary, as programs make them when they repeat a message.
  expect(await keyed('order-7')).toEqual(first)
  await expect(keyed('order-7', { text: 'Something else.' })).rejects.toThrow(
    'Idempotency-Key was used for another request',
  )
  const named = (attributes: object = {}) => world.submit({ messageId: '<one@shop.example>', ...attributes })
  const [one, again, other, withoutName] = [
    await named(),
    await named(),
    await named({ to: 'bob@example.com' }),
    await world.submit(),
  ]
  expect(again).toEqual(one)
  const ids = [first, one, other, withoutName].flat()
  expect(new Set(ids).size).toBe(4)
  expect(await world.sql`select count(*) from messages`).toEqual([{ count: 4 }])
})

test('what is refused for its stream is taken when the stream is there: a Message-ID keeps no refusal', async () => {
  const world = await aSubmissionWorld()
  const send = () =>
    world.submit({ messageId: '<two@shop.example>', headers: { 'X-Quiver-Stream': 'Alerts' } })
  await expect(send()).rejects.toThrow('550 5.7.1 stream does not exist')
  await world.stream({ name: 'Alerts' })
  expect(await send()).toHaveLength(1)
})

test('the answer comes after the commit', async () => {
  const world = await aSubmissionWorld()
  let open = () => {}
  const held = new Promise<void>((resolve) => (open = resolve))
  let isAnswered = false
  const holding = world.sql.begin(async (sql) => {
    await sql`lock table messages in exclusive mode`
    await held
  })
  const submitted = world.submit().finally(() => (isAnswered = true))
  await expect
    .poll(async () => (await world.sql`select 1 from pg_locks where not granted`).length, { timeout: 10_000 })
    .toBeGreaterThan(0)
  expect(isAnswered).toBe(false)
  open()
  await holding
  expect(await submitted).toHaveLength(1)
})

test('TLS by STARTTLS or from the first byte, and a renewed certificate without a start', async () => {
  const first = selfSignedCertificate('127.0.0.1')
  const world = await aSubmissionWorld({ certificate: first, tls: true })
  expect(await world.submit({}, { secure: true, tls: { ca: first.cert } })).toHaveLength(1)
  const renewed = selfSignedCertificate('127.0.0.1')
  const { writeCertificate } = await import('../../../harness/smtp/submission-world.ts')
  await writeCertificate(world.port.certificateFolder, renewed)
  await world.port.renew()
  expect(await world.submit({}, { secure: true, tls: { ca: renewed.cert } })).toHaveLength(1)
  await expect(world.submit({}, { secure: true, tls: { ca: first.cert } })).rejects.toThrow('certificate')
})

test('a client may log in by PLAIN or LOGIN, and send several messages over one connection', async () => {
  const certificate = selfSignedCertificate('127.0.0.1')
  const world = await aSubmissionWorld({ certificate })
  for (const authMethod of ['PLAIN', 'LOGIN']) {
    const options = { requireTLS: true, tls: { ca: certificate.cert }, authMethod }
    expect(await world.submit({}, options)).toHaveLength(1)
  }
  const pooled = world.client({ pool: true, maxConnections: 1 } as object)
  const answers = await Promise.all([1, 2, 3].map(() => pooled.sendMail(world.mail())))
  expect(new Set(answers.flatMap(({ response }) => idsOf(response))).size).toBe(3)
})
