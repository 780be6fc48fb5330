import { originalOf, returnPath } from '../bounces.ts'
import { arf, junk } from '../feedback.ts'
import { sampleSubject } from './subject.ts'

type Expected = 'complaint' | 'unsubscription' | 'none'

/** Reports of feedback loops, and what only looks like one. */
export const feedbackSamples: readonly (readonly [expected: Expected, name: string, mail: Buffer])[] = [
  ['complaint', 'Yahoo CFL', arf({ from: 'Yahoo! Mail AntiSpam Feedback <feedback@arf.mail.yahoo.example>', fields: ['Feedback-Type: abuse', 'User-Agent: Yahoo!-Mail-Feedback/2.0', 'Version: 0.1', `Original-Mail-From: <${returnPath}>`, 'Original-Rcpt-To: anna@example.com', 'Received-Date: Thu, 1 Jan 2026 02:00:00 PST', 'Reported-Domain: news.example'] })],
  ['complaint', 'mail.ru', arf({ from: 'fbl@corp.mail.example', text: 'Это сообщение получено от пользователя', fields: ['Feedback-Type: abuse', 'User-Agent: Mail.Ru-FBL', 'Version: 1'] })],
  ['complaint', 'United Online', arf({ fields: ['User-Agent: UOL-FBL/1.0', 'Version: 1', 'Feedback-Type: abuse', 'Source-IP: 192.0.2.1'], from: 'fbl@united.example' })],
  ['complaint', 'Cox, header folded', arf({ fields: ['Feedback-Type:', ' abuse', 'User-Agent: Cox/1.0', 'Version: 1'] })],
  ['complaint', 'Feedback-Type with semicolon', arf({ fields: ['Feedback-Type: abuse;', 'User-Agent: x', 'Version: 1'] })],
  ['complaint', 'quoted type', arf({ fields: ['Feedback-Type: "abuse"', 'User-Agent: x', 'Version: 1'] })],
  ['complaint', 'Microsoft JMRP 2024', junk({ from: 'staff@hotmail.com', subject: 'FW: ' + sampleSubject, inside: ['X-HmXmrOriginalRecipient: anna@example.com'] })],
  ['complaint', 'forwarded feedback', junk({ from: 'abuse@hoster.example', subject: 'FW: Abuse report 192.0.2.1', original: arf().toString().split('\r\n') })],
  ['complaint', 'forwarded by a hoster inline', Buffer.from(['Return-Path: <abuse@hoster.example>', 'From: Abuse <abuse@hoster.example>', 'To: <complaints@news.example>', 'Subject: [Abuse #123] Fwd: complaint', 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=o', '', '--o', 'Content-Type: text/plain', '', 'We received the attached complaint about your server.', '--o', 'Content-Type: message/rfc822', '', ...arf().toString().split('\r\n'), '--o--', ''].join('\r\n'))],
  ['complaint', 'part type in capitals', arf({ partType: 'MESSAGE/FEEDBACK-REPORT' })],
  ['complaint', 'fields in quoted-printable', Buffer.from(arf().toString().replace('Content-Type: message/feedback-report', 'Content-Type: message/feedback-report\r\nContent-Transfer-Encoding: quoted-printable').replace('Original-Mail-From', 'Original-Mail-From'))],
  ['complaint', 'LF only', Buffer.from(arf().toString().replaceAll('\r\n', '\n'))],
  ['complaint', 'SpamCop', Buffer.from(arf({ from: '"anna" <1234567@reports.spamcop.example>', subject: '[SpamCop (192.0.2.1) id:123]Spring sale', fields: ['Feedback-Type: abuse', 'User-Agent: SCFA/1.0', 'Version: 0.1'] }))],
  ['unsubscription', 'opt-out', arf({ type: 'opt-out' })],
  ['unsubscription', 'opt-out-list', arf({ type: 'opt-out-list' })],
  ['none', 'auth-failure', arf({ type: 'auth-failure' })],
  ['none', 'virus', arf({ type: 'virus' })],
  ['none', 'other', arf({ type: 'other' })],
  ['none', 'dmarc', arf({ type: 'dmarc' })],
  ['none', 'miscategorized', arf({ type: 'miscategorized' })],
  ['none', 'abusive words', arf({ type: 'abuse-report-closed' })],
  ['none', 'reader forwards to a friend', junk({ from: 'anna@example.com', subject: 'Fwd: ' + sampleSubject })],
  ['none', 'reader forwards, subject complaint', junk({ from: 'anna@example.com', subject: 'complaint' })],
  ['complaint', 'junk by outlook.com with DKIM', junk({ from: 'staff@hotmail.com', subject: 'complaint about message from 192.0.2.7', more: ['X-HmXmrOriginalRecipient: anna@hotmail.example'] })],
  ['complaint', 'Fastmail', arf({ from: 'FastMail FBL <fbl@fastmail.example>', fields: ['Feedback-Type:abuse', 'User-Agent:FM/1', 'Version:1'] })],
  ['complaint', 'Telenor tabs', arf({ fields: ['Feedback-Type:\tabuse', 'User-Agent:\tx', 'Version:\t1'] })],
  ['complaint', 'fraud', arf({ type: 'fraud' })],
  ['complaint', 'no user agent', arf({ fields: ['Feedback-Type: abuse', 'Version: 1'] })],
  ['complaint', 'type only', arf({ fields: ['Feedback-Type: abuse'] })],
  ['complaint', 'Korean FBL', arf({ text: '이 메시지는 스팸 신고입니다.' })],
  ['complaint', 'CFBL', arf({ fields: ['Feedback-Type: abuse', 'User-Agent: CFBL/1', 'Version: 1', 'CFBL-Feedback-ID: 111:222:333:4444'] })],
  ['complaint', 'twice the type', arf({ fields: ['Feedback-Type: abuse', 'Feedback-Type: auth-failure', 'Version: 1'] })],
  ['none', 'ARF of DMARC failure', arf({ fields: ['Feedback-Type: auth-failure', 'Auth-Failure: dmarc', 'Version: 1', 'User-Agent: Lua/1.0'] })],
  ['none', 'auth failure then abuse later in the original', arf({ type: 'auth-failure', original: [...originalOf(sampleSubject), 'Feedback-Type: abuse', 'Version: 1'] })],
  ['complaint', 'abuse in text of one part', Buffer.from(['Return-Path: <fbl@p.example>', 'From: fbl@p.example', 'To: complaints@news.example', 'Subject: complaint', 'Content-Type: text/plain', '', 'Feedback-Type: abuse', 'User-Agent: Simple/1.0', 'Version: 1', `Original-Mail-From: <${returnPath}>`, 'Original-Rcpt-To: anna@example.com', ''].join('\r\n'))],
] // oxfmt-ignore
