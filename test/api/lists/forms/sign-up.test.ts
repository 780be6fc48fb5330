import { expect, test } from 'vitest'
import { aField, anAutoresponder, someOptions } from '../../../harness/core/records.ts'
import { countsOf, subscribe } from '../../../harness/records/subscribers.ts'
import { aFormWorld, linkIn, type FormWorld } from '../../../harness/returned/forms.ts'
import { setEarlier } from '../../../harness/postgres/earlier.ts'

const ann = { email: 'Ann@Example.com' }

/** @returns the only mail that left. */
async function oneMail(world: FormWorld) {
  await world.work()
  const [mail, ...others] = await world.mails()
  if (mail === undefined || others.length > 0) throw new Error(`${others.length} mails too many, or none`)
  return mail
}

test('a stranger signs up in German, confirms by the link of the mail, and the proof is kept', async () => {
  const world = await aFormWorld({
    list: { has_confirmed: true },
    form: { consent_text: 'I want the news (https://example.com/privacy).' },
  })
  const { api, sql, organizationId, listId, visit, submit } = world
  await anAutoresponder(sql, organizationId, listId, { trigger: 'subscription' })
  await anAutoresponder(sql, organizationId, listId, { trigger: 'subscription', name: 'Gone' })
  await sql`update autoresponders set deleted_at = now() where name = 'Gone'`
  const sent = await submit({ ...ann, consent: '1' }, { language: 'de-AT' })
  expect(sent.statusCode).toBe(200)
  expect(sent.body).toContain('<html lang="de">')
  expect(sent.body).toContain('Bitte sehen Sie in Ihrem Postfach nach')
  expect(await world.people()).toEqual([])
  const mail = await oneMail(world)
  expect(mail).toMatchObject({
    subject: 'Bitte bestätigen Sie Ihre Anmeldung zu News & <more>',
    from: { address: 'news@example.com', name: 'The News' },
    to: [{ address: 'Ann@example.com' }],
  })
  expect(mail.html).toContain('News &amp; &lt;more&gt;')
  expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted' }))
  const link = linkIn(mail)
  // Programs that follow the links of mails confirm nothing.
  for (const method of ['GET', 'HEAD'] as const) expect((await visit(method, link)).statusCode).toBe(200)
  expect(await world.people()).toEqual([])
  const asked = (await visit('GET', link)).body
  expect(asked).toContain('Anmeldung bestätigen')
  expect(asked).toContain('<strong>Ann@Example.com</strong>')
  const thanked = await visit('POST', link, { remoteAddress: '198.51.100.9' })
  expect(thanked.body).toContain('Sie sind angemeldet')
  expect(await world.people()).toEqual([
    {
      key: 'ann@example.com',
      status: 'active',
      confirmed: true,
      custom_fields: {},
      subscribe_ip: '192.0.2.7',
      has_confirmed: true,
    },
  ])
  expect(await countsOf(api, listId)).toMatchObject({ active: 1 })
  expect(await world.proofs()).toEqual([
    expect.objectContaining({
      email: 'Ann@Example.com',
      text: 'I want the news (https://example.com/privacy).',
      version: 1,
      given_ip: '192.0.2.7',
      confirmed_ip: '198.51.100.9',
      is_later: true,
    }),
  ])
  expect(await sql`select 1 from autoresponder_reactions`).toHaveLength(1)
  const [person] = await sql<{ id: number }[]>`select id from subscribers`
  const told = await api.call<object[]>(
    'GET',
    `mailing_lists/${listId}/subscribers/${person?.id}/events?part=changes`,
  )
  expect(told.body.data).toContainEqual(
    expect.objectContaining({
      kind: 'signed_up',
      ip: '192.0.2.7',
      web_form: { id: world.formId, name: 'Door' },
      consent: {
        text: 'I want the news (https://example.com/privacy).',
        version: 1,
        confirmed_at: expect.stringMatching(/^20/),
        confirmed_ip: '198.51.100.9',
      },
    }),
  )
  expect((await world.form()).figures).toEqual({
    submitted: 1,
    confirmed: 1,
    pending: 0,
    pending_is_exact: true,
  })
})

