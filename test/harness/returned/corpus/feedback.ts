import { messageId, originalOf, returnPath } from './bounces.ts'

/** Reports of feedback loops, in the forms of those who send them. `expected`: what they do to the subscriber. */
export type Feedback = {
  name: string
  held?: boolean
  expected: 'complaint' | 'unsubscription' | 'not_spam' | null
  mail: Buffer
}

type Arf = {
  type?: string
  from?: string
  subject?: string
  fields?: readonly string[]
  partType?: string
  /** Of the fields. */
  coded?: boolean
  originalType?: string
  original?: readonly string[]
  text?: string
  whole?: string
}

export const arf = ({
  type = 'abuse',
  from = 'fbl@provider.example',
  subject = 'FW: Hello',
  fields = [`Feedback-Type: ${type}`, 'User-Agent: Loop/1.0', 'Version: 1', `Original-Mail-From: <${returnPath}>`],
  partType = 'message/feedback-report',
  coded = false,
  originalType = 'message/rfc822',
  original = originalOf('Hello'),
  text = 'This is an email abuse report for an email message received from 192.0.2.1.',
  whole = 'multipart/report; report-type=feedback-report; boundary=arf',
}: Arf = {}) =>
  Buffer.from(
    [
      'Return-Path: <fbl@provider.example>',
      `From: ${from}`,
      'To: <complaints@news.example>',
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      `Content-Type: ${whole}`,
      '',
      '--arf',
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
      '--arf',
      `Content-Type: ${partType}`,
      ...(coded ? ['Content-Transfer-Encoding: base64'] : []),
      '',
      ...(coded ? [Buffer.from(fields.join('\r\n')).toString('base64')] : fields),
      '',
      '--arf',
      `Content-Type: ${originalType}`,
      '',
      ...original,
      '--arf--',
      '',
    ].join('\r\n'),
  ) // oxfmt-ignore

type Junk = {
  from?: string
  subject?: string
  more?: readonly string[]
  disposition?: string
  inside?: readonly string[]
  original?: readonly string[]
}

/** Microsoft's: the message is attached, and there are no fields of a report. */
export const junk = ({ from = 'staff@hotmail.com', subject = 'complaint about message from 192.0.2.1', more = [], disposition = 'attachment', inside = [], original = originalOf('Hello') }: Junk = {}) =>
  Buffer.from(
    [
      `Return-Path: <${from}>`,
      `From: <${from}>`,
      'To: <complaints@news.example>',
      `Subject: ${subject}`,
      ...more,
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="jmrp"',
      '',
      '--jmrp',
      'Content-Type: message/rfc822',
      `Content-Disposition: ${disposition}`,
      '',
      ...inside,
      ...original,
      '--jmrp--',
      '',
    ].join('\r\n'),
  ) // oxfmt-ignore

const withoutPath = (lines: readonly string[]) => lines.filter((line) => !line.startsWith('Return-Path'))
const redacted = withoutPath(originalOf('Hello')).map((line) => line.replace('anna@example.com', 'redacted'))
const headersOnly = originalOf('Hello').slice(0, 7)

