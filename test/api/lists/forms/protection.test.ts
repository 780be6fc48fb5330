import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { aList, aRemoteList } from '../../../harness/core/records.ts'
import { aFormWorld, linkIn, type FormWorld } from '../../../harness/returned/forms.ts'
import { earlier, setEarlier } from '../../../harness/postgres/earlier.ts'

const ann = { email: 'ann@example.com' }
const stored = async ({ sql }: FormWorld) => (await sql`select 1 from sign_ups`).length

test('a page that is too fast, too old, forged, of another form or without a ticket asks once more, with all entries', async () => {
  const world = await aFormWorld()
  const { api, listId, submit, clock } = world
  const other = await api.call<{ url: string }>('POST', `mailing_lists/${listId}/web_forms`, {
    name: 'Other',
  })
  const foreign = world.ticketOf((await world.visit('GET', new URL(other.body.data.url).pathname)).body)
  const own = world.ticketOf((await world.visit('GET', world.path)).body)
  const flipped = `${own.slice(0, -2)}${own.endsWith('AA') ? 'BB' : 'AA'}`
  const asked = [
    await submit(ann, { seconds: 1 }),
    await submit(ann, { seconds: 24 * 3600 + 1 }),
    ...(await Promise.all(['', 'x', foreign, flipped, 'é'].map((ticket) => submit({ ...ann, ticket })))),
  ]
  for (const answer of asked) {
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('press the button once more')
    expect(answer.body).toContain('value="ann@example.com"')
  }
  expect(await stored(world)).toBe(0)
  // The next click goes through.
  clock.ms += 5_000
  const payload = new URLSearchParams({ ...ann, ticket: world.ticketOf(asked[1]?.body ?? '') }).toString()
  expect((await world.visit('POST', world.path, { payload })).body).toContain('look into your mailbox')
  expect(await stored(world)).toBe(1)
})

test('a program that fills the honeypot gets the page of success, and nothing is stored', async () => {
  const world = await aFormWorld()
  const answer = await world.submit({ ...ann, topic_2: 'cheap' })
  expect(answer.body).toContain('look into your mailbox')
  expect(await stored(world)).toBe(0)
})

test('one client and one network can send so many forms in a minute, and are told so', async () => {
  const world = await aFormWorld({ perMinute: 2 })
  const from = async (remoteAddress: string) => (await world.submit(ann, { remoteAddress })).statusCode
  expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([200, 200, 429])
  // One line of IPv6 has many addresses.
  expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')]).toEqual([
    200, 200, 429,
  ])
  const neighbours: number[] = []
  for (let host = 2; host < 24; host += 1) neighbours.push(await from(`192.0.2.${host}`))
  expect(neighbours.filter((status) => status === 200)).toHaveLength(18)
})

test('one mailbox gets at most ten mails a day, over all lists and organizations, and no other waits for it', async () => {
  const world = await aFormWorld()
  const { api, sql, submit, work } = world
  const paths: string[] = []
  for (const owner of [api.a, api.b]) {
    for (let nth = 1; nth <= 6; nth += 1) {
      const list = await aList(sql, owner.organizationId, {
        name: `List ${nth}`,
        d_from_email: 'a@example.com',
      })
      const made = await api.call<{ url: string }>(
        'POST',
        `mailing_lists/${list}/web_forms`,
        { name: 'F' },
        owner,
      )
      paths.push(new URL(made.body.data.url).pathname)
    }
  }
  for (const [place, at] of paths.entries()) {
    const page = await submit({ email: `Victim+${place}@example.com` }, { at })
    expect(page.body).toContain('look into your mailbox')
  }
  await submit(ann)
  await work()
  const mails = await world.mails()
  const toVictim = mails.filter(({ to }) => to?.[0]?.address?.startsWith('Victim'))
  expect([mails.length, toVictim.length]).toEqual([11, 10])
  // What it got still works, also after another attempt.
  await sql`update sign_ups set ${earlier(sql, ['mailed_at', 'given_at'], '11 minutes')} where mailed_at is not null`
  for (const [place, at] of paths.entries()) await submit({ email: `Victim+${place}@example.com` }, { at })
  await work()
  expect(await world.mails()).toEqual([])
  const thanked = await world.visit('POST', linkIn(toVictim[0] ?? expect.fail()))
  expect(thanked.body).toContain('You are subscribed')
  // A day later it may get mails again.
  await setEarlier(sql, { table: 'requested_mails', times: ['since'] }, '25 hours')
  await submit({ email: 'victim@example.com' })
  await work()
  expect(await world.mails()).toHaveLength(1)
})

