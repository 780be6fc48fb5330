import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { quietLog } from '../../../test/harness/core/api.ts'
import { aMailer, aSink, routeTo } from '../../../test/harness/sending/mailing.ts'
import { readSunk, type Decide, type Fault } from '../../../test/harness/smtp/sink.ts'
import { parseHandle } from '../../contract/values/handles.ts'
import { openSecrets } from '../../secrets/ring.ts'
import { ensureSystemOrganization, insertOrganization } from '../../store/conditions/system-organization.ts'
import { insertLinkMail, insertSystemMail } from '../../store/users/system-mails.ts'
import { findTokenOwner } from '../../store/users/tokens.ts'
import { upkeepEnvironment } from '../../../test/harness/records/upkeep.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import {
  findAddressChange,
  insertAddressChange,
  queueChangeMail,
} from '../../store/responses/address-changes.ts'
import { readerOf } from '../../store/responses/rows.ts'
import { systemMails } from '../../upkeep/system-mails.ts'
import { systemMailLoop } from './mail.ts'
import { secondsToNext } from '../../../test/harness/postgres/due.ts'

/** @param lookUp what finding the route waits for */
async function aWorld(decide?: Decide, lookUp: () => Promise<unknown> = () => Promise.resolve()) {
  const { sql } = await aDatabase()
  await ensureSystemOrganization(sql)
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const [user] = await sql<{ id: number }[]>`
    insert into users (organization_id, full_name, email, email_key, active, role)
    values (${organizationId}, 'Ann', 'Ann@example.com', 'ann@example.com', true, 'standard') returning id`
  const sink = await aSink(decide === undefined ? {} : { decide })
  const { send, close } = await aMailer()
  const loop = systemMailLoop({
    database: sql,
    log: quietLog,
    secrets: openSecrets('0'.repeat(64)),
    mailer: { send, close },
    baseUrl: 'https://mail.example.com',
    findRoutes: async () => {
      await lookUp()
      return () => routeTo(sink.url)
    },
    findSigners: () => Promise.resolve(new Map()),
    from: 'quiver@mail.example.com',
  })
  const signal = new AbortController().signal
  /** One round. @returns how many mails it tried. */
  const round = async () => {
    const piece = await loop.take()
    if (piece !== null) await loop.run(piece, signal)
    return piece?.length ?? 0
  }
  const later = () =>
    sql`update system_mails set next_attempt_at = now(), leased_until = leased_until - interval '1 hour'`
  const state = async () =>
    (
      await sql`
      select sent_at is not null as sent, given_up_at is not null as given_up, attempts, last_error
      from system_mails order by id`
    ).map((row) => ({ ...row }))
  return { sql, organizationId, userId: user?.id ?? 0, sink, loop, round, later, state }
}

