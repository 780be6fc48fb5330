/** Bounces in the form of the programs that write them. The texts are invented. */

export type Given = { reason: string; subject: string }
export type BounceForm = { name: string; write: (given: Given) => Buffer }

export const returnPath = 'bounces+abc234@news.example'
export const messageId = '<abc234@news.example>'

export const encoded = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly ASCII
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

export const originalOf = (
  subject: string,
  body: readonly string[] = ['Hello Anna, your mailbox is full of spam: user unknown.'],
) => [
  `Return-Path: <${returnPath}>`,
  'From: "Acme" <from@news.example>',
  'To: anna@example.com',
  `Subject: ${encoded(subject)}`,
  `Message-ID: ${messageId}`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  '',
  ...body,
]

type Plain = {
  from?: string
  subject: string
  more?: readonly string[]
  text: readonly string[]
  type?: string
  sender?: string
}

export const plain = ({
  from = 'MAILER-DAEMON@mx.example',
  subject,
  more = [],
  text,
  type = 'text/plain',
  sender = '<>',
}: Plain) =>
  Buffer.from(
    [
      `Return-Path: ${sender}`,
      `From: ${from}`,
      `To: ${returnPath}`,
      `Subject: ${encoded(subject)}`,
      'Date: Thu, 1 Jan 2026 02:00:00 +0000',
      'MIME-Version: 1.0',
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: 8bit',
      ...more,
      '',
      ...text,
      '',
    ].join('\r\n'),
  )

type Report = {
  from: string
  subject: string
  text: readonly string[]
  fields: readonly string[]
  original: readonly string[]
  type?: string
}

export const report = ({ from, subject, text, fields, original, type = 'text/plain' }: Report) =>
  Buffer.from(
    [
      'Return-Path: <>',
      `From: ${from}`,
      `To: ${returnPath}`,
      `Subject: ${encoded(subject)}`,
      'MIME-Version: 1.0',
      'Auto-Submitted: auto-replied',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="=_r"',
      '',
      '--=_r',
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: 8bit',
      '',
      ...text,
      '',
      '--=_r',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; anna@example.com',
      ...fields,
      '',
      '--=_r',
      'Content-Type: message/rfc822',
      'Content-Transfer-Encoding: 8bit',
      '',
      ...original,
      '--=_r--',
      '',
    ].join('\r\n'),
  )

const statusIn = (reason: string) => /\b[45]\.\d\.\d{1,3}\b/.exec(reason)?.[0] ?? '5.0.0'

