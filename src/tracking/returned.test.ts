import { expect, test } from 'vitest'
import { anEar, countersOf, send, stateOf } from '../../test/harness/sending/readers.ts'
import { junkReport } from '../../test/harness/returned/plain-bounces.ts'
import { bounceMail, complaintMail } from '../../test/harness/returned/mail.ts'
import { aBounceServer, handIn } from '../../test/harness/sending/returned.ts'
import { anAutoresponder } from '../../test/harness/core/records.ts'
import { countsOf } from '../../test/harness/records/subscribers.ts'
import { startBounceServer } from './bounce-server.ts'
import { createTrackingTokens } from '../links/token.ts'

const failed = (status: string, text = 'User unknown') => [
  'Final-Recipient: rfc822; ann@example.com',
  'Action: failed',
  `Status: ${status}`,
  `Diagnostic-Code: smtp; 550 ${status} ${text}`,
]

test('a hard bounce comes back by SMTP: the message bounced, the subscriber is bounced; another report is only a total', async () => {
  const { api, sql, organizationId, campaignId, listId, returnPath, deliver } = await aBounceServer()
  const events = await anEar(api, organizationId)
  expect(await deliver(bounceMail({ to: returnPath(), recipient: failed('5.1.1') }), returnPath())).toBe(250)
  const counted = {
    report: {
      bounce_total: 1, bounce_unique: 1, bounce_hard: 1, bounce_subscribers_updated: 1, sent_accepted: -1, sent_bounced: 1,
    },
    slice: {
      bounces_total: 1, bounces_unique: 1, bounces_unique_hard: 1, bounces_unique_remote: 1, bounces_status_updated: 1,
      total_success: -1, total_failure: 1,
    },
  } // oxfmt-ignore
  expect(await countersOf(api, campaignId)).toEqual(counted)
  const [slice] =
    await sql`select sum((bounces_unique_by_code->>'5.1.1')::integer)::integer as n from stat_slices`
  expect(slice).toEqual({ n: 1 })
  const deliveries = await sql`select state, status, diagnostic from deliveries order by subscriber_id`
  expect([...deliveries]).toEqual([
    { state: 'bounced', status: '5.1.1', diagnostic: '550 5.1.1 User unknown' },
    { state: 'accepted', status: null, diagnostic: null },
  ])
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })

  // The very same report again is no second one; another one of the same message is.
  expect(await deliver(bounceMail({ to: returnPath(), recipient: failed('5.1.1') }), returnPath())).toBe(250)
  expect(await countersOf(api, campaignId)).toEqual(counted)
  await deliver(bounceMail({ to: returnPath(), recipient: failed('5.2.2', 'Full') }), returnPath())
  expect(await countersOf(api, campaignId)).toEqual({
    report: { ...counted.report, bounce_total: 2 },
    slice: { ...counted.slice, bounces_total: 2 },
  })
  const told = (await events()).map((event) => [
    event['event_type'],
    event['bounce_type'],
    event['bounce_code'],
  ])
  expect(told).toEqual([['bounce_all', 'h', 511], ['bounce_bad_address', 'h', 511], ['bounce_all', 's', 522]]) // oxfmt-ignore
})

test('a soft bounce and one that is not the address’s fault are counted, and end no subscription', async () => {
  const { api, campaignId, listId, subscriberIds, returnPath, deliver } = await aBounceServer()
  const second = returnPath({ subscriberId: subscriberIds[1] ?? 0 })
  await deliver(bounceMail({ to: returnPath(), recipient: failed('4.2.2', 'Busy') }), returnPath())
  await deliver(bounceMail({ to: second, recipient: failed('5.7.1', 'Not you') }), second)
  expect((await countersOf(api, campaignId)).report).toEqual({
    bounce_total: 2,
    bounce_unique: 2,
    bounce_soft: 1,
    bounce_other: 1,
    sent_accepted: -2,
    sent_bounced: 2,
  })
  expect(await countsOf(api, listId)).toMatchObject({ active: 2, bounced: 0 })
})

test('a bounce without a return path is known by its Message-ID, at a bounce e-mail address of some organization', async () => {
  const { api, sql, organizationId, campaignId, messageId, deliver } = await aBounceServer()
  const mail = bounceMail({
    to: 'plain@news.example',
    recipient: failed('5.1.1'),
    originalLines: ['From: a@news.example', `Message-ID: ${messageId()}`, '', 'Hello'],
  })
  expect(await deliver(mail, 'plain@news.example')).toBe(550)
  await sql`
    insert into bounce_emails (organization_id, domain_id, email)
    values (${organizationId}, 1, 'Plain@news.example')`
  expect(await deliver(mail, 'plain@news.example')).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, bounce_hard: 1 })
})

