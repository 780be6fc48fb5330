import { addressOf, blocksOf } from './fields.ts'
import type { ReturnedMail } from './mail.ts'

type Complaint = { recipient: string | null; type: string; returnPath: string | null }

/** Reads the abuse reporting format (RFC 5965), and messages with the header that Hotmail and Outlook add. */
export function readComplaint(mail: ReturnedMail): Complaint | null {
  const { original } = mail
  const report = blocksOf(mail.part('message/feedback-report') ?? '')[0]
  const sentFrom = addressOf(original.get('return-path'))
  if (report !== undefined) {
    const type = report.get('feedback-type')?.trim().toLowerCase() ?? ''
    if (type === '' || type === 'not-spam') return null
    return {
      type,
      recipient: addressOf(report.get('original-rcpt-to')) ?? addressOf(original.get('to')),
      returnPath: addressOf(report.get('original-mail-from')) ?? sentFrom,
    }
  }
  const reader = original.get('x-hmxmroriginalrecipient') ?? mail.header('x-hmxmroriginalrecipient')[0]
  return reader === undefined ? null : { type: 'abuse', recipient: addressOf(reader), returnPath: sentFrom }
}