export const feedback: readonly Feedback[] = [
  { name: 'abuse', expected: 'complaint', mail: arf() },
  { name: 'fraud', expected: 'complaint', mail: arf({ type: 'fraud' }) },
  { name: 'abuse in capitals', expected: 'complaint', mail: arf({ fields: ['FEEDBACK-TYPE: ABUSE', 'USER-AGENT: x', 'VERSION: 0.1'] }) },
  { name: 'abuse with a comment', expected: 'complaint', mail: arf({ type: 'abuse (junk button)' }) },
  { name: 'AOL, redacted', expected: 'complaint', mail: arf({ from: 'AOL Postmaster <scomp@aol.net>', subject: 'Email Feedback Report for IP 192.0.2.1', fields: ['Feedback-Type: abuse', 'User-Agent: AOL SComp', 'Version: 0.1', 'Original-Rcpt-To: <redacted>'], original: [`Return-Path: <${returnPath}>`, ...redacted] }) },
  { name: 'Yahoo, redacted', expected: 'complaint', mail: arf({ from: 'Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.com>', fields: ['Feedback-Type: abuse', 'User-Agent: Yahoo!-Mail-Feedback/2.0', 'Version: 0.1', `Original-Mail-From: ${returnPath}`, 'Original-Rcpt-To: '], original: redacted }) },
  { name: 'Comcast', expected: 'complaint', mail: arf({ from: 'Comcast <feedbackloop@fbl.comcast.example>', fields: ['Feedback-Type: abuse', 'User-Agent: Return Path Complaint Feedback Loop/1.0', 'Version: 1.0', 'Original-Rcpt-To: 6f3a@comcast.example', 'Source-IP: 192.0.2.1'] }) },
  { name: 'fields as text/plain', expected: 'complaint', mail: arf({ partType: 'text/plain' }) },
  { name: 'fields in base64', expected: 'complaint', mail: arf({ coded: true }) },
  { name: 'fields in two blocks', expected: 'complaint', mail: arf({ fields: ['User-Agent: x', 'Version: 1', '', 'Feedback-Type: abuse'] }) },
  { name: 'headers alone', expected: 'complaint', mail: arf({ originalType: 'text/rfc822-headers', original: headersOnly }) },
  { name: 'multipart/mixed', expected: 'complaint', mail: arf({ whole: 'multipart/mixed; boundary=arf' }) },
  { name: 'fields without a type of their own', held: true, expected: 'complaint', mail: arf({ partType: 'application/octet-stream; name=report.txt' }) },
  { name: 'the original as text/plain', held: true, expected: 'complaint', mail: arf({ originalType: 'text/plain' }) },
  { name: 'no path, but how the message was authenticated', held: true, expected: 'complaint', mail: arf({ fields: ['Feedback-Type: abuse', 'Version: 1'], original: [`Authentication-Results: mx.example; spf=pass smtp.mailfrom=${returnPath}`, ...redacted] }) },
  { name: 'Microsoft', expected: 'complaint', mail: junk({ inside: ['X-HmXmrOriginalRecipient: anna@example.com'] }) },
  { name: 'Microsoft, header of the report', expected: 'complaint', mail: junk({ more: ['X-HmXmrOriginalRecipient: anna@example.com'] }) },
  { name: 'Microsoft, no header', expected: 'complaint', mail: junk() },
  { name: 'Microsoft, inline', held: true, expected: 'complaint', mail: junk({ disposition: 'inline' }) },
  { name: 'Microsoft, other sender', held: true, expected: 'complaint', mail: junk({ from: 'staff@outlook.com', subject: 'Hello' }) },
  { name: 'Microsoft, redacted', held: true, expected: 'complaint', mail: junk({ original: [`Return-Path: ${returnPath}`, ...redacted] }) },
  { name: 'a report that was forwarded as an attachment', expected: 'complaint', mail: junk({ from: 'ops@news.example', subject: 'Fwd: report', original: arf().toString().split('\r\n') }) },
  { name: 'Microsoft, the message as a file', expected: 'complaint', mail: Buffer.from(junk().toString().replace('Content-Type: message/rfc822', 'Content-Type: application/octet-stream; name=message.eml')) },
  { name: 'an authentication report that was forwarded', held: true, expected: null, mail: junk({ from: 'ops@news.example', subject: 'Fwd: report', original: arf({ type: 'auth-failure' }).toString().split('\r\n') }) },
  { name: 'opt-out', expected: 'unsubscription', mail: arf({ type: 'opt-out' }) },
  { name: 'opt-out-list', held: true, expected: 'unsubscription', mail: arf({ type: 'opt-out-list' }) },
  { name: 'not-spam', expected: 'not_spam', mail: arf({ type: 'not-spam' }) },
  { name: 'auth-failure', expected: null, mail: arf({ type: 'auth-failure', text: 'This is an authentication failure report for an email message.' }) },
  { name: 'auth-failure as text/plain', held: true, expected: null, mail: arf({ type: 'auth-failure', partType: 'text/plain', text: 'This is an email abuse report of DMARC.' }) },
  { name: 'auth-failure of a message that quotes "Feedback-Type: abuse"', held: true, expected: null, mail: arf({ type: 'auth-failure', original: originalOf('Hello', ['Feedback-Type: abuse', 'Version: 1']) }) },
  { name: 'virus', expected: null, mail: arf({ type: 'virus' }) },
  { name: 'dkim', expected: null, mail: arf({ type: 'dkim' }) },
  { name: 'other', expected: null, mail: arf({ type: 'other' }) },
  { name: 'miscategorized', expected: null, mail: arf({ type: 'miscategorized' }) },
  { name: 'a type of the future', held: true, expected: null, mail: arf({ type: 'abusive-in-the-future' }) },
  { name: 'no type', expected: null, mail: arf({ fields: ['User-Agent: x', 'Version: 1'] }) },
  { name: 'a forwarded message', expected: null, mail: junk({ from: 'anna@example.com', subject: 'Fwd: Hello' }) },
  { name: 'a DMARC report of a day', expected: null, mail: junk({ from: 'noreply-dmarc@provider.example', subject: 'Report Domain: news.example Submitter: provider.example Report-ID: 1' }) },
  { name: 'a question about complaints', held: true, expected: null, mail: junk({ from: 'legal@example.com', subject: 'Complaint about your service' }) },
  { name: 'an answer that quotes a report', held: true, expected: null, mail: Buffer.from(`From: ops@news.example\r\nTo: complaints@news.example\r\nSubject: Re: abuse report\r\n\r\n> Feedback-Type: abuse\r\n> Version: 1\r\n> Original-Mail-From: <${returnPath}>\r\n\r\nDone. ${messageId}\r\n`) },
] // oxfmt-ignore