test('a Message-ID that was seen proves nothing of a message that has a signed return path', async () => {
  const { api, sql, organizationId, campaignId, listId, messageId, returnPath, deliver } =
    await aBounceServer()
  await sql`
    insert into bounce_emails (organization_id, user_id, domain_id, email)
    values (${organizationId}, 1, 1, 'bounces@news.example')`
  await sql`update campaigns set bounce_email_user_id = 1, bounce_email_domain_id = 1 where id = ${campaignId}`
  const about = { recipient: failed('5.1.1'), originalLines: [`Message-ID: ${messageId()}`, '', 'Hello'] }
  expect(await deliver(bounceMail({ ...about, to: 'bounces@news.example' }), 'bounces@news.example')).toBe(
    250,
  )
  const complaint = complaintMail(['Feedback-Type: abuse', 'Version: 1'])
    .toString()
    .replaceAll('<abc234@news.example>', messageId())
  expect(await deliver(Buffer.from(complaint), 'bounces@news.example')).toBe(250)
  expect(await countersOf(api, campaignId)).toEqual({ report: {}, slice: {} })
  expect(await deliver(bounceMail({ ...about, to: returnPath() }), returnPath())).toBe(250)
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })
})

test('a bounce in plain text counts where it comes to a signed return path, and nowhere else', async () => {
  const { api, sql, organizationId, campaignId, listId, messageId, returnPath, deliver } =
    await aBounceServer()
  await sql`
    insert into bounce_emails (organization_id, domain_id, email) values (${organizationId}, 1, 'b@news.example')`
  const mail = (to: string) =>
    Buffer.from(
      [
        'From: MAILER-DAEMON@mx.example',
        `To: ${to}`,
        'Subject: failure notice',
        '',
        'Hi. This is the qmail-send program at mx.example.',
        '<ann@example.com>: Sorry, no mailbox here by that name. (#5.1.1)',
        '',
        '--- Below this line is a copy of the message.',
        '',
        `Message-ID: ${messageId()}`,
        '',
      ].join('\r\n'),
    )
  expect(await deliver(mail('b@news.example'), 'b@news.example')).toBe(250)
  expect((await countersOf(api, campaignId)).report).toEqual({})
  expect(await deliver(mail('b@news.example'), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, bounce_hard: 1 })
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })
})

test('a vacation that comes to a signed return path is none', async () => {
  const started = await aBounceServer()
  const before = await stateOf(started)
  const mail =
    'From: ann@example.com\r\nSubject: Re: News\r\nAuto-Submitted: auto-replied\r\n\r\nI am away.\r\n'
  expect(await started.deliver(Buffer.from(mail), started.returnPath())).toBe(250)
  expect(await stateOf(started)).toEqual(before)
})

test('a complaint of Hotmail ends the subscription', async () => {
  const { api, listId, returnPath, sql, organizationId, deliver } = await aBounceServer()
  await sql`
    insert into bounce_emails (organization_id, domain_id, email) values (${organizationId}, 1, 'b@news.example')`
  expect(await deliver(junkReport(returnPath()), 'b@news.example')).toBe(250)
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
})

test.each([
  ['abuse', 'scomp'],
  ['fraud', 'scomp'],
  ['opt-out', 'unsubscribed'],
  ['auth-failure', 'active'],
  ['virus', 'active'],
  ['dkim', 'active'],
  ['not-spam', 'active'],
  ['unheard-of', 'active'],
])('a feedback report of type %s leaves the subscriber %s', async (type, status) => {
  const { api, campaignId, listId, returnPath, deliver } = await aBounceServer()
  const mail = complaintMail([
    `Feedback-Type: ${type}`,
    'Version: 1',
    `Original-Mail-From: <${returnPath()}>`,
  ])
  expect(await deliver(mail, returnPath())).toBe(250)
  const counts = await countsOf(api, listId)
  expect(counts).toMatchObject(status === 'active' ? { active: 2, scomp: 0 } : { active: 1, [status]: 1 })
  const { report } = await countersOf(api, campaignId)
  const kind = { scomp: 'scomp', unsubscribed: 'unsub' }[status]
  expect(Object.keys(report).filter((name) => name.endsWith('_total'))).toEqual(kind ? [`${kind}_total`] : [])
})

