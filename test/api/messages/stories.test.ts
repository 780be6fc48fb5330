import { expect, test } from 'vitest'
import { aMessageWorld, baseUrl } from '../../harness/smtp/message-world.ts'
import { browser } from '../../harness/returned/programs.ts'
import { readSunk } from '../../harness/smtp/sink.ts'
import { setEarlier } from '../../harness/postgres/earlier.ts'

test('a message to one person needs no list, leaves once, and its events tell what became of it', async () => {
  const world = await aMessageWorld()
  const { body, status } = await world.send({ to: 'Ann@Example.com', to_name: 'Ann', tags: ['receipt'] })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ state: 'queued', to: 'Ann@Example.com', attempts: 0 })
  await world.work()
  await world.work()
  expect(world.sink.messages).toHaveLength(1)
  const [sunk] = world.sink.messages
  const mail = await readSunk(sunk ?? expect.fail())
  expect(mail).toMatchObject({
    subject: 'Your receipt',
    to: [{ name: 'Ann', address: 'Ann@example.com' }],
    from: { address: 'shop@example.com' },
    text: 'Thank you.\n',
  })
  expect(mail.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  const shown = await world.show(body.data.id)
  expect(shown).toMatchObject({ state: 'accepted', attempts: 1, text: 'Thank you.', has_body: true })
  expect(mail.messageId).toBe(shown.message_id)
  expect(shown.events).toMatchObject([{ kind: 'accepted' }])
})

test('data fills a content in Liquid, and a template that cannot be read is refused in the call', async () => {
  const world = await aMessageWorld()
  const html = '<p>{% for item in data.items %}{{ item.name }} {% endfor %}</p>'
  const { body } = await world.send({ html, data: { items: [{ name: 'Tea & <b>' }, { name: 'Milk' }] } })
  expect(await world.show(body.data.id)).toMatchObject({ html: '<p>Tea &amp; &lt;b&gt; Milk </p>' })
  const refused = await world.send({ html: '{% if %}', data: {} })
  expect(refused.status).toBe(422)
  expect(refused.body.error_message).toContain('In the HTML')
  const plain = await world.send({ text: 'Braces {{ stay }}, and so do %%codes%%.' })
  expect(await world.show(plain.body.data.id)).toMatchObject({
    text: 'Braces {{ stay }}, and so do %%codes%%.',
  })
})

test('a template keeps its subject and content, and can be shown with its sample data', async () => {
  const world = await aMessageWorld()
  const template = {
    name: 'Order',
    subject: 'Order {{ data.id }}',
    text: 'It costs {{ data.total }}.',
    format: 'text',
  }
  const made = await world.api.call<{ id: number }>('POST', 'message_templates', {
    message_template: { ...template, sample_data: { id: 1, total: '5' } },
  })
  const { id } = made.body.data
  const { body } = await world.send({
    template_id: id,
    data: { id: 7, total: '12' },
    text: undefined,
    subject: undefined,
  })
  expect(await world.show(body.data.id)).toMatchObject({
    subject: 'Order 7',
    text: 'It costs 12.',
    html: null,
  })
  const shown = await world.api.call('POST', 'messages/render', {
    message: { template_id: id, data: { id: 8, total: '3' } },
  })
  expect(shown.body.data).toEqual({ subject: 'Order 8', html: null, text: 'It costs 3.' })
})

test('counted links and opens are told by the message, and lead where its author said', async () => {
  const world = await aMessageWorld()
  const html = '<p><a href="https://shop.example/a?b=1&amp;c=2">Order</a></p>'
  const { body } = await world.send({ html, track_opens: true, track_links: true })
  await world.work()
  const mail = await readSunk(world.sink.messages[0] ?? expect.fail())
  const links = [...(mail.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, url = '']) => url)
  expect(links.every((url) => url.startsWith(`${baseUrl}/m/`))).toBe(true)
  const [click = '', open = ''] = links.map((url) => url.slice(baseUrl.length))
  const headers = { 'user-agent': browser }
  // A click in the first seconds is no person’s.
  await world.sql`update messages set ended_at = now() - interval '1 hour'`
  const followed = await world.api.app.inject({ url: click, headers })
  expect([followed.statusCode, followed.headers['location']]).toEqual([302, 'https://shop.example/a?b=1&c=2'])
  expect((await world.api.app.inject({ url: open, headers })).headers['content-type']).toBe('image/gif')
  await world.api.app.inject({ url: open, headers })
  // Programs look at links without following them.
  await world.api.app.inject({ method: 'HEAD', url: click, headers })
  await world.api.app.inject({ url: open, headers: { 'user-agent': 'Mozilla/5.0' } })
  expect(await world.show(body.data.id)).toMatchObject({
    opens: 2,
    clicks: 1,
    machine_opens: 1,
    machine_clicks: 1,
    html,
    events: [
      { kind: 'accepted' },
      { kind: 'clicked', details: { click_url: 'https://shop.example/a?b=1&c=2' } },
      { kind: 'opened' },
      { kind: 'opened' },
    ],
  })
  expect((await world.api.app.inject({ url: `${click}x` })).statusCode).toBe(404)
})

