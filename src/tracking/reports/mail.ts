import PostalMime, { decodeWords, type Email } from 'postal-mime'
import { blocksOf, type Fields } from './fields.ts'
import { withoutOwnSubject, withoutQuotedLines, withoutSubjects } from './own-words.ts'
import { linesOf, withoutTags } from './plain-text.ts'

export type ReturnedMail = {
  header: (name: string) => string[]
  subject: string
  from: string
  part: (...types: readonly string[]) => string | null
  /** The fields of `message/delivery-status`, even from a damaged part. */
  deliveryStatus: string | null
  /** Without the returned message and lines that quote it. */
  text: string
  /** `text` with what may be the subject of the message or the words of its receiver. */
  doubtful: string
  /** Parts that are not text, a message or its header, and may be the fields of a report. */
  attachments: string[]
  original: Fields
}

/** Enough for the report and the header of the original message. */
const bytesMax = 128 * 1024
const limits = { maxNestingDepth: 20, maxHeadersSize: bytesMax }
/** A report and the original message have few parts; each is expensive to parse. */
const boundariesMax = 1000
const linesMax = 2000
const textMax = 20_000
const attachmentMax = 4000

const messageTypes = [
  'message/rfc822',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global',
  'message/global-headers',
]

/** @returns null if parsing fails or would be too expensive. */
export async function openMail(message: Uint8Array): Promise<ReturnedMail | null> {
  const bytes = beginningOf(message.subarray(0, bytesMax))
  const source = Buffer.from(bytes).toString('latin1')
  if ((source.match(/^--/gm)?.length ?? 0) > boundariesMax) return null
  try {
    const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true, ...limits })
    const forwarded = partOf(email, ['message/rfc822'])
    if (forwarded === null || !isFeedback(forwarded)) return mailOf(email, source)
    return mailOf(await PostalMime.parse(forwarded, { forceRfc822Attachments: true, ...limits }), forwarded)
  } catch {
    return null
  }
}

/** @param subjects of the message that was returned, with merge codes; that of an attached message is known. */
export function withoutOwnWords(mail: ReturnedMail, subjects: readonly string[]): ReturnedMail {
  const attached = decodeWords((mail.original.get('subject') ?? '').slice(0, 1000))
  const known = [...new Set([...subjects, attached])]
  return {
    ...mail,
    subject: withoutOwnSubject(mail.subject, known),
    ...withoutSubjects(mail.text, known),
  }
}

function beginningOf(message: Uint8Array): Uint8Array {
  let end = -1
  for (let lines = 0; lines < linesMax; lines++) {
    end = message.indexOf(0x0a, end + 1)
    if (end === -1) return message
  }
  return message.subarray(0, end + 1)
}

function mailOf(email: Email, source: string): ReturnedMail {
  const part = (...types: readonly string[]) => partOf(email, types)
  const whole = email.text ?? (email.html === undefined ? '' : withoutTags(email.html.slice(0, 4 * textMax)))
  const { report, rest } = divided(whole.slice(0, textMax))
  const text = withoutQuotedLines(report)
  const attachments = email.attachments
    .filter(({ mimeType }) => !messageTypes.includes(mimeType))
    .map((attachment) => contentOf(attachment).slice(0, attachmentMax))
  return {
    header: (name) => email.headers.filter(({ key }) => key === name).map(({ value }) => value),
    subject: (email.subject ?? '').slice(0, 1000),
    from: email.from === undefined ? '' : `${email.from.name} <${email.from.address ?? ''}>`.toLowerCase(),
    part,
    deliveryStatus:
      part('message/delivery-status', 'message/global-delivery-status') ?? statusFieldsIn(source),
    text,
    doubtful: text,
    attachments,
    original: blocksOf(part(...messageTypes) ?? messageIn(attachments) ?? rest)[0] ?? new Map(),
  }
}

type Attachment = Email['attachments'][number]

/** A feedback loop's report that somebody forwards as an attachment. */
function isFeedback(message: string): boolean {
  const [header] = blocksOf(message.slice(0, textMax))
  return /report-type\s*=\s*"?feedback-report/i.test(header?.get('content-type') ?? '')
}

/** Some programs attach a message as a file. */
function messageIn(attachments: readonly string[]): string | null {
  const isMessage = (text: string) => {
    const [header] = blocksOf(text)
    return header?.has('from') === true && header.has('subject') && header.has('message-id')
  }
  return attachments.find(isMessage) ?? null
}

function partOf(email: Email, types: readonly string[]): string | null {
  const found = email.attachments.find(({ mimeType }) => types.includes(mimeType))
  return found === undefined ? null : contentOf(found)
}

function contentOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString('utf8')
}

function statusFieldsIn(source: string): string | null {
  const begin = /^(?:final-recipient|original-recipient):/im.exec(source)?.index
  if (begin === undefined) return null
  const fields = source.slice(begin, begin + textMax)
  if (!/^(?:action|status|diagnostic-code):/im.test(fields)) return null
  return fields.split(/^--\S|^(?:received|return-path|dkim-signature):/im)[0] ?? null
}

const originalBegins = [
  /^[ \t>*]*[-=_]{2}.*\b(?:original|copy of|below this line|message follows|returned message|included|headers? follow|your message|unsent|undelivered message)\b/i,
  /^[ \t]*(?:the )?(?:original|returned|undelivered|rejected) (?:message|mail)\b(?: (?:headers?|text|follows|was(?! received)|contents?|included).*)?[:. -]*$/i,
  /^(?:return-path|received|dkim-signature|x-received|message-id|mime-version):/i,
]
const headerBegins = /^(?:return-path|received|from|date|subject|message-id|to|dkim-signature|mime-version):/i

/** Separates the returned message, whose text says nothing about the refusal. */
function divided(whole: string): { report: string; rest: string } {
  const lines = linesOf(whole)
  const begin = lines.findIndex((line) => originalBegins.some((pattern) => pattern.test(line)))
  if (begin === -1) return { report: whole, rest: '' }
  const header = lines.findIndex((line, place) => place >= begin && headerBegins.test(line))
  return {
    report: lines.slice(0, begin).join('\n'),
    rest: header === -1 ? '' : lines.slice(header).join('\n'),
  }
}