test('"not spam" takes the complaint about the same message back, and it may come again', async () => {
  const { api, campaignId, listId, returnPath, deliver } = await aBounceServer()
  const say = (type: string, version: string) =>
    deliver(
      complaintMail([
        `Feedback-Type: ${type}`,
        `Version: ${version}`,
        `Original-Mail-From: <${returnPath()}>`,
      ]),
      returnPath(),
    )
  await say('abuse', '1')
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
  await say('not-spam', '1')
  expect(await countsOf(api, listId)).toMatchObject({ active: 2, scomp: 0 })
  expect((await countersOf(api, campaignId)).report).toEqual({ scomp_total: 1 })
  await say('abuse', '2')
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
  expect((await countersOf(api, campaignId)).report).toEqual({
    scomp_total: 2,
    scomp_unique: 1,
    scomp_subscribers_updated: 1,
  })
})

test('"not spam" brings nobody back who unsubscribed, too', async () => {
  const { api, listId, returnPath, deliver } = await aBounceServer()
  for (const type of ['abuse', 'opt-out', 'not-spam'])
    await deliver(
      complaintMail([`Feedback-Type: ${type}`, 'Version: 1', `Original-Mail-From: <${returnPath()}>`]),
      returnPath(),
    )
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
})

test('a complaint without a return path is known by the unsubscribe link of the message', async () => {
  const { api, listId, sql, organizationId, campaignId, subscriberIds, deliver } = await aBounceServer()
  await sql`
    insert into bounce_emails (organization_id, domain_id, email) values (${organizationId}, 1, 'b@news.example')`
  const [subscriberId = 0] = subscriberIds
  const source = { source: 'campaign', sourceId: campaignId } as const
  const ref = { kind: 'unsubscribe', organizationId, listId, subscriberId, ...source } as const
  const link = `https://links.example/u/${createTrackingTokens(api.secrets).write(ref)}`
  const mailOf = (url: string) =>
    Buffer.from(
      complaintMail(['Feedback-Type: abuse', 'Version: 1'])
        .toString()
        .replace(/Return-Path: .*\r\nFrom: "Acme"/, `List-Unsubscribe: <${url}>\r\nFrom: "Acme"`),
    )
  expect(
    await deliver(mailOf(link.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))), 'b@news.example'),
  ).toBe(250)
  expect(await countsOf(api, listId)).toMatchObject({ active: 2, scomp: 0 })
  expect(await deliver(mailOf(link), 'b@news.example')).toBe(250)
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
})

test('the subject of a campaign is not the answer of a receiver', async () => {
  const { api, sql, campaignId, listId, returnPath, deliver } = await aBounceServer()
  await sql`update campaign_contents set subject = 'Virus in the mail' where campaign_id = ${campaignId}`
  const text = [
    'Your message',
    '  To: ann@example.com',
    'Virus in the mail',
    'did not reach:',
    '  Unknown Recipient',
  ]
  const head = [
    'From: System Administrator <postmaster@mx.example>',
    'Subject: Undeliverable: Virus in the mail',
    '',
  ]
  expect(await deliver(Buffer.from([...head, ...text, ''].join('\r\n')), returnPath())).toBe(250)
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, bounced: 1 })
})