test('a link works once: replays, forged ones and many at once subscribe nobody else', async () => {
  const world = await aFormWorld()
  await world.submit(ann)
  const link = linkIn(await oneMail(world))
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.visit('POST', link)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await world.people()).toHaveLength(1)
  expect(await world.proofs()).toHaveLength(1)
  expect((await world.form()).figures).toEqual({
    submitted: 1,
    confirmed: 1,
    pending: 0,
    pending_is_exact: true,
  })
  const before = await world.sql`select * from subscribers`
  expect((await world.visit('POST', link)).body).toContain('You are subscribed')
  expect([...(await world.sql`select * from subscribers`)]).toEqual([...before])
  const flipped = link.slice(0, -2) + (link.endsWith('AA') ? 'BB' : 'AA')
  const foreign = link.replace(/\/s\/\d+/, `/s/${world.api.b.organizationId}`)
  for (const other of [flipped, foreign, '/s/1.x', `/s/${'9'.repeat(20)}.${'a'.repeat(43)}`]) {
    expect((await world.visit('POST', other)).statusCode).toBe(404)
  }
  // What is stored opens nothing.
  const [stored] =
    await world.sql`select encode(token_hash, 'hex') as hash, encode(nonce, 'hex') as nonce from sign_ups`
  expect(link).not.toContain(stored?.['hash'])
  expect(link).not.toContain(Buffer.from(String(stored?.['nonce']), 'hex').toString('base64url'))
})

test('an expired link changes nothing, names the form, and a new submission makes another', async () => {
  const world = await aFormWorld()
  await world.submit(ann)
  const link = linkIn(await oneMail(world))
  await world.daysPass(8)
  for (const method of ['GET', 'POST'] as const) {
    const answer = await world.visit(method, link)
    expect(answer.statusCode).toBe(410)
    expect(answer.body).toContain(`href="..${world.path}"`)
  }
  expect(await world.people()).toEqual([])
  await world.submit(ann)
  const next = linkIn(await oneMail(world))
  expect(next).not.toBe(link)
  expect((await world.visit('POST', link)).statusCode).toBe(404)
  await world.visit('POST', next)
  expect(await world.people()).toHaveLength(1)
})

