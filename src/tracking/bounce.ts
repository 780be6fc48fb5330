import PostalMime from 'postal-mime'
import type { Attachment, Email } from 'postal-mime'
import { judgeBounce } from '../contract/responses/severity.ts'
import type { BounceSeverity } from '../contract/responses/severity.ts'

/**
 * The contents of a report. `recipient`: the failed address, or the one that complained; null if the report has none.
 * `messageId` and `returnPaths` are unverified: reports can be forged, so only names signed by this server count
 * (`createMessageNames`).
 */
export type Returned = {
  kind: 'bounce' | 'complaint'
  recipient: string | null
  /** `5.1.1` (RFC 3463); null for complaints. */
  status: string | null
  severity: BounceSeverity
  /** The other server's reply as one line of at most 500 characters; '' if there is none. */
  diagnostic: string
  messageId: string | null
  /** Candidates for the return path of the original message. */
  returnPaths: string[]
}

/** Enough for the report and the header of the original message. */
const bytesMax = 128 * 1024
const limits = { maxNestingDepth: 20, maxHeadersSize: bytesMax }
/** A report has three parts, and the original message a few more; each part is expensive to parse. */
const boundariesMax = 1000
const linesMax = 5000
const textMax = 500

/**
 * Reads a delivery status notification (RFC 3464) or a complaint in the abuse reporting format (RFC 5965).
 * @param message only its beginning is read.
 * @param envelopeRecipient RCPT TO, if known.
 * @returns null for anything else: other mail, malformed reports, delay and success notices, "not spam" reports.
 */
export async function readReturned(
  message: Uint8Array,
  envelopeRecipient?: string,
): Promise<Returned | null> {
  const email = await parsed(beginningOf(message.subarray(0, bytesMax)))
  if (email === null) return null
  const own = [envelopeRecipient ?? '', ...headersOf(email, ['delivered-to', 'x-original-to', 'to'])]
  const original = originalOf(email)
  const about = {
    messageId: original.get('message-id')?.trim() ?? null,
    returnPaths: own.flatMap((text) => addressOf(text) ?? []),
  }
  const status = textOf(email, 'message/delivery-status')
  if (status !== null) return readBounce(blocksOf(status), about)
  const report = textOf(email, 'message/feedback-report')
  return report === null ? null : readComplaint(blocksOf(report)[0], original, about)
}

function beginningOf(message: Uint8Array): Uint8Array {
  let end = -1
  for (let lines = 0; lines < linesMax; lines++) {
    end = message.indexOf(0x0a, end + 1)
    if (end === -1) return message
  }
  return message.subarray(0, end + 1)
}

async function parsed(message: Uint8Array): Promise<Email | null> {
  const text = Buffer.from(message).toString('latin1')
  // Most other mail is recognized here, before the expensive parsing.
  if (!/multipart\/report/i.test(text)) return null
  if ((text.match(/^--/gm)?.length ?? 0) > boundariesMax) return null
  try {
    return await PostalMime.parse(message, { forceRfc822Attachments: true, ...limits })
  } catch {
    return null
  }
}

type About = Pick<Returned, 'messageId' | 'returnPaths'>
type Fields = ReadonlyMap<string, string>

/** The first block describes the message, the others one recipient each; our messages have one (RFC 3464, section 2.1). */
function readBounce(blocks: readonly Fields[], about: About): Returned | null {
  const failed = blocks.find((block) => block.get('action')?.trim().toLowerCase() === 'failed')
  if (failed === undefined) return null
  const status = /\b([245])\.(\d{1,3})\.(\d{1,3})\b/.exec(failed.get('status') ?? '')?.[0] ?? null
  const diagnostic = failed.get('diagnostic-code') ?? ''
  const judged = judgeBounce({ reply: diagnostic, status })
  return {
    kind: 'bounce',
    // The final recipient may be an address that the mail was forwarded to.
    recipient: addressOf(failed.get('original-recipient')) ?? addressOf(failed.get('final-recipient')),
    status: judged.status,
    severity: judged.severity,
    diagnostic: diagnostic
      .replace(/^\s*smtp\s*;/i, '')
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, textMax)
      .toWellFormed(),
    ...about,
  }
}

function readComplaint(report: Fields | undefined, original: Fields, about: About): Returned | null {
  const type = report?.get('feedback-type')?.trim().toLowerCase() ?? ''
  if (report === undefined || type === '' || type === 'not-spam') return null
  const returnPath = addressOf(report.get('original-mail-from')) ?? addressOf(original.get('return-path'))
  return {
    kind: 'complaint',
    recipient: addressOf(report.get('original-rcpt-to')) ?? addressOf(original.get('to')),
    status: null,
    severity: 'other',
    diagnostic: type.slice(0, textMax).toWellFormed(),
    messageId: about.messageId,
    returnPaths: returnPath === null ? about.returnPaths : [returnPath, ...about.returnPaths],
  }
}

/** The header of the original message, which is attached whole or as its header only. */
function originalOf(email: Email): Fields {
  const text =
    textOf(email, 'message/rfc822') ?? textOf(email, 'text/rfc822-headers') ?? textOf(email, 'message/global')
  return blocksOf(text ?? '')[0] ?? new Map()
}

function textOf(email: Email, mimeType: string): string | null {
  const part = email.attachments.find((attachment: Attachment) => attachment.mimeType === mimeType)
  if (part === undefined) return null
  return typeof part.content === 'string'
    ? part.content
    : Buffer.from(new Uint8Array(part.content)).toString('utf8')
}

function headersOf(email: Email, names: readonly string[]): string[] {
  return names.flatMap((name) => email.headers.filter(({ key }) => key === name).map(({ value }) => value))
}

/** Blocks of `Name: value`, separated by blank lines. Joins folded lines; the first of duplicate names wins. */
function blocksOf(text: string): Map<string, string>[] {
  const blocks: Map<string, string>[] = [new Map()]
  let last = ''
  for (const line of text.split(/\r?\n/)) {
    const block = blocks.at(-1) ?? new Map<string, string>()
    const colon = line.indexOf(':')
    if (line.trim() === '') {
      if (block.size > 0) blocks.push(new Map())
      last = ''
    } else if (/^[ \t]/.test(line)) {
      if (last !== '') block.set(last, `${block.get(last) ?? ''} ${line.trim()}`)
    } else {
      const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      last = block.has(name) ? '' : name
      if (last !== '') block.set(last, line.slice(colon + 1).trim())
    }
  }
  return blocks.filter((block) => block.size > 0)
}

/** `rfc822; anna@example.com`, `"Anna" <anna@example.com>` or the address alone. */
function addressOf(text: string | undefined): string | null {
  const bare = (text ?? '').slice(0, 1000).replace(/^\s*(rfc822|utf-8)\s*;/i, '')
  return /[^\s<>,"]{1,256}@[^\s<>;,"@]{1,256}/.exec(bare)?.[0] ?? null
}