test('a complaint ends the subscription and is told; twice it is one unique complaint', async () => {
  const { api, organizationId, campaignId, listId, returnPath, deliver } = await aBounceServer()
  const events = await anEar(api, organizationId)
  const complaint = (version: string) =>
    complaintMail(['Feedback-Type: abuse', `Version: ${version}`, `Original-Mail-From: <${returnPath()}>`])
  for (const version of ['1', '1', '0.1']) expect(await deliver(complaint(version), returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toEqual({
    scomp_total: 2,
    scomp_unique: 1,
    scomp_subscribers_updated: 1,
  })
  expect(await countsOf(api, listId)).toMatchObject({ active: 1, scomp: 1 })
  const [told] = await events()
  expect(told).toEqual({
    event_type: 'scomp',
    event_time: expect.any(Number),
    email: 'ann@example.com',
    listid: `a${listId}`,
    list_name: 'News & <more>',
    sendid: `c${campaignId}`,
    click_tracking_id: null,
  })
})

test('what nobody signed here, other mail, seeds and other organizations’ names change no subscriber', async () => {
  const started = await aBounceServer()
  const { api, sql, organizationId, returnPath, messageId, deliver } = started
  await sql`
    insert into bounce_emails (organization_id, domain_id, email) values (${organizationId}, 1, 'b@news.example')`
  const theirs = await send(api, api.b, ['ann@example.com'])
  const before = await stateOf(started)
  const changed = returnPath().replace(/.@/, (end) => (end.startsWith('a') ? 'b@' : 'a@'))
  expect(await deliver(bounceMail({ to: changed }), changed)).toBe(550)
  expect(await deliver(bounceMail(), 'somebody@elsewhere.example')).toBe(550)
  const foreign = {
    sourceId: theirs.campaignId,
    listId: theirs.listId,
    subscriberId: theirs.subscriberIds[0] ?? 0,
  }
  for (const mail of [
    bounceMail({ to: 'b@news.example' }),
    bounceMail({
      to: 'b@news.example',
      originalLines: [`Message-ID: ${messageId().replace('<', '<a')}`, '', 'x'],
    }),
    bounceMail({ to: returnPath(foreign) }),
    bounceMail({ to: returnPath({ sourceId: 999_999 }) }),
    complaintMail(),
    complaintMail(['Feedback-Type: abuse', `Original-Mail-From: <${returnPath({ subscriberId: 0 })}>`]),
    Buffer.from('Subject: I am away\r\n\r\nuntil Monday\r\n'),
    Buffer.from(''),
  ]) {
    expect(await deliver(mail, 'b@news.example')).toBe(250)
  }
  expect(await stateOf(started)).toEqual(before)
})

test('of 30 reports of one message at once one is unique', async () => {
  const { api, campaignId, returnPath, deliver } = await aBounceServer()
  const mails = Array.from({ length: 30 }, (_, index) =>
    bounceMail({ to: returnPath(), recipient: failed('5.1.1', `try ${index}`) }),
  )
  const codes: number[] = []
  // No more connections than one address may have.
  await Promise.all(
    Array.from({ length: 6 }, async (_, lane) => {
      for (const mail of mails.filter((_, index) => index % 6 === lane))
        codes.push(await deliver(mail, returnPath()))
    }),
  )
  expect(new Set(codes)).toEqual(new Set([250]))
  expect((await countersOf(api, campaignId)).report).toEqual({
    bounce_total: 30, bounce_unique: 1, bounce_hard: 1, bounce_subscribers_updated: 1, sent_accepted: -1, sent_bounced: 1,
  }) // oxfmt-ignore
})

test('an autoresponder’s bounce is that of the one message, and counts on its day', async () => {
  const { sql, organizationId, listId, subscriberIds, returnPath, deliver } = await aBounceServer()
  const id = await anAutoresponder(sql, organizationId, listId)
  const [subscriberId = 0] = subscriberIds
  for (const occasion of [7, 8]) {
    await sql`
      insert into deliveries (organization_id, autoresponder_id, subscriber_id, occasion, state)
      values (${organizationId}, ${id}, ${subscriberId}, ${occasion}, 'accepted')`
  }
  const to = returnPath({ source: 'autoresponder', sourceId: id, occasion: 8 })
  expect(await deliver(bounceMail({ to, recipient: failed('5.1.1') }), to)).toBe(250)
  const rows =
    await sql`select occasion, state from deliveries where autoresponder_id = ${id} order by occasion`
  expect([...rows]).toEqual([
    { occasion: 7, state: 'accepted' },
    { occasion: 8, state: 'bounced' },
  ])
  const [slice] = await sql`
    select bounces_unique, total_failure, day is not null as has_day from stat_slices where autoresponder_id = ${id}`
  expect(slice).toEqual({ bounces_unique: 1, total_failure: 1, has_day: true })
})

test('while the database is away a message stays with its sender, and is counted when it comes again', async () => {
  const { api, environment, sql, campaignId, returnPath, deliver } = await aBounceServer()
  const errors: unknown[] = []
  const log = { ...environment.log, error: (given: unknown) => void errors.push(given) }
  const server = await startBounceServer({ ...environment, log }, { host: '127.0.0.1', port: 0, relays: [] })
  const mail = bounceMail({ to: returnPath(), recipient: failed('5.1.1') })
  await sql`alter table message_responses rename to responses_away`
  expect(await handIn(server.port, mail, returnPath())).toBe(451)
  await sql`alter table responses_away rename to message_responses`
  expect(errors).toHaveLength(1)
  expect(await deliver(mail, returnPath())).toBe(250)
  expect((await countersOf(api, campaignId)).report).toMatchObject({ bounce_total: 1, bounce_unique: 1 })
  await server.stop()
})