test('a mail that waits for a mail server does not use up what its mailbox may get', async () => {
  let isSlow = true
  const world = await aFormWorld({
    sink: { decide: (stage) => (isSlow && stage === 'rcpt' ? { code: 451 } : null) },
  })
  await world.submit(ann)
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await world.work()
    await world.sql`update sign_ups set mail_due_at = now(), attempts = 0`
  }
  isSlow = false
  await world.work()
  expect(await world.mails()).toHaveLength(1)
  expect([...(await world.sql`select mails from requested_mails`)]).toEqual([{ mails: 1 }])
})

test('a form with a proof of work takes only what was worked for, and its page brings the script', async () => {
  const world = await aFormWorld({ form: { proof_of_work: true } })
  const page = await world.visit('GET', world.path)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.body).toContain('<noscript>')
  const ticket = world.ticketOf(page.body)
  world.clock.ms += 5_000
  const send = async (work: string, email = ann.email) => {
    const payload = new URLSearchParams({ email, ticket, work }).toString()
    return (await world.visit('POST', world.path, { payload })).body.includes('look into your mailbox')
  }
  expect(await send('')).toBe(false)
  expect(await send('1')).toBe(false)
  let answer = 0
  const hash = () => createHash('sha256').update(`${ticket}\n${ann.email}\n${answer}`).digest()
  while (hash().readUInt32BE(0) >>> 15 !== 0) answer += 1
  expect(await send(String(answer), 'bo@example.com')).toBe(false)
  expect(await send(String(answer))).toBe(true)
  expect(await stored(world)).toBe(1)
})

test('scripts of the sites that a form names may send it; others, and browsers of theirs, are refused', async () => {
  const world = await aFormWorld({
    form: { allowed_origins: ['https://shop.example/', 'https://shop.example'] },
  })
  const at = `${world.path}/json`
  const from = (origin: string) => ({ headers: { origin, 'accept-language': 'de' } })
  const preflight = await world.visit('OPTIONS', at, from('https://shop.example'))
  expect(preflight.statusCode).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-headers': 'content-type',
  })
  for (const origin of [
    'https://evil.example',
    'https://shop.example.evil.example',
    'http://shop.example',
    'null',
  ]) {
    expect((await world.visit('OPTIONS', at, from(origin))).statusCode).toBe(403)
    const refused = await world.visit('GET', at, from(origin))
    expect(refused.statusCode).toBe(403)
    expect(refused.headers['access-control-allow-origin']).toBeUndefined()
  }
  const { ticket } = (await world.visit('GET', at, from('https://shop.example'))).json().data
  const send = async (body: object) => {
    const payload = JSON.stringify(body)
    const answer = await world.visit('POST', at, { ...from('https://shop.example'), payload })
    return { status: answer.statusCode, ...answer.json() }
  }
  expect(await send({ ...ann, ticket })).toMatchObject({ status: 422, success: false })
  world.clock.ms += 5_000
  expect(await send({ email: 'x', ticket })).toMatchObject({
    status: 422,
    errors: [{ path: 'email', problem: expect.stringContaining('E-Mail-Adresse') }],
  })
  expect(await send({ ...ann, ticket })).toMatchObject({
    status: 200,
    data: { message: expect.stringContaining('ann@example.com') },
  })
  for (const body of [[], { email: {}, fields: [] }, { fields: { f1: { value: {} } } }]) {
    expect((await send(body)).status).toBe(422)
  }
  expect(await stored(world)).toBe(1)
})

test('the snippet for other sites has no script; the server shows its entries once more', async () => {
  const world = await aFormWorld({ form: { consent_text: '<b>Yes</b> https://example.com/p?a=1&b=2.' } })
  const { embed_html: html, url } = await world.form()
  expect(html).toContain(`<form method="post" action="${url}"`)
  expect(html).toContain('&lt;b&gt;Yes&lt;/b&gt;')
  expect(html).toContain('href="https://example.com/p?a=1&amp;b=2"')
  expect(html).not.toMatch(/<script|\son\w+=|javascript:/i)
  const payload = new URLSearchParams({ ...ann, consent: '1' }).toString()
  const again = await world.visit('POST', world.path, { payload })
  expect(again.body).toContain('value="ann@example.com"')
  expect(again.body).toContain('checked')
  expect(await stored(world)).toBe(0)
})