test('who follows all links of a message at once is a program, and what it had counted for a person is taken back', async () => {
  const world = await aMessageWorld()
  const html = [1, 2, 3].map((n) => `<a href="https://shop.example/${n}">${n}</a>`).join(' ')
  const { body } = await world.send({ html, track_opens: true, track_links: true })
  await world.work()
  await world.sql`update messages set ended_at = now() - interval '1 hour'`
  const mail = await readSunk(world.sink.messages[0] ?? expect.fail())
  const urls = [...(mail.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url)
  const visit = (url = '') =>
    world.api.app.inject({ url: url.slice(baseUrl.length), headers: { 'user-agent': browser } })
  const [first, second, third] = urls
  await visit(first)
  await visit(second)
  expect(await world.show(body.data.id)).toMatchObject({ clicks: 2, machine_clicks: 0 })
  expect((await visit(third)).statusCode).toBe(302)
  expect(await world.show(body.data.id)).toMatchObject({
    clicks: 0,
    machine_clicks: 3,
    first_clicked_at: null,
  })
  expect(await world.sql`select clicked from message_counts where clicked <> 0`).toEqual([])
  await setEarlier(world.sql, { table: 'message_hits', times: ['hit_at'] }, '1 minute')
  await visit(first)
  expect(await world.show(body.data.id)).toMatchObject({ clicks: 1, machine_clicks: 3 })
})

test('attachments and pictures arrive as they were given', async () => {
  const world = await aMessageWorld()
  const content = Buffer.from('%PDF-1.7 ä').toString('base64')
  const attachments = [
    { filename: 'Rechnung März.pdf', content_type: 'application/pdf', content },
    { filename: 'logo.png', content_type: 'image/png', content: 'iVBORw0KGgo=', content_id: 'logo@shop' },
  ]
  const { body } = await world.send({ html: '<img src="cid:logo@shop">', attachments })
  await world.work()
  const mail = await readSunk(world.sink.messages[0] ?? expect.fail())
  expect(
    mail.attachments.map(({ filename, mimeType, disposition, contentId }) => ({
      filename,
      mimeType,
      disposition,
      contentId,
    })),
  ).toEqual([
    { filename: 'logo.png', mimeType: 'image/png', disposition: 'inline', contentId: '<logo@shop>' },
    {
      filename: 'Rechnung März.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
      contentId: undefined,
    },
  ])
  const file = mail.attachments.at(-1)?.content ?? ''
  expect(Buffer.from(typeof file === 'string' ? file : new Uint8Array(file)).toString()).toBe('%PDF-1.7 ä')
  expect(mail.text).toBe('Thank you.\n')
  expect(await world.show(body.data.id)).toMatchObject({
    attachments: [
      { filename: 'Rechnung März.pdf', size_bytes: 11 },
      { filename: 'logo.png', size_bytes: 8 },
    ],
  })
})

test('a batch answers for each message in its order, and what is refused does not stop the others', async () => {
  const world = await aMessageWorld()
  const messages = [
    world.message({ to: 'a@example.com' }),
    world.message({ to: 'nobody' }),
    world.message({ to: 'c@example.com' }),
  ]
  const { body, status } = await world.api.call<{ status: string; error_message: string | null }[]>(
    'POST',
    'messages/batch',
    { messages },
  )
  expect(status).toBe(200)
  expect(body.data).toMatchObject([
    { status: 'queued', message: { to: 'a@example.com' } },
    { status: 'failed', message: null, error_message: 'to is not a valid e-mail address' },
    { status: 'queued', message: { to: 'c@example.com' } },
  ])
  await world.work()
  expect(world.sink.messages.map(({ to }) => to).toSorted()).toEqual(['a@example.com', 'c@example.com'])
})

test('a call that is repeated with its Idempotency-Key sends one message', async () => {
  const world = await aMessageWorld()
  const call = () =>
    world.api.app.inject({
      method: 'POST',
      url: '/ga/api/v2/messages',
      headers: { authorization: `Basic ${world.api.a.credential}`, 'idempotency-key': 'order-7' },
      payload: { message: world.message() },
    })
  const answers = await Promise.all([call(), call(), call()])
  answers.push(await call())
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  await world.work()
  expect(world.sink.messages).toHaveLength(1)
})

test('a message that is to leave later waits, and can be cancelled until it leaves', async () => {
  const world = await aMessageWorld()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const { body } = await world.send({ send_at: later })
  await world.work()
  expect(world.sink.messages).toEqual([])
  const { id } = body.data
  expect((await world.api.call('POST', `messages/${id}/cancel`)).body.data).toMatchObject({
    state: 'cancelled',
  })
  await world.sql`update messages set due_at = now()`
  await world.work()
  expect(world.sink.messages).toEqual([])
  const sent = await world.send()
  await world.work()
  const refused = await world.api.call('POST', `messages/${sent.body.data.id}/cancel`)
  expect(refused.body.error_message).toBe('message cannot be cancelled: it is accepted')
  const far = await world.send({ send_at: new Date(Date.now() + 31 * 86_400_000).toISOString() })
  expect(far.body.error_message).toBe('send_at must be at most 30 days from now')
})

test('messages are found by address, stream, tag and state', async () => {
  const world = await aMessageWorld()
  await world.stream({ name: 'Alerts' })
  await world.send({ to: 'a@example.com', tags: ['one', 'two'] })
  await world.send({ to: 'b@example.com', stream: 'alerts', tags: ['two'] })
  await world.work()
  await world.send({ to: 'a@example.com', send_at: new Date(Date.now() + 3_600_000).toISOString() })
  const found = async (query: string) =>
    (await world.api.call<{ to: string; state: string }[]>('GET', `messages?${query}`)).body.data.map(
      ({ to, state }) => `${to} ${state}`,
    )
  expect(await found('')).toEqual([
    'a@example.com queued',
    'b@example.com accepted',
    'a@example.com accepted',
  ])
  expect(await found('email=A@EXAMPLE.com')).toEqual(['a@example.com queued', 'a@example.com accepted'])
  expect(await found('stream=Alerts')).toEqual(['b@example.com accepted'])
  expect(await found('tag=two')).toEqual(['b@example.com accepted', 'a@example.com accepted'])
  expect(await found('state=queued')).toEqual(['a@example.com queued'])
  expect(await found('state=accepted&email=a@example.com')).toEqual(['a@example.com accepted'])
  expect(await found('stream=nothing')).toEqual([])
})

test('messages are found between two times, newest first', async () => {
  const world = await aMessageWorld()
  const at = async (to: string, time: string) => {
    const { body } = await world.send({ to })
    await world.sql`update messages set created_at = ${time} where id = ${body.data.id}`
  }
  await at('second@example.com', '2026-05-02T10:00:00.500Z')
  await at('first@example.com', '2026-05-01T10:00:00Z')
  await at('third@example.com', '2026-05-03T00:00:00Z')
  const found = async (query: string) =>
    (await world.api.call<{ to: string }[]>('GET', `messages?${query}`)).body.data.map(
      ({ to }) => to.split('@')[0],
    )
  expect(await found('created_at__start=2026-05-01T11:00:00Z')).toEqual(['third', 'second'])
  expect(await found('created_at__end=2026-05-02')).toEqual(['second', 'first'])
  expect(await found('created_at__end=2026-05-02T10:00:00Z&created_at__start=2026-05-02T10:00:00Z')).toEqual([
    'second',
  ])
  expect(await found('created_at__end=2026-05-02&email=first@example.com')).toEqual(['first'])
  const wrong = await world.api.call(
    'GET',
    'messages?created_at__end=2026-05-01&created_at__start=2026-05-02',
  )
  expect(wrong.status).toBe(400)
})

test('the figures of all streams tell what was counted, and what is in which state now', async () => {
  const world = await aMessageWorld()
  await world.stream({ name: 'Receipts' })
  await world.stream({ name: 'Alerts' })
  await world.send({ stream: 'Receipts' })
  await world.work()
  const send_at = new Date(Date.now() + 3_600_000).toISOString()
  await world.send({ stream: 'Alerts', send_at })
  await world.send({ stream: 'Alerts', send_at })
  const { body } = await world.api.call<object[]>('GET', 'messages/statistics')
  const none = { queued: 0, sending: 0, deferred: 0, uncertain: 0, is_exact: true }
  expect(body.data).toMatchObject([
    { stream: 'Alerts', total: { accepted: 0, bounced: 0 }, now: { ...none, queued: 2 } },
    { stream: 'Receipts', total: { accepted: 1, bounced: 0 }, now: none },
  ])
  const before = await world.api.call<object[]>('GET', 'messages/statistics?time__end=2026-01-01')
  expect(before.body.data).toMatchObject([{ total: { accepted: 0 } }, { total: { accepted: 0 } }])
})

test('a content that cannot be read is refused at its field', async () => {
  const world = await aMessageWorld()
  const refused = async (message: object) =>
    (
      await world.api.app.inject({
        method: 'POST',
        url: '/ga/api/v2/messages/render',
        headers: { authorization: `Basic ${world.api.a.credential}` },
        payload: { message: { data: {}, ...message } },
      })
    ).json<{ errors?: { path: string; problem: string }[] }>().errors
  const html = '<p>{% if %}</p>'
  expect(await refused({ html })).toMatchObject([
    { path: 'html', problem: expect.stringContaining('line 1') },
  ])
  expect(await refused({ text: '{% if %}', html: 'fine' })).toMatchObject([{ path: 'text' }])
  expect(await refused({ text: 'fine', subject: '{{ a | nonsense }}' })).toMatchObject([{ path: 'subject' }])
  const { body } = await world.api.call<{ id: number }>('POST', 'message_templates', {
    message_template: { name: 'Broken', html, subject: 'fine' },
  })
  expect(await refused({ template_id: body.data.id })).toMatchObject([{ path: 'template_id' }])
  expect(await refused({ template_id: body.data.id, subject: '{% if %}' })).toMatchObject([
    { path: 'template_id' },
  ])
})
