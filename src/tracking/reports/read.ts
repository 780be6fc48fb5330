import type { BounceSeverity } from '../../contract/responses/severity.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { addressOf, lineOf } from './fields.ts'
import { readFeedback, type FeedbackKind } from './feedback.ts'
import { readFreeText } from './free-text.ts'
import { openMail, withoutOwnWords, type ReturnedMail } from './mail.ts'

/** Unverified: reports can be forged, so only names signed by this server count (`createMessageNames`). */
export type Returned = {
  kind: 'bounce' | FeedbackKind
  recipient: string | null
  status: string | null
  severity: BounceSeverity
  /** The other server's reply as one line of at most 500 characters. */
  diagnostic: string
  /** null also for plain-text reports, which count only for a return path. */
  messageId: string | null
  returnPaths: string[]
  /** Of a complaint: what may be the unsubscribe token or address of the message. */
  unsubscribing: string[]
}

const diagnosticMax = 500

export type Envelope = { recipient?: string | undefined; sender?: string | undefined }

/** The subjects of the message with one of these return paths, with merge codes. */
export type SubjectsOf = (returnPaths: readonly string[]) => Promise<readonly string[]>

/** @returns null for other mail, delay and success notices, automatic replies, receipts and reports about servers. */
export async function readReturned(
  message: Uint8Array,
  envelope: Envelope = {},
  subjectsOf: SubjectsOf = () => Promise.resolve([]),
): Promise<Returned | null> {
  const mail = await openMail(message)
  if (mail === null) return null
  const feedback = readFeedback(mail)
  if (feedback === 'none') return null
  const own = ['delivered-to', 'x-original-to', 'to'].flatMap((name) => mail.header(name))
  const named = [envelope.recipient ?? '', ...own, mail.original.get('return-path')]
  const paths = named.flatMap((text) => addressOf(text) ?? [])
  if (feedback !== null) {
    return {
      kind: feedback.kind,
      recipient: feedback.recipient,
      status: null,
      severity: 'other',
      diagnostic: feedback.type,
      messageId: messageIdOf(mail),
      returnPaths: [...new Set([...feedback.returnPaths, ...paths])],
      unsubscribing: feedback.unsubscribing,
    }
  }
  const returnPaths = [...new Set(paths)]
  const bounce = bounceOf(withoutOwnWords(mail, await subjectsOf(returnPaths)), envelope)
  return bounce === null ? null : { ...bounce, returnPaths, unsubscribing: [] }
}

type Bounced = Omit<Returned, 'returnPaths' | 'unsubscribing'>

function bounceOf(mail: ReturnedMail, envelope: Envelope): Bounced | null {
  const reported = readDeliveryStatus(mail)
  if (reported === 'none') return null
  const bounce = reported ?? readFreeText(mail, hasNullSender(mail, envelope))
  if (bounce === null) return null
  const { status, severity, reply } = bounce
  return {
    kind: 'bounce',
    recipient: reported?.recipient ?? addressOf(mail.header('x-failed-recipients')[0]),
    status,
    severity,
    diagnostic: lineOf(reply.replace(/^\s*smtp\s*;/i, ''), diagnosticMax),
    messageId: reported === null ? null : messageIdOf(mail),
  }
}

function hasNullSender({ header }: ReturnedMail, { sender }: Envelope): boolean {
  if (sender !== undefined) return sender === ''
  return header('return-path')[0]?.trim() === '<>'
}

function messageIdOf({ original }: ReturnedMail): string | null {
  return original.get('message-id')?.trim() ?? null
}
