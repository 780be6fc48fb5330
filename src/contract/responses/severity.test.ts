import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import { judgeBounce } from './severity.ts'

/** Replies worded like those of the providers. `status`: that of the report, if it differs. */
type Case = [provider: string, severity: string, cause: string, reply: string, status?: string]

const dead: Case[] = [
  [
    'Gmail',
    'hard',
    'unknown_user',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address for typos or unnecessary spaces. Learn more at https://support.example/mail/?p=NoSuchUser",
  ],
  [
    'Gmail, disabled',
    'hard',
    'disabled',
    '550-5.2.1 The email account that you tried to reach is disabled. Learn more at https://support.example/?p=DisabledUser',
  ],
  ['Gmail, inactive', 'hard', 'disabled', '550-5.2.1 The email account that you tried to reach is inactive.'],
  [
    'Outlook',
    'hard',
    'unknown_user',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [CO1.prod.example]',
  ],
  ['Hotmail', 'hard', 'unknown_user', '550 Requested action not taken: mailbox unavailable', '5.0.0'],
  [
    'Office 365',
    'hard',
    'unknown_user',
    '550 5.4.1 [ann@example.com]: Recipient address rejected: Access denied. AS(201806281) [AM0.eop.example]',
  ],
  [
    'Office 365, directory',
    'hard',
    'unknown_user',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ann@example.com not found by SMTP address lookup',
  ],
  [
    'Office 365, domain',
    'hard',
    'no_mail_host',
    '550 5.4.310 DNS domain contoso.example does not exist [Message=InfoDomainNonexistent]',
  ],
  [
    'Yahoo',
    'hard',
    'unknown_user',
    "554 delivery error: dd This user doesn't have a yahoo.com account (ann@yahoo.example) [0] - mta1.example",
  ],
  [
    'Yahoo, disabled',
    'hard',
    'disabled',
    '554 delivery error: dd Sorry, your message to ann@yahoo.example cannot be delivered. This mailbox is disabled (554.30).',
  ],
  ['Yahoo, 552', 'hard', 'unknown_user', '552 1 Requested mail action aborted, mailbox not found'],
  ['AOL', 'hard', 'unknown_user', '550 5.1.1 <ann@aol.example>: Recipient address rejected: aol.example'],
  ['iCloud', 'hard', 'unknown_user', '550 5.1.1 unknown or illegal alias: ann@icloud.example'],
  [
    'iCloud, inactive',
    'hard',
    'disabled',
    '550 5.1.6 recipient no longer on server: ann@me.example. This account is inactive',
  ],
  [
    'GMX, web.de',
    'hard',
    'unknown_user',
    '550 Requested action not taken: mailbox unavailable For explanation visit https://postmaster.example/error',
    '5.0.0',
  ],
  ['T-Online', 'hard', 'unknown_user', '550 user unknown', '5.0.0'],
  ['Orange', 'hard', 'unknown_user', '550 5.5.0 <ann@orange.example>... Invalid recipient. OFR204_418 [418]'],
  [
    'Orange, French',
    'hard',
    'unknown_user',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR204_416 [416]',
  ],
  [
    'Free',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@free.example>: Recipient address rejected: User unknown in relay recipient table',
  ],
  [
    'La Poste',
    'hard',
    'unknown_user',
    '550 5.7.1 recipient unknown <ann@laposte.example> LPN004_401',
    '5.0.0',
  ],
  [
    'mail.ru',
    'hard',
    'unknown_user',
    '550 Message was not accepted -- invalid mailbox. Local mailbox ann@mail.example is unavailable: user not found',
    '5.0.0',
  ],
  [
    'mail.ru, blocked account',
    'hard',
    'disabled',
    '550 Message was not accepted -- invalid mailbox. Local mailbox ann@mail.example is unavailable: account is disabled',
  ],
  ['Yandex', 'hard', 'unknown_user', '550 5.7.1 No such user!'],
  [
    'QQ',
    'hard',
    'unknown_user',
    '550 Mailbox not found. http://service.mail.example/cgi-bin/help?subtype=1&&id=20022',
    '5.0.0',
  ],
  ['163', 'hard', 'unknown_user', '550 User not found: ann@163.example', '5.0.0'],
  ['Naver', 'hard', 'unknown_user', '550 5.1.1 recipient not found abc - nsmtp'],
  ['Comcast', 'hard', 'unknown_user', '550 5.1.1 Not our Customer'],
  ['Cox', 'hard', 'unknown_user', '550 5.1.1 <ann@cox.example> recipient rejected'],
  ['AT&T', 'hard', 'unknown_user', '551 not our customer', '5.0.0'],
  ['Spectrum', 'hard', 'unknown_user', '550 5.1.1 <ann@charter.example> recipient rejected'],
  ['Zoho', 'hard', 'unknown_user', '550 5.1.1 User does not exist - <ann@zoho.example>'],
  [
    'Fastmail',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@fastmail.example>: Recipient address rejected: User unknown in virtual mailbox table',
  ],
  [
    'Proton',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@proton.example>: Recipient address rejected: Address does not exist',
  ],
  [
    'Mimecast',
    'hard',
    'unknown_user',
    '550 Invalid Recipient - https://community.example/docs/DOC-1369#550 [abc.uk12]',
    '5.0.0',
  ],
  ['Proofpoint', 'hard', 'unknown_user', '550 5.1.1 User Unknown'],
  ['Barracuda', 'hard', 'unknown_user', '550 cuda_nsu <ann@example.com>... No such user', '5.0.0'],
  [
    'GoDaddy',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@example.com> Recipient not found.  <http://x.example/irbounce>',
  ],
  ['Amazon SES', 'hard', 'unknown_user', '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found'],
  ['Amazon WorkMail', 'hard', 'unknown_user', '550 5.1.1 mailbox does not exist: ann@example.com'],
  [
    'Rackspace',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual alias table',
  ],
  ['Libero', 'hard', 'disabled', '550 RCPT TO:<ann@libero.example> Account not available', '5.0.0'],
  ['Seznam', 'hard', 'unknown_user', '550 5.1.1 sorry, no mailbox here by that name (#5.1.1)'],
  [
    'o2',
    'hard',
    'unknown_user',
    '550 5.1.1 ann@o2.example: Recipient address rejected: undeliverable address: no such user',
  ],
  ['KPN', 'hard', 'unknown_user', '550 #5.1.0 Address rejected.', '5.0.0'],
  ['docomo', 'hard', 'unknown_user', '550 Unknown user ann@docomo.example', '5.0.0'],
  ['ezweb', 'hard', 'unknown_user', '550 : User unknown', '5.0.0'],
  ['Postfix, local', 'hard', 'unknown_user', 'unknown user: "ann"', '5.1.1'],
  [
    'Postfix, domain',
    'hard',
    'no_mail_host',
    'Host or domain name not found. Name service error for name=nowhere.example type=A: Host not found',
    '5.4.4',
  ],
  [
    'Postfix, null MX',
    'hard',
    'no_mail_host',
    'Domain nomail.example does not accept mail (nullMX)',
    '5.1.0',
  ],
  ['null MX, 5.7.27', 'hard', 'no_mail_host', '556 5.7.27 Host does not accept mail'],
  ['null MX by code', 'hard', 'no_mail_host', '556 5.1.10 <ann@example.com>', '5.0.0'],
  ['Exim', 'hard', 'unknown_user', 'Unrouteable address', '5.0.0'],
  ['Exim, cPanel', 'hard', 'unknown_user', '550 No Such User Here"', '5.0.0'],
  ['Exim, virtual', 'hard', 'unknown_user', '550 Unknown local part ann in <ann@example.com>'],
  ['qmail', 'hard', 'unknown_user', 'Sorry, no mailbox here by that name. vpopmail (#5.1.1)', '5.0.0'],
  ['qmail, host', 'hard', 'no_mail_host', "Sorry, I couldn't find any host named nowhere.example. (#5.1.2)"],
  ['Sendmail', 'hard', 'unknown_user', '550 5.1.1 <ann@example.com>... User unknown'],
  [
    'Sendmail, host',
    'hard',
    'no_mail_host',
    '550 5.1.2 <ann@nowhere.example>... Host unknown (Name server: nowhere.example: host not found)',
  ],
  ['Exchange 2010', 'hard', 'unknown_user', '#550 5.1.1 RESOLVER.ADR.RecipNotFound; not found ##', '5.1.1'],
  ['Courier', 'hard', 'unknown_user', '550 User unknown.', '5.0.0'],
  ['Dovecot', 'hard', 'unknown_user', "550 5.1.1 <ann@example.com> User doesn't exist: ann@example.com"],
  ['OpenSMTPD', 'hard', 'unknown_user', '550 Invalid recipient: <ann@example.com>', '5.0.0'],
  ['IronPort', 'hard', 'unknown_user', '553 5.7.1 Invalid recipient <ann@example.com>'],
  ['Domino', 'hard', 'unknown_user', 'User ann (ann@example.com) not listed in Domino Directory', '5.0.0'],
  [
    'GroupWise',
    'hard',
    'unknown_user',
    '550 Requested action not taken: recipient not in directory',
    '5.0.0',
  ],
  ['a closed account', 'hard', 'disabled', '554 5.7.1 The mailbox of this user has been suspended'],
  ['who has left', 'hard', 'disabled', '550 The recipient is no longer with the company', '5.0.0'],
  ['who has moved', 'hard', 'moved', '551 User not local; please try <ann@new.example>'],
  [
    'a probe',
    'hard',
    'unknown_user',
    '550 5.1.1 <ann@example.com>: Recipient address rejected: undeliverable address: host mx.example.com[192.0.2.1] said: 550 No such user',
  ],
  ['a report of 4.0.0', 'hard', 'unknown_user', '550 5.1.1 User unknown', '4.0.0'],
  ['German', 'hard', 'unknown_user', '550 Empfänger unbekannt: Mailbox existiert nicht', '5.0.0'],
  ['Spanish', 'hard', 'unknown_user', '550 usuario desconocido', '5.0.0'],
  ['a code alone', 'hard', 'unknown_user', '', '5.1.1'],
]

