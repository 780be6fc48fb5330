import PostalMime from 'postal-mime'
import type { Email } from 'postal-mime'
import { blocksOf } from './fields.ts'
import type { Fields } from './fields.ts'

export type ReturnedMail = {
  header: (name: string) => string[]
  subject: string
  from: string
  part: (...types: readonly string[]) => string | null
  /** The fields of `message/delivery-status`, even from a damaged part. */
  deliveryStatus: string | null
  text: string
  original: Fields
}

/** Enough for the report and the header of the original message. */
const bytesMax = 128 * 1024
const limits = { maxNestingDepth: 20, maxHeadersSize: bytesMax }
/** A report and the original message have few parts; each is expensive to parse. */
const boundariesMax = 1000
const linesMax = 5000
const textMax = 20_000

/** @returns null if parsing fails or would be too expensive. */
export async function openMail(message: Uint8Array): Promise<ReturnedMail | null> {
  const bytes = beginningOf(message.subarray(0, bytesMax))
  const source = Buffer.from(bytes).toString('latin1')
  if ((source.match(/^--/gm)?.length ?? 0) > boundariesMax) return null
  try {
    return mailOf(await PostalMime.parse(bytes, { forceRfc822Attachments: true, ...limits }), source)
  } catch {
    return null
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
  const whole = email.text ?? (email.html === undefined ? '' : withoutTags(email.html))
  const { text, rest } = divided(whole.slice(0, textMax))
  const attached = part(
    'message/rfc822',
    'text/rfc822-headers',
    'message/rfc822-headers',
    'message/global',
    'message/global-headers',
  )
  return {
    header: (name) => email.headers.filter(({ key }) => key === name).map(({ value }) => value),
    subject: (email.subject ?? '').slice(0, 1000),
    from: email.from === undefined ? '' : `${email.from.name} <${email.from.address ?? ''}>`.toLowerCase(),
    part,
    deliveryStatus:
      part('message/delivery-status', 'message/global-delivery-status') ?? statusFieldsIn(source),
    text,
    original: blocksOf(attached ?? rest)[0] ?? new Map(),
  }
}

function partOf(email: Email, types: readonly string[]): string | null {
  const found = email.attachments.find(({ mimeType }) => types.includes(mimeType))
  if (found === undefined) return null
  return typeof found.content === 'string'
    ? found.content
    : Buffer.from(new Uint8Array(found.content)).toString('utf8')
}

function statusFieldsIn(source: string): string | null {
  const begin = /^(?:final-recipient|original-recipient):/im.exec(source)?.index
  if (begin === undefined) return null
  const fields = source.slice(begin, begin + textMax)
  if (!/^(?:action|status|diagnostic-code):/im.test(fields)) return null
  return fields.split(/^--\S|^(?:received|return-path|dkim-signature):/im)[0] ?? null
}

const originalBegins = [
  /^[ \t>*]*[-=_]{2,}.*\b(?:original|copy of|below this line|message follows|returned message|included|headers? follow|your message|unsent|undelivered message)\b.*$/im,
  /^[ \t]*(?:the )?(?:original|returned|undelivered|rejected) (?:message|mail)\b(?: (?:headers?|text|follows|was|contents?|included).*)?[:. -]*$/im,
  /^(?:return-path|received|dkim-signature|x-received|message-id|mime-version):/im,
]

/** Separates the returned message, whose text says nothing about the refusal. */
function divided(whole: string): { text: string; rest: string } {
  const places = originalBegins.flatMap((pattern) => pattern.exec(whole)?.index ?? [])
  const end = Math.min(whole.length, ...places)
  const rest = whole.slice(end)
  const header =
    /^(?:return-path|received|from|date|subject|message-id|to|dkim-signature|mime-version):/im.exec(rest)
  return { text: whole.slice(0, end), rest: header === null ? '' : rest.slice(header.index) }
}

function withoutTags(html: string): string {
  return html
    .slice(0, 4 * textMax)
    .replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h\d|\/li)[^>]*>/gi, '\n')
    .replaceAll(/<[^>@]{0,1000}>/g, ' ')
    .replaceAll(/&nbsp;/gi, ' ')
    .replaceAll(/&lt;/gi, '<')
    .replaceAll(/&gt;/gi, '>')
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&#0?39;/g, "'")
    .replaceAll(/&amp;/gi, '&')
}