test('who opens an old page agrees to the words of now', async () => {
  const world = await aFormWorld({ form: { consent_text: 'First.' } })
  const ticket = world.ticketOf((await world.visit('GET', world.path)).body)
  world.clock.ms += 5_000
  expect((await world.change({ consent_text: 'Second.' })).body.data.consent_version).toBe(2)
  await world.change({ title: 'Other' })
  expect((await world.form()).consent_version).toBe(2)
  const payload = new URLSearchParams({ ...ann, consent: '1', ticket }).toString()
  const asked = await world.visit('POST', world.path, { payload })
  expect(asked.body).toContain('Second.')
  expect(await stored(world)).toBe(0)
})

test('after the confirmation the browser goes to the address of the form, which has to be https', async () => {
  const world = await aFormWorld({ form: { redirect_url: 'https://shop.example/thanks?x=1' } })
  for (const wrong of [
    'http://shop.example',
    'javascript:alert(1)',
    'https://a:b@shop.example',
    '//shop.example',
    'x',
  ]) {
    expect((await world.change({ redirect_url: wrong })).status).toBe(422)
  }
  await world.submit(ann)
  await world.work()
  const link = linkIn((await world.mails())[0] ?? expect.fail())
  const asked = await world.visit('GET', link)
  // Otherwise the browser would block the redirect.
  expect(asked.headers['content-security-policy']).toContain("form-action 'self' https://shop.example;")
  const answer = await world.visit('POST', link)
  expect([answer.statusCode, answer.headers['location']]).toEqual([303, 'https://shop.example/thanks?x=1'])
})

test('a form that is off, deleted, without a sender, or of a list or organization that is gone says that it is closed', async () => {
  const world = await aFormWorld()
  const { sql, organizationId, listId, formId } = world
  await world.submit(ann)
  await world.work()
  const link = linkIn((await world.mails())[0] ?? expect.fail())
  const closed = async () => {
    const pages = [
      await world.visit('GET', world.path),
      await world.visit('POST', world.path, { payload: '' }),
    ]
    return pages.every(({ statusCode, body }) => statusCode === 200 && body.includes('This form is closed'))
  }
  for (const [off, on] of [
    [sql`update web_forms set active = false`, sql`update web_forms set active = true`],
    [
      sql`update mailing_lists set d_from_email = ''`,
      sql`update mailing_lists set d_from_email = 'a@example.com'`,
    ],
    [
      sql`update organizations set active = false where id = ${organizationId}`,
      sql`update organizations set active = true`,
    ],
    [
      sql`update mailing_lists set deleted_at = now() where id = ${listId}`,
      sql`update mailing_lists set deleted_at = null`,
    ],
    [sql`update web_forms set deleted_at = now() where id = ${formId}`, sql`select 1`],
  ] as const) {
    expect(await closed()).toBe(false)
    await off
    expect(await closed()).toBe(true)
    await on
  }
  expect((await world.visit('POST', link)).body).toContain('This form is closed')
  expect(await world.people()).toEqual([])
  expect((await world.visit('GET', '/f/1-aaaaaaaaaaaaaaaaaaaaaa')).statusCode).toBe(404)
})

test('forms belong to a list of people with addresses, name its fields, and their names differ', async () => {
  const { api, sql, listId, organizationId } = await aFormWorld()
  const create = async (list: number, body: object, as = api.a) =>
    (await api.call('POST', `mailing_lists/${list}/web_forms`, body, as)).body.error_message
  expect(await create(listId, { name: 'DOOR' })).toBe('name has already been taken')
  expect(await create(listId, { name: 'B', fields: [{ custom_field_id: 999 }] })).toContain('999')
  expect(await create(listId, { name: 'B', allowed_origins: ['https://a.example/path'] })).toContain('origin')
  expect(await create(await aRemoteList(sql), { name: 'B' }, api.system)).toContain('remote')
  const [key] = await sql<{ id: number }[]>`
    insert into custom_fields (organization_id, mailing_list_id, name, field_type, required)
    values (${organizationId}, ${listId}, 'Number', 'number', true) returning id`
  const [other] = await sql<{ id: number }[]>`
    insert into mailing_lists (organization_id, name, primary_key_custom_field_id)
    values (${organizationId}, 'Keyed', ${key?.id ?? 0}) returning id`
  expect(await create(other?.id ?? 0, { name: 'B' })).toContain('identified by their address')
})
