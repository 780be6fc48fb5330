import type { BounceSeverity } from '../../contract/responses/severity.ts'
import { readComplaint } from './complaint.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { addressOf, lineOf } from './fields.ts'
import { readFreeText } from './free-text.ts'
import { openMail } from './mail.ts'
import type { ReturnedMail } from './mail.ts'

/** Unverified: reports can be forged, so only names signed by this server count (`createMessageNames`). */
export type Returned = {
  kind: 'bounce' | 'complaint'
  recipient: string | null
  status: string | null
  severity: BounceSeverity
  /** The other server's reply as one line of at most 500 characters. */
  diagnostic: string
  /** null also for plain-text reports, which count only for a return path. */
  messageId: string | null
  returnPaths: string[]
}

const diagnosticMax = 500

export type Envelope = { recipient?: string | undefined; sender?: string | undefined }

/** @returns null for other mail, delay and success notices, vacation replies and "not spam" reports. */
export async function readReturned(message: Uint8Array, envelope: Envelope = {}): Promise<Returned | null> {
  const mail = await openMail(message)
  if (mail === null) return null
  const read = complaintOf(mail) ?? bounceOf(mail, envelope)
  if (read === null) return null
  const own = ['delivered-to', 'x-original-to', 'to'].flatMap((name) => mail.header(name))
  const paths = [envelope.recipient ?? '', ...own, mail.original.get('return-path')]
  const found = [...read.returnPaths, ...paths.flatMap((text) => addressOf(text) ?? [])]
  return { ...read, returnPaths: [...new Set(found)] }
}

function complaintOf(mail: ReturnedMail): Returned | null {
  const complaint = readComplaint(mail)
  if (complaint === null) return null
  return {
    kind: 'complaint',
    recipient: complaint.recipient,
    status: null,
    severity: 'other',
    diagnostic: complaint.type.slice(0, diagnosticMax).toWellFormed(),
    messageId: messageIdOf(mail),
    returnPaths: complaint.returnPath === null ? [] : [complaint.returnPath],
  }
}

function bounceOf(mail: ReturnedMail, envelope: Envelope): Returned | null {
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
    returnPaths: [],
  }
}

function hasNullSender({ header }: ReturnedMail, { sender }: Envelope): boolean {
  if (sender !== undefined) return sender === ''
  return header('return-path')[0]?.trim() === '<>'
}

function messageIdOf({ original }: ReturnedMail): string | null {
  return original.get('message-id')?.trim() ?? null
}