test('a mail goes out once', async () => {
  const { sql, organizationId, sink, round, state, loop } = await aWorld()
  await insertSystemMail(sql, organizationId, {
    to_email: 'boss@example.com',
    subject: 'Größe\r\nBcc: x@example.com',
    text: 'Line\nÜber alles\n',
  })
  expect(await round()).toBe(1)
  expect(await round()).toBe(0)
  expect(await state()).toEqual([{ sent: true, given_up: false, attempts: 1, last_error: null }])
  expect(await secondsToNext(sql, loop.due)).toBeNull()
  const [message] = sink.messages
  expect(message).toMatchObject({ from: 'quiver@mail.example.com', to: 'boss@example.com' })
  const email = await readSunk(message ?? expect.fail())
  expect(email).toMatchObject({
    subject: 'Größe Bcc: x@example.com',
    text: expect.stringContaining('Über alles'),
    messageId: expect.stringMatching(/^<system-[0-9a-f]{32}@mail\.example\.com>$/),
  })
  expect(email.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  expect(email.bcc ?? []).toEqual([])
})

test('a mail has a plain and an HTML part that say the same and who sent them, whatever a name contains', async () => {
  const { sql, organizationId, sink, round } = await aWorld()
  await sql`update organizations set name = 'Alder & <Finch>' where id = ${organizationId}`
  const text = 'Hello Ann <b>,\n\ntwo lines\nof one paragraph.\n'
  await insertSystemMail(sql, organizationId, { to_email: 'b@example.com', subject: '<i>Hi</i>', text })
  await round()
  const email = await readSunk(sink.messages[0] ?? expect.fail())
  const footer = 'This message was sent by the Quiver server at https://mail.example.com.'
  expect(email.text?.replaceAll('\r\n', '\n').trim()).toBe(`${text.trim()}\n\n-- \n${footer}`)
  for (const part of [
    '>Quiver · Alder &amp; &lt;Finch&gt;</p>',
    '>Hello Ann &lt;b&gt;,</p>',
    'two lines<br>',
    `>${footer}</p>`,
    '<title>&lt;i&gt;Hi&lt;/i&gt;</title>',
  ]) {
    expect(email.html).toContain(part)
  }
  expect(email.html).not.toMatch(/<script|<img|src=|<b>|<i>/)
})

test('a link is made when the mail leaves, works, and lies nowhere', async () => {
  const { sql, organizationId, userId, sink, round } = await aWorld()
  const text = 'Here:\n\n{{link}}\n\nUntil {{expires}}.\n'
  const mail = { kind: 'password_reset', to_email: 'Ann@example.com', subject: 'Set it', text } as const
  await insertLinkMail(sql, organizationId, { ...mail, user_id: userId })
  expect(await sql`select 1 from user_tokens`).toHaveLength(0)
  await round()
  expect(sink.messages[0]?.to).toBe('Ann@example.com')
  const { text: sent = '', html = '' } = await readSunk(sink.messages[0] ?? expect.fail())
  const [, token = ''] = /https:\/\/mail\.example\.com\/log_in\/set_password\?token=(\S+)/.exec(sent) ?? []
  expect(sent).toMatch(/^Until \d+ \w+ 20\d\d at \d\d:\d\d \(UTC\)\.$/m)
  expect(html).toContain(`href="https://mail.example.com/log_in/set_password?token=${token}"`)
  expect(html).toMatch(/Until \d+ \w+ 20\d\d at /)
  const handle = parseHandle(token)
  expect(await sql.begin((sql) => findTokenOwner(sql, handle ?? expect.fail()))).toMatchObject({ id: userId })
  expect(JSON.stringify(await sql`select text from system_mails`)).not.toContain(token)
})

test('a mail has the logo and the color of the organization that it is about', async () => {
  const { sql, organizationId, userId, sink, round } = await aWorld()
  await sql`
    with logo as (
      insert into assets (organization_id, token, filename, content_type, size_bytes, width_px, height_px, sha256, bytes)
      values (${organizationId}, 'abc', 'logo.png', 'image/png', 1, 480, 96, 'x', 'x') returning id)
    insert into brands (organization_id, name, color, logo_asset_id)
    select ${organizationId}, 'Alder & Finch', '#ffcc00', id from logo`
  const mail = { to_email: 'ann@example.com', subject: 'S', text: '{{link}}', user_id: userId } as const
  await insertLinkMail(sql, organizationId, { ...mail, kind: 'invitation' })
  await round()
  const { html = '' } = await readSunk(sink.messages[0] ?? expect.fail())
  const src = `https://mail.example.com/a/${organizationId}-abc`
  expect(html).toContain(`src="${src}" alt="Alder &amp; Finch" width="240" height="48"`)
  expect(html).toMatch(/background: #ffcc00; color: #000000;[^>]*>Choose your password</)
})

test('a mail about an address is in the name of the organization and the language of its reader, with a link that works', async () => {
  const { sql, organizationId, sink, round } = await aWorld()
  await sql`update organizations set name = 'Alder & <Finch>' where id = ${organizationId}`
  const listId = await aList(sql, organizationId)
  const sourceId = await aStartedCampaign(sql, organizationId, listId)
  const reader = readerOf({ listId, source: 'campaign', sourceId, subscriberId: 7 })
  await sql.begin(async (sql) => {
    const change = { email: 'new@example.com', language: 'de' } as const
    const id = (await insertAddressChange(sql, organizationId, reader, change)) ?? 0
    const mail = { to_email: change.email, subject: 'Bestätigen', text: 'Hier:\n\n{{link}}\n\nEnde.' }
    await queueChangeMail(sql, organizationId, { id, isNew: true }, mail)
  })
  await round()
  const email = await readSunk(sink.messages[0] ?? expect.fail())
  expect(email.from).toMatchObject({ name: 'Alder & <Finch>', address: 'quiver@mail.example.com' })
  expect(email.html).toContain('<html lang="de">')
  expect(email.html).toContain('>Änderung bestätigen</a>')
  expect(email.html).not.toContain('If the button')
  expect(email.text).not.toContain('Quiver')
  const [, token = ''] = /https:\/\/mail\.example\.com\/p\/change\/(\S+)/.exec(email.text ?? '') ?? []
  const handle = parseHandle(token) ?? expect.fail()
  expect(await sql.begin((sql) => findAddressChange(sql, handle))).toMatchObject({
    email: 'new@example.com',
    subscriber_id: 7,
    is_new_address: true,
  })
  // Replaced before it leaves, it is not sent.
  await sql.begin(async (sql) => {
    const id =
      (await insertAddressChange(sql, organizationId, reader, { email: 'b@example.com', language: 'de' })) ??
      0
    await queueChangeMail(
      sql,
      organizationId,
      { id, isNew: true },
      { to_email: 'b@example.com', subject: 'S', text: '{{link}}' },
    )
    await insertAddressChange(sql, organizationId, reader, { email: 'c@example.com', language: 'de' })
  })
  expect(await round()).toBe(0)
})

test('a mail about an address has the brand, the texts and the imprint of the list', async () => {
  const { sql, organizationId, sink, round } = await aWorld()
  const listId = await aList(sql, organizationId)
  const sourceId = await aStartedCampaign(sql, organizationId, listId)
  await sql`
    insert into brands (organization_id, mailing_list_id, name, color, imprint) values
      (${organizationId}, null, 'The firm', '#112233', 'Of the firm'),
      (${organizationId}, ${listId}, 'Birds weekly', '#ffcc00', ${'Finch Ltd\n1 Garden Street'})`
  await sql`
    insert into public_texts (organization_id, mailing_list_id, language, key, text) values
      (${organizationId}, ${listId}, 'en', 'changeConfirm', 'Yes, use <it>'),
      (${organizationId}, ${listId}, 'en', 'formMailCopy', 'Or copy this:'),
      (${organizationId}, ${listId}, 'de', 'changeConfirm', 'Ja')`
  const reader = readerOf({ listId, source: 'campaign', sourceId, subscriberId: 7 })
  await sql.begin(async (sql) => {
    const change = { email: 'new@example.com', language: 'en' } as const
    const id = (await insertAddressChange(sql, organizationId, reader, change)) ?? 0
    const mail = { to_email: change.email, subject: 'Confirm', text: 'Here:\n\n{{link}}' }
    await queueChangeMail(sql, organizationId, { id, isNew: true }, mail)
  })
  await round()
  const email = await readSunk(sink.messages[0] ?? expect.fail())
  expect(email.from).toMatchObject({ name: 'Birds weekly' })
  expect(email.html).toMatch(/background: #ffcc00;[^>]*>Yes, use &lt;it&gt;<\/a>/)
  expect(email.html).toContain('>Or copy this:<br>')
  expect(email.html).toContain('Birds weekly<br>\nFinch Ltd<br>\n1 Garden Street')
  expect(email.text?.replaceAll('\r\n', '\n')).toContain('-- \nBirds weekly\nFinch Ltd\n1 Garden Street')
  expect(email.text).not.toContain('firm')
})

test('one mailbox gets at most ten mails about changes of addresses within a day, from all organizations', async () => {
  const { sql, organizationId, sink, round, state } = await aWorld()
  const others = await Promise.all(['B', 'C'].map((name) => insertOrganization(sql, name, 'UTC')))
  for (const [place, owner] of [organizationId, ...others].entries()) {
    const listId = await aList(sql, owner)
    const sourceId = await aStartedCampaign(sql, owner, listId)
    for (let nth = 1; nth <= 4; nth += 1) {
      const reader = readerOf({ listId, source: 'campaign', sourceId, subscriberId: nth })
      const email = `Victim+${place}${nth}@example.com`
      await sql.begin(async (sql) => {
        const id = (await insertAddressChange(sql, owner, reader, { email, language: 'en' })) ?? 0
        await queueChangeMail(
          sql,
          owner,
          { id, isNew: true },
          { to_email: email, subject: 'S', text: '{{link}}' },
        )
      })
    }
  }
  while ((await round()) > 0) continue
  expect(sink.messages).toHaveLength(10)
  expect((await state()).filter(({ given_up }) => given_up)).toEqual(
    Array.from({ length: 2 }, () => ({
      sent: false,
      given_up: true,
      attempts: 1,
      last_error: 'its mailbox got too many today',
    })),
  )
})

test('mails of a round share one look for the route; if that fails, each is tried again', async () => {
  let looks = 0
  const { sql, organizationId, userId, sink, round, later, state } = await aWorld(undefined, () => {
    looks += 1
    return looks === 1 ? Promise.reject(new Error('the key does not open it')) : Promise.resolve()
  })
  const mail = { to_email: 'ann@example.com', subject: 'S', text: '{{link}}' }
  await insertSystemMail(sql, organizationId, mail)
  await insertLinkMail(sql, organizationId, { ...mail, kind: 'invitation', user_id: userId })
  expect(await round()).toBe(2)
  const last_error = 'internal error; see the server log'
  const failed = { sent: false, given_up: false, attempts: 1, last_error }
  expect(await state()).toEqual([failed, failed])
  await later()
  expect(await round()).toBe(2)
  expect(sink.messages).toHaveLength(2)
  expect(looks).toBe(2)
})

test.each<[string, Fault]>([
  ['is told to come later', { code: 451 }],
  ['finds nobody to talk to', { code: 421 }],
  ['gets no answer', 'close'],
])('a mail that %s is tried again, less and less often, ten times', async (_what, fault) => {
  const { sql, organizationId, sink, round, later, state, loop } = await aWorld((stage) =>
    stage === 'dot' ? fault : null,
  )
  await insertSystemMail(sql, organizationId, { to_email: 'b@example.com', subject: 'S', text: 'T' })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect(await round()).toBe(1)
    expect(await round()).toBe(0)
    waits.push(Math.ceil((await secondsToNext(sql, loop.due)) ?? 0))
    await later()
  }
  expect(waits.map((seconds) => Math.round(seconds / 60))).toEqual([1, 3, 9, 27, 81, 243, 360, 360, 360, 0])
  expect(await state()).toMatchObject([{ sent: false, given_up: true, attempts: 10 }])
  expect(await round()).toBe(0)
  expect(
    new Set(sink.messages.map(({ raw }) => /Message-ID: .*/i.exec(raw.toString())?.[0])).size,
  ).toBeLessThan(2)
})

test('a mail that is refused for good is given up', async () => {
  const { sql, organizationId, round, later, state } = await aWorld((stage) =>
    stage === 'rcpt' ? { code: 550, text: '5.1.1 nobody' } : null,
  )
  await insertSystemMail(sql, organizationId, { to_email: 'b@example.com', subject: 'S', text: 'T' })
  await round()
  await later()
  expect(await round()).toBe(0)
  expect(await state()).toEqual([
    { sent: false, given_up: true, attempts: 1, last_error: '550 5.1.1 nobody' },
  ])
})

test('what another process is sending is left to it, until it is dead', async () => {
  const { sql, organizationId, round, later, loop, sink } = await aWorld()
  await insertSystemMail(sql, organizationId, { to_email: 'b@example.com', subject: 'S', text: 'T' })
  expect(await loop.take()).toHaveLength(1)
  expect(await round()).toBe(0)
  await later()
  expect(await round()).toBe(1)
  expect(sink.messages).toHaveLength(1)
})

test('what was sent, or given up, is kept for 30 days', async () => {
  const { sql, organizationId, round } = await aWorld()
  const mail = (age: number, end: 'sent_at' | 'given_up_at' | 'created_at') => sql`
    insert into system_mails (organization_id, to_email, subject, text, next_attempt_at, ${sql(end)})
    values (${organizationId}, ${`${end}.${age}@example.com`}, 'S', 'T', now() + interval '1 day',
      now() - ${age} * interval '1 day')`
  for (const end of ['sent_at', 'given_up_at', 'created_at'] as const) {
    await mail(31, end)
    await mail(29, end)
  }
  expect(await round()).toBe(0)
  await systemMails.run(upkeepEnvironment(sql), new AbortController().signal)
  const left = await sql<{ to_email: string }[]>`select to_email from system_mails order by id`
  expect(left.map(({ to_email }) => to_email)).toEqual([
    'sent_at.29@example.com',
    'given_up_at.29@example.com',
    'created_at.31@example.com',
    'created_at.29@example.com',
  ])
})