const alive: Case[] = [
  ['Gmail, rate', 'other', 'rate', '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.'],
  ['Gmail, full', 'soft', 'full', '552-5.2.2 The email account that you tried to reach is over quota. Please direct the recipient to https://support.example/'],
  ['Gmail, DMARC', 'other', 'authentication', "550-5.7.26 Unauthenticated email from news.example is not accepted due to domain's DMARC policy."],
  ['Gmail, spam', 'other', 'rate', '421-4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.'],
  ['Gmail, unsolicited', 'other', 'content', '550-5.7.1 Our system has detected that this message is likely unsolicited mail. To reduce the amount of spam sent to Gmail, this message has been blocked.'],
  ['Hotmail, block list', 'other', 'blocked', "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3140)."],
  ['Office 365, full', 'soft', 'full', '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded'],
  ['Office 365, banned', 'other', 'blocked', '550 5.7.606 Access denied, banned sending IP [192.0.2.1].'],
  ['Office 365, rights', 'other', 'policy', '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; Delivery not authorized'],
  ['Yahoo, policy', 'other', 'policy', '554 5.7.9 Message not accepted for policy reasons.  See https://postmaster.example/error-codes'],
  ['Yahoo, complaints', 'other', 'rate', '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints'],
  ['Yahoo, BL', 'other', 'blocked', '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1, because the ip is in Spamhaus\'s list'],
  ['Yahoo, over quota', 'soft', 'full', '552 5.2.2 User over quota'],
  ['AOL, URL', 'other', 'blocked', '554 5.7.1 HVU:B1 The URL contained in your email has generated a high volume of complaints'],
  ['iCloud, policy', 'other', 'policy', '554 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.example/'],
  ['iCloud, full', 'soft', 'full', '552 5.2.2 <ann@icloud.example> user is over quota'],
  ['GMX, policy', 'other', 'policy', '554 Transaction failed. Reject due to policy restrictions. For explanation visit https://postmaster.example/?c=hi', '5.0.0'],
  ['GMX, our domain', 'other', 'sender', '550 Requested action not taken: mailbox unavailable - invalid DNS MX or A/AAAA resource record', '5.0.0'],
  ['T-Online, address', 'other', 'blocked', '554 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.example to clarify.) (BL)', '5.0.0'],
  ['Orange, reputation', 'other', 'rate', '421 Too many connections, slow down. OFR004_104 [104]'],
  ['Free, spam', 'other', 'content', '550 spam detected', '5.0.0'],
  ['La Poste, full', 'soft', 'full', '552 5.1.1 <ann@laposte.example> Quota exceeded (mailbox for user is full)'],
  ['mail.ru, spam', 'other', 'content', '550 spam message rejected. Please visit http://help.mail.example/notspam-support/id', '5.0.0'],
  ['Yandex, spam', 'other', 'content', '554 5.7.1 [1] Message rejected under suspicion of SPAM; https://ya.example/1IPBc'],
  ['QQ, content', 'other', 'content', '550 Mail content denied. http://service.mail.example/', '5.0.0'],
  ['QQ, rate', 'other', 'rate', '550 Ip frequency limited. http://service.mail.example/', '5.0.0'],
  ['QQ, our domain', 'other', 'sender', '550 Domain may not exist or DNS check failed', '5.0.0'],
  ['163, spam', 'other', 'content', '554 DT:SPM 163 smtp1,abc Please see http://mail.163.example/help', '5.0.0'],
  ['163, full', 'soft', 'full', '552 Requested mail action aborted: exceeded mailbox quota', '5.0.0'],
  ['Comcast, reputation', 'other', 'blocked', '554 5.7.1 resimta.example comcast 192.0.2.1 found on one or more DNSBLs, see http://postmaster.comcast.example/BL004', '5.0.0'],
  ['AT&T, blocked', 'other', 'blocked', '553 5.3.0 flpd575 DNSBL:RBL 521< 192.0.2.1 >_is_blocked.For assistance forward this error to abuse_rbl@abuse.example'],
  ['Cox, rate', 'other', 'rate', '452 4.1.0 cox Too many recipients'],
  ['Spectrum, AUP', 'other', 'blocked', '554 5.7.1 AUP#1260 192.0.2.1 rejected'],
  ['Zoho, reputation', 'other', 'blocked', '554 5.7.1 Email cannot be delivered. Reason: Email detected as Spam by spam filters. IP listed', '5.0.0'],
  ['Proton, full', 'soft', 'full', '552 5.2.2 <ann@proton.example>: Recipient address rejected: Mailbox is full / mailbox over quota'],
  ['Mimecast, policy', 'other', 'policy', '550 Administrative prohibition - envelope blocked - https://community.example/docs/DOC-1369#550', '5.0.0'],
  ['Mimecast, greylisting', 'other', 'rate', '451 Internal resources are temporarily unavailable - greylisting'],
  ['Proofpoint, address', 'other', 'blocked', '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1', '5.0.0'],
  ['Proofpoint, policy', 'other', 'policy', '550 5.7.0 Local Policy Violation - 6aef', '5.1.1'],
  ['Barracuda, address', 'other', 'blocked', '554 Service unavailable; Client host [mx.news.example] blocked using Barracuda Reputation; http://www.barracudanetworks.example/reputation/?ip=192.0.2.1', '5.0.0'],
  ['GoDaddy, rate', 'other', 'rate', '550 5.1.1 <ann@example.com> Sender has sent to too many recipients this hour. IB607', '5.1.1'],
  ['Rackspace, policy', 'other', 'relay', '554 5.7.1 <ann@example.com>: Relay access denied'],
  ['Postfix, access map', 'other', 'policy', '554 5.7.1 <ann@example.com>: Recipient address rejected: Access denied'],
  ['Postfix, sender', 'other', 'sender', '450 4.1.8 <a@news.example>: Sender address rejected: Domain not found'],
  ['Postfix, our null MX', 'other', 'sender', '550 5.7.27 <a@news.example>: Sender address rejected: Domain news.example does not accept mail (nullMX)'],
  ['Postfix, HELO', 'other', 'sender', '504 5.5.2 <host>: Helo command rejected: need fully-qualified hostname'],
  ['Postfix, PTR', 'other', 'sender', '450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]'],
  ['Postfix, DNS', 'soft', 'temporary', 'Host or domain name not found. Name service error for name=example.com type=MX: Host not found, try again', '4.4.3'],
  ['Postfix, no answer', 'soft', 'network', 'connect to mx.example.com[192.0.2.1]:25: Connection timed out', '4.4.1'],
  ['Postfix, loop', 'other', 'loop', 'mail for example.com loops back to myself', '5.4.6'],
  ['Exim, callout', 'other', 'sender', '550-Verification failed for <a@news.example> 550-Called: 192.0.2.9 550-Response: 550 User unknown 550 Sender verify failed', '5.0.0'],
  ['Exim, retry', 'soft', 'network', 'retry timeout exceeded', '5.0.0'],
  ['qmail, relay', 'other', 'relay', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['qmail, queue', 'soft', 'network', "Sorry, I wasn't able to establish an SMTP connection. (#4.4.1) I'm not going to try again; this message has been in the queue too long."],
  ['qmail, full', 'soft', 'full', 'user is over quota (#5.1.1)', '5.1.1'],
  ['Sendmail, list', 'other', 'blocked', '550 5.7.1 IP address blacklisted by recipient', '5.1.1'],
  ['Sendmail, full', 'soft', 'full', '552 5.2.2 Over quota', '5.1.1'],
  ['Exchange, size', 'soft', 'too_large', '550 5.2.3 RESOLVER.RST.RecipSizeLimit; message too large for this recipient'],
  ['Courier, full', 'soft', 'full', "550 Account's mailbox is full.", '5.0.0'],
  ['OpenSMTPD, full', 'soft', 'full', '452 4.2.2 Mailbox full'],
  ['Verizon, for now', 'soft', 'temporary', '550 4.2.1 mailbox temporarily disabled: ann@verizon.example', '5.0.0'],
  ['a virus scanner', 'other', 'content', '550 Virus detected in message', '5.0.0'],
  ['Spamhaus', 'other', 'blocked', '550 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', '5.0.0'],
  ['a poor reputation', 'other', 'blocked', "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation", '5.0.0'],
  ['SPF', 'other', 'authentication', '550 SPF/DMARC check failed', '5.0.0'],
  ['many connections', 'other', 'rate', '550 Too many connections from your host, try later', '5.0.0'],
  ['a full mailbox', 'soft', 'full', '550 Mailbox full', '5.0.0'],
  ['a quota', 'soft', 'full', '552 user has exceeded storage allocation. Quota exceeded', '5.0.0'],
  ['an unknown user for now', 'soft', 'unknown_user', '450 4.1.1 <ann@example.com>: Recipient address rejected: unverified address: user unknown'],
  ['a bare 550', 'other', 'undetermined', '550', '5.0.0'],
  ['a bare refusal', 'other', 'policy', '550 Rejected', '5.0.0'],
  ['a size', 'soft', 'too_large', '552 5.3.4 Message size exceeds fixed limit'],
] // oxfmt-ignore

test.each(dead)('%s: the address is dead', (_, severity, cause, reply, status) => {
  expect(judgeBounce({ reply, status: status ?? null })).toMatchObject({ severity, cause })
})

test.each([
  'This is not a valid mailbox',
  'ann is not a known user here',
  'Recipient is no longer on our server',
  'This mailbox is no longer in use',
  "The address you have written to couldn't be found",
  'User was not found in LDAP',
  'No mail box for ann',
  'We could not find any host by that name',
  'Indirizzo inesistente',
  'Adressat unbekannt',
  'La casilla ha expirado',
  'Konto nie istnieje',
])('550 %s: the address is dead', (words) => {
  expect(judgeBounce({ reply: `550 ${words}`, status: '5.0.0' }).severity).toBe('hard')
})

test.each([
  'Excessive unknown users from you',
  '5.2.1 The provider will not accept delivery of this message',
  '5.1.0 Message refused',
  'The following recipient failed: ann, unknown mailer error 1',
  "The recipient's server is unavailable",
  'Mail service unavailable',
  'Your account has been suspended',
  'You have been blocked by the recipient',
  'User is not allowed to receive mail from outside',
  'Sender address does not exist',
  'IP address not found in DNS',
  'Delivery to the following recipients failed',
  'Connection closed: user quota of connections reached',
])('550 %s: the address may live', (words) => {
  expect(judgeBounce({ reply: `550 ${words}`, status: '5.0.0' }).severity).not.toBe('hard')
})

test.each(alive)('%s: the address may live', (_, severity, cause, reply, status) => {
  expect(judgeBounce({ reply, status: status ?? null })).toMatchObject({ severity, cause })
})

test.each([
  ['5.1.1', 'hard'],
  ['5.1.2', 'hard'],
  ['5.1.6', 'hard'],
  ['5.1.10', 'hard'],
  ['5.2.1', 'hard'],
  ['5.4.4', 'hard'],
  ['5.2.2', 'soft'],
  ['5.2.3', 'soft'],
  ['5.3.1', 'soft'],
  ['5.3.4', 'soft'],
  ['4.2.2', 'soft'],
  ['4.1.1', 'soft'],
  ['4.4.1', 'soft'],
  ['4.4.7', 'soft'],
  ['4.7.1', 'other'],
  ['5.0.0', 'other'],
  ['5.2.0', 'other'],
  ['5.7.1', 'other'],
  ['5.7.27', 'other'],
  ['5.6.0', 'other'],
  ['5.4.6', 'other'],
  ['5.1.7', 'other'],
  ['5.1.8', 'other'],
])('without words, %s is %s', (status, severity) => {
  expect(judgeBounce({ reply: '', status })).toMatchObject({ severity, status })
})

test.each([
  ['550-5.2.2 The mailbox is full', '5.0.0', '5.2.2'],
  ['550 5.7.1 Blocked', '5.1.1', '5.7.1'],
  ['550 no such user at 10.5.1.1', '5.0.0', '5.1.1'],
  ['550 no such user', null, '5.1.1'],
  ['550 4.2.2 full', null, '5.2.2'],
  ['450', null, '4.2.0'],
  ['550 mailbox full', '5.1.1', '5.2.2'],
  ['550 what is this', null, '5.0.0'],
  ['', null, null],
])('the status of %j with the report %s is %s', (reply, status, expected) => {
  expect(judgeBounce({ reply, status }).status).toBe(expected)
})

test('what stands in an address or in the path of a url counts as no word', () => {
  const reply = '550 5.1.1 <spam.virus@blacklist.example>: User unknown, see https://x.example/blocked/spam'
  expect(judgeBounce({ reply, status: null })).toMatchObject({ cause: 'unknown_user' })
})

test('a long reply without an end is judged quickly', async () => {
  for (const part of ['mailbox ', 'user name ', 'a@', '5.1.', 'your ', 'not ', '(', 'message from ']) {
    const { cpuMs } = await cpuTimeOf(() => judgeBounce({ reply: part.repeat(100_000), status: null }))
    expect(cpuMs, part).toBeLessThan(5_000)
  }
})