test('submissions of one address within ten minutes make one mail; a later one makes another, and both links stay', async () => {
  const world = await aFormWorld()
  const many = Array.from({ length: 12 }, () => world.submit(ann))
  expect(new Set((await Promise.all(many)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  const link = linkIn(await oneMail(world))
  await world.submit({ email: 'ANN@example.com' })
  await world.work()
  expect(await world.mails()).toEqual([])
  await setEarlier(world.sql, { table: 'sign_ups', times: ['given_at', 'mailed_at'] }, '11 minutes')
  await world.submit(ann)
  const next = linkIn(await oneMail(world))
  expect(next).not.toBe(link)
  for (const path of [link, next]) expect((await world.visit('GET', path)).body).toContain('Confirm')
})

test('whatever is known of an address, the answer is the same; each gets what it should', async () => {
  const world = await aFormWorld()
  const { api, sql, listId, organizationId } = world
  const statuses = ['active', 'unsubscribed', 'bounced', 'scomp', 'deactivated'] as const
  await subscribe(api, listId, statuses.map((status) => `${status}@example.com`)) // oxfmt-ignore
  for (const status of statuses) {
    await sql`update subscribers set status = ${status} where key = ${`${status}@example.com`}`
  }
  const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'never') returning id`
  await sql`
    insert into suppressed_addresses (organization_id, suppression_list_id, key)
    values (${organizationId}, ${list?.id ?? 0}, 'suppressed@example.com'), (${organizationId}, ${list?.id ?? 0}, '@never.example')`
  const names = [...statuses, 'suppressed', 'new']
    .map((name) => `${name}@example.com`)
    .concat('x@never.example')
  const answers = new Set<string>()
  for (const email of names) {
    const { statusCode, body, headers } = await world.submit({ email })
    answers.add(JSON.stringify([statusCode, body.replaceAll(email, ''), headers['content-security-policy']]))
  }
  expect(answers.size).toBe(1)
  await world.work()
  const subjects = new Map((await world.mails()).map(({ to, subject }) => [to?.[0]?.address, subject]))
  const confirm = 'Please confirm your subscription to News & <more>'
  expect(Object.fromEntries(subjects)).toEqual({
    'active@example.com': 'You are subscribed to News & <more> already',
    'unsubscribed@example.com': confirm,
    'bounced@example.com': confirm,
    'scomp@example.com': confirm,
    'new@example.com': confirm,
  })
  // Nobody is brought back by a submission.
  const after = await sql`select key, status from subscribers where key not like status || '@%'`
  expect([...after]).toEqual([])
  // The notice comes once a day.
  await sql`update sign_ups set mailed_at = now() - interval '11 minutes' where mailed_at is not null`
  await world.submit({ email: 'active@example.com' })
  await world.work()
  expect(await world.mails()).toEqual([])
  await world.daysPass(1)
  await world.submit({ email: 'active@example.com' })
  expect((await oneMail(world)).subject).toContain('already')
})

test('whoever unsubscribed comes back by a new confirmation, and off the list that their leaving put them on', async () => {
  const world = await aFormWorld()
  const { api, sql, listId, organizationId } = world
  const [list] = await sql<{ id: number }[]>`
    insert into suppression_lists (organization_id, name) values (${organizationId}, 'left') returning id`
  await sql`update organizations set unsub_suppression_list_id = ${list?.id ?? 0} where id = ${organizationId}`
  const [id] = await subscribe(api, listId, ['ann@example.com'])
  await api.call('PUT', `mailing_lists/${listId}/subscribers/${id}`, { status: 'unsubscribed' })
  expect(await sql`select 1 from suppressed_addresses`).toHaveLength(1)
  // As an unsubscription by the link of a message leaves it.
  await sql`update subscribers s set remove_time = a.created_at from suppressed_addresses a where a.organization_id = s.organization_id`
  await world.submit(ann)
  expect(await world.people()).toMatchObject([{ status: 'unsubscribed' }])
  await world.visit('POST', linkIn(await oneMail(world)))
  expect(await world.people()).toMatchObject([{ status: 'active', has_confirmed: true }])
  expect(await sql`select 1 from suppressed_addresses`).toHaveLength(0)
  const audit =
    await sql`select kind, api_key_id, details from audit_events where kind = 'subscriber.reactivated'`
  expect([...audit]).toMatchObject([
    { api_key_id: null, details: { by_form: true, web_form_id: world.formId, from: 'unsubscribed' } },
  ])
})

test('the quota of subscribers does not stop a form, but they count', async () => {
  const world = await aFormWorld()
  await world.sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 0
    where id = ${world.organizationId}`
  await world.submit(ann)
  await world.visit('POST', linkIn(await oneMail(world)))
  expect(await countsOf(world.api, world.listId)).toMatchObject({ active: 1 })
  const refused = await world.api.call('POST', `mailing_lists/${world.listId}/subscribers`, {
    email: 'b@example.com',
  })
  expect(refused.body.error_message).toContain('limit')
})

test('single opt-in subscribes new addresses at once, and asks those that the list knows', async () => {
  const world = await aFormWorld({ form: { opt_in: 'single', consent_text: 'Yes.' } })
  const [id] = await subscribe(world.api, world.listId, ['bo@example.com'])
  await world.api.call('PUT', `mailing_lists/${world.listId}/subscribers/${id}`, { status: 'unsubscribed' })
  const answers = [
    await world.submit({ ...ann, consent: '1' }),
    await world.submit({ email: 'bo@example.com', consent: '1' }),
  ]
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await world.people()).toMatchObject([
    { key: 'ann@example.com', status: 'active', has_confirmed: false },
    { key: 'bo@example.com', status: 'unsubscribed' },
  ])
  expect(await world.proofs()).toMatchObject([{ email: 'Ann@Example.com', confirmed_ip: null }])
  const mail = await oneMail(world)
  expect(mail.to).toMatchObject([{ address: 'bo@example.com' }])
  await world.visit('POST', linkIn(mail))
  expect(await world.people()).toMatchObject([{ status: 'active' }, { status: 'active' }])
})

test('one reminder goes out after two days, and none to whoever confirmed or left the list of the living', async () => {
  const world = await aFormWorld()
  for (const name of ['ann', 'bo']) await world.submit({ email: `${name}@example.com` })
  await world.work()
  const [first] = (await world.mails()).filter(({ to }) => to?.[0]?.address === 'bo@example.com')
  await world.visit('POST', linkIn(first ?? expect.fail()))
  await world.daysPass(1)
  await world.upkeep()
  await world.work()
  expect(await world.mails()).toEqual([])
  await world.daysPass(1)
  await Promise.all([world.upkeep(), world.upkeep()])
  await Promise.all([world.work(), world.work()])
  const reminder = await world.mails()
  expect(reminder.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ['ann@example.com', 'Reminder: Please confirm your subscription to News & <more>'],
  ])
  await world.daysPass(2)
  await world.upkeep()
  await world.work()
  expect(await world.mails()).toEqual([])
  await world.visit('POST', linkIn(reminder[0] ?? expect.fail()))
  expect(await world.people()).toHaveLength(2)
})