export const forms: readonly BounceForm[] = [
  { name: 'Postfix', write: ({ reason, subject }) => report({ from: 'MAILER-DAEMON@mx.example (Mail Delivery System)', subject: 'Undelivered Mail Returned to Sender', text: ['This is the mail system at host mx.example.', '', "I'm sorry to have to inform you that your message could not", 'be delivered to one or more recipients. It is attached below.', '', `<anna@example.com>: host mx.example.com[192.0.2.1] said: ${reason} (in reply to RCPT TO command)`], fields: ['Action: failed', `Status: ${statusIn(reason)}`, `Diagnostic-Code: smtp; ${reason}`], original: originalOf(subject) }) },
  { name: 'Sendmail', write: ({ reason, subject }) => report({ from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example>', subject: 'Returned mail: see transcript for details', text: ['   ----- The following addresses had permanent fatal errors -----', '<anna@example.com>', `    (reason: ${reason})`, '', '   ----- Transcript of session follows -----', '... while talking to mx.example.com.:', '>>> DATA', `<<< ${reason}`], fields: ['Action: failed', `Status: ${statusIn(reason)}`], original: originalOf(subject) }) },
  { name: 'Exchange, structured', write: ({ reason, subject }) => report({ from: 'postmaster@mx.example', subject: `Undeliverable: ${subject}`, type: 'text/html', text: ['<html><head><style>p { color: red }</style></head><body><p>Delivery has failed to these recipients or groups:</p>', `<p>anna@example.com</p><p>${reason.replaceAll('<', '&lt;')}</p>`, `<p>Subject: ${subject.replaceAll('<', '&lt;')}</p></body></html>`], fields: ['Action: failed', 'Status: 5.0.0', `Diagnostic-Code: smtp;${reason}`], original: originalOf(subject) }) },
  { name: 'Gmail', write: ({ reason, subject }) => report({ from: 'Mail Delivery Subsystem <mailer-daemon@mail.example>', subject: 'Delivery Status Notification (Failure)', text: ['** Message not delivered **', '', "Your message wasn't delivered to anna@example.com. See the technical details below.", '', 'The response was:', '', reason], fields: ['Action: failed', `Status: ${statusIn(reason)}`, `Diagnostic-Code: smtp; ${reason}`], original: originalOf(subject) }) },
  { name: 'Courier', write: ({ reason, subject }) => report({ from: '"Courier mail server at mx.example" <postmaster@mx.example>', subject: 'NOTICE: mail delivery status.', text: ['This is a delivery status notification from mx.example,', 'running the Courier mail server.', '', '<anna@example.com>:', `   <<< ${reason}`], fields: ['Action: failed', 'Status: 5.0.0', `Diagnostic-Code: smtp; ${reason}`], original: originalOf(subject) }) },
  { name: 'Exim', write: ({ reason, subject }) => plain({ from: 'Mail Delivery System <Mailer-Daemon@mx.example>', subject: 'Mail delivery failed: returning message to sender', more: ['X-Failed-Recipients: anna@example.com', 'Auto-Submitted: auto-replied'], text: ['This message was created automatically by mail delivery software.', '', 'A message that you sent could not be delivered to one or more of its', 'recipients. This is a permanent error. The following address(es) failed:', '', '  anna@example.com', '    SMTP error from remote mail server after RCPT TO:<anna@example.com>:', `    host mx.example.com [192.0.2.1]: ${reason}`, '', '------ This is a copy of the message, including all the headers. ------', '', ...originalOf(subject)] }) },
  { name: 'qmail', write: ({ reason, subject }) => plain({ subject: 'failure notice', text: ['Hi. This is the qmail-send program at mx.example.', "I'm afraid I wasn't able to deliver your message to the following addresses.", "This is a permanent error; I've given up. Sorry it didn't work out.", '', '<anna@example.com>:', `192.0.2.1 does not like recipient.`, `Remote host said: ${reason}`, 'Giving up on 192.0.2.1.', '', '--- Below this line is a copy of the message.', '', ...originalOf(subject)] }) },
  { name: 'Yahoo', write: ({ reason, subject }) => plain({ from: 'MAILER-DAEMON@yahoo.example', subject: 'Failure Notice', text: ['Sorry, we were unable to deliver your message to the following address.', '', '<anna@example.com>:', reason, '', '--- Below this line is a copy of the message.', '', ...originalOf(subject)] }) },
  { name: 'Lotus Domino', write: ({ reason, subject }) => plain({ from: 'Postmaster@mx.example', subject: `DELIVERY FAILURE: ${reason}`, text: ['Your message', '', `  Subject: ${subject}`, '', 'was not delivered to:', '', '  anna@example.com', '', 'because:', '', `  ${reason}`] }) },
  { name: 'GroupWise', write: ({ reason, subject }) => plain({ from: 'Mailer-Daemon <mailer-daemon@gw.example>', subject: 'Message status - undeliverable', text: ['The message that you sent was undeliverable to the following:', `\tanna (${reason})`, '', '-----------', subject] }) },
  { name: 'MDaemon', write: ({ reason, subject }) => plain({ from: 'MDaemon@mx.example', subject: `Warning: anna@example.com - ${reason}`, more: ['X-MDaemon-Deliver-To: bounces@news.example'], text: ['The following message could not be delivered:', '', `    ${reason}`, '', `Message subject: ${subject}`] }) },
  { name: 'Exchange 5.5', write: ({ reason, subject }) => plain({ from: 'System Administrator <postmaster@mx.example>', subject: `Undeliverable: ${subject}`, more: ['X-Mailer: Internet Mail Service'], text: ['Your message', '', '  To:      anna@example.com', `  Subject: ${subject}`, '  Sent:    Thu, 1 Jan 2026 02:00:00 +0000', '', 'did not reach the following recipient(s):', '', 'anna@example.com on Thu, 1 Jan 2026 02:00:05 +0000', `    ${reason}`] }) },
  { name: 'Exchange in German', write: ({ reason, subject }) => plain({ from: 'Systemadministrator <postmaster@mx.example>', subject: `Unzustellbar: ${subject}`, text: ['Ihre Nachricht hat einige oder alle Empfänger nicht erreicht.', '', `      Betreff:\t${subject}`, '      Gesendet am:\t01.01.2026 02:00', '', 'Folgende Empfänger konnten nicht erreicht werden:', '', '      anna@example.com am 01.01.2026 02:00', `            ${reason}`] }) },
  { name: 'IronPort', write: ({ reason, subject }) => plain({ from: 'MAILER-DAEMON@ironport.example', subject: 'Delivery Notification: Delivery has failed', text: ['The following message to <anna@example.com> was undeliverable.', 'The reason for the problem:', reason, '', `The subject was: "${subject}"`] }) },
  { name: 'Mimecast', write: ({ reason, subject }) => plain({ from: 'postmaster@mimecast.example', subject: `[Postmaster] Email Delivery Failure`, type: 'text/html', text: ['<html><body><table><tr><td>Your message was not delivered.</td></tr>', `<tr><td>Subject:</td><td>${subject}</td></tr><tr><td>Recipient:</td><td>anna@example.com</td></tr>`, `<tr><td>Reason:</td><td>${reason.replaceAll('<', '&lt;')}</td></tr></table></body></html>`] }) },
  { name: 'Barracuda', write: ({ reason, subject }) => plain({ from: 'postmaster@cuda.example', subject: '**Message you sent was not delivered**', text: [`Your message "${subject}" to anna@example.com was not delivered.`, '', `The server said: ${reason}`] }) },
  { name: 'a gateway that quotes', write: ({ reason, subject }) => plain({ from: 'mailer@gw.example', subject: `Returned mail: ${subject}`, text: [`Delivery to anna@example.com failed: ${reason}`, '', '> From: Acme', `> Subject: ${subject}`, '> ', '> Your mailbox is full. User unknown. Blocked as spam.'] }) },
] // oxfmt-ignore
