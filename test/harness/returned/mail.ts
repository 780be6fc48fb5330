const lines = (...parts: readonly string[]) => `${parts.join('\r\n')}\r\n`

/** The bounce address and the Message-ID of the message that the reports of the tests are about. */
export const about = { returnPath: 'bounces+abc234@news.example', messageId: '<abc234@news.example>' }

const original = [
  `Return-Path: <${about.returnPath}>`,
  'From: "Acme" <from@news.example>',
  'To: anna@example.com',
  'Subject: Hello',
  `Message-ID: ${about.messageId}`,
  'MIME-Version: 1.0',
  'Content-Type: text/plain',
]

type Bounce = {
  /** The lines about the recipient. */
  recipient?: readonly string[]
  /** `message/rfc822` with a body, or `text/rfc822-headers`. */
  originalType?: string
  originalLines?: readonly string[]
  to?: string
}

/** A delivery status notification as the common servers write it. */
export function bounceMail({
  recipient = ['Final-Recipient: rfc822; anna@example.com', 'Action: failed', 'Status: 5.1.1'],
  originalType = 'message/rfc822',
  originalLines = [...original, '', 'Hello Anna'],
  to = about.returnPath,
}: Bounce = {}): Buffer {
  return Buffer.from(
    lines(
      'Return-Path: <>',
      'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
      `To: ${to}`,
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="b1/mx"',
      '',
      'This is a MIME-encapsulated message.',
      '',
      '--b1/mx',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'Your message to anna@example.com could not be delivered.',
      '',
      '--b1/mx',
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      'Arrival-Date: Thu, 1 Jan 2026 02:00:00 +0000',
      '',
      ...recipient,
      '',
      '--b1/mx',
      `Content-Type: ${originalType}`,
      '',
      ...originalLines,
      '',
      '--b1/mx--',
    ),
  )
}

/** A complaint as feedback loops send it. */
export function complaintMail(
  report: readonly string[] = [
    'Feedback-Type: abuse',
    'User-Agent: Loop/1.0',
    'Version: 1',
    `Original-Mail-From: <${about.returnPath}>`,
    'Original-Rcpt-To: <anna@example.com>',
  ],
  originalType = 'message/rfc822',
): Buffer {
  return Buffer.from(
    lines(
      'From: <fbl@provider.example>',
      'To: <complaints@news.example>',
      'Subject: FW: Hello',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type="feedback-report"; boundary=part',
      '',
      '--part',
      'Content-Type: text/plain',
      '',
      'This is an abuse report.',
      '--part',
      'Content-Type: message/feedback-report',
      '',
      ...report,
      '',
      '--part',
      `Content-Type: ${originalType}`,
      '',
      ...original,
      '',
      'Hello Anna',
      '--part--',
    ),
  )
}