test('a sender that dies while it hands a mail over does not send it again; one that dies before does', async () => {
  const world = await aFormWorld()
  await world.submit(ann)
  const dies = () => Promise.reject(new Error('killed'))
  await expect(world.work({ findSigners: dies })).rejects.toThrow('killed')
  expect(await world.mails()).toEqual([])
  const leaseEnds = () => world.sql`update sign_ups set leased_until = now() - interval '1 second'`
  await leaseEnds()
  // The mail server has it, and nothing is recorded any more.
  await world.sql`revoke update on sign_ups from quiver_app`
  await world.sql`grant update (holder, leased_until, handed_over, mailed_at) on sign_ups to quiver_app`
  await expect(world.work()).rejects.toThrow('permission denied')
  expect(await world.mails()).toHaveLength(1)
  await world.sql`grant update on sign_ups to quiver_app`
  await leaseEnds()
  await world.work()
  await world.upkeep()
  await world.work()
  expect(await world.mails()).toEqual([])
  const [row] = await world.sql`select mail_due_at, handed_over, diagnostic from sign_ups`
  expect(row).toEqual({
    mail_due_at: null,
    handed_over: false,
    diagnostic: 'its sender died while it was handed over',
  })
})

test('fields are asked for as the form says, and checked; what the list requires is always among them', async () => {
  const world = await aFormWorld()
  const { sql, organizationId, listId } = world
  const city = await aField(sql, organizationId, listId, { name: 'City' })
  const must = await aField(sql, organizationId, listId, { name: 'Must', required: true })
  const kind = await aField(sql, organizationId, listId, {
    name: 'Kind',
    field_type: 'select_multiple_checkboxes',
  })
  await someOptions(sql, organizationId, kind, ['a', 'b & c'])
  const hostile = '"><script>alert(1)</script>'
  await world.change({
    title: hostile,
    fields: [{ custom_field_id: kind }, { custom_field_id: city, label: hostile, required: true }],
  })
  const page = (await world.visit('GET', world.path)).body
  expect(page).not.toContain('<script')
  const places = [`f${kind}"`, `f${city}"`, `f${must}"`].map((name) => page.indexOf(`name="${name}`))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  const wrong = await world.submit({ ...ann, [`f${kind}`]: ['a', 'x'], [`f${city}`]: hostile })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain(`id="f${kind}-problem"`)
  expect(wrong.body).toContain(`id="f${must}-problem"`)
  expect(wrong.body).toContain('value="Ann@Example.com"')
  expect(wrong.body).not.toContain('<script')
  await world.submit({ ...ann, [`f${kind}`]: ['b & c', 'a'], [`f${city}`]: 'Ulm', [`f${must}`]: hostile })
  await world.visit('POST', linkIn(await oneMail(world)))
  expect(await world.people()).toMatchObject([
    { custom_fields: { [kind]: ['a', 'b & c'], [city]: 'Ulm', [must]: hostile } },
  ])
})

test('a bad address is marked, and nothing is stored', async () => {
  const world = await aFormWorld({ form: { consent_text: 'Yes' } })
  for (const email of ['', 'ann', 'ann@', 'a@b', 'a@example.com\r\nBcc: b@example.com', '\0@example.com']) {
    const answer = await world.submit({ email, consent: '1' })
    expect([email, answer.statusCode]).toEqual([email, 422])
    expect(answer.body).toContain('id="email-problem"')
  }
  expect((await world.submit(ann)).body).toContain('id="consent-problem"')
  expect(await world.sql`select 1 from sign_ups`).toHaveLength(0)
})

test('erasing an address takes what it asked for and the proof with it', async () => {
  const world = await aFormWorld()
  await world.submit(ann)
  await world.visit('POST', linkIn(await oneMail(world)))
  await world.submit({ email: 'bo@example.com' })
  await world.api.call('POST', 'subscribers/erase', { email: 'ann@EXAMPLE.com' })
  expect([...(await world.sql`select email_key from sign_ups`)]).toEqual([{ email_key: 'bo@example.com' }])
  expect(await world.proofs()).toEqual([])
})

test('a mail waits for the brake, and for a server that cannot be reached or asks to come again', async () => {
  let isSlow = true
  const world = await aFormWorld({
    sink: { decide: (stage) => (isSlow && stage === 'rcpt' ? { code: 451 } : null) },
  })
  const { sql, organizationId } = world
  await world.submit(ann)
  await sql`insert into sending_brakes (organization_id, braked_at, reason) values (${organizationId}, now(), 'too much')`
  await world.work()
  const due = () => sql`update sign_ups set mail_due_at = now()`
  expect([...(await sql`select diagnostic, handed_over, attempts from sign_ups`)]).toMatchObject([
    { diagnostic: expect.stringContaining('too much'), handed_over: false, attempts: 0 },
  ])
  await sql`delete from sending_brakes`
  await due()
  await world.work()
  expect([...(await sql`select diagnostic, handed_over, attempts from sign_ups`)]).toMatchObject([
    { diagnostic: expect.stringContaining('451'), handed_over: false, attempts: 1 },
  ])
  isSlow = false
  await due()
  expect(linkIn(await oneMail(world))).toContain('/s/')
})
