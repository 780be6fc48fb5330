import { addressOf, blocksOf, type Fields } from './fields.ts'
import type { ReturnedMail } from './mail.ts'

export type FeedbackKind = 'complaint' | 'unsubscription' | 'not_spam'

export type Feedback = {
  kind: FeedbackKind
  recipient: string | null
  type: string
  /** Of the message that it is about. Strangers may have written them. */
  returnPaths: string[]
  /** Of `List-Unsubscribe` and `CFBL-Feedback-ID`: addresses and words that may be tokens. */
  unsubscribing: string[]
}

/** RFC 5965, section 7.3, and RFC 6430. Any other type is about servers, not about a reader. */
const kinds: Readonly<Record<string, FeedbackKind>> = {
  abuse: 'complaint',
  fraud: 'complaint',
  'opt-out': 'unsubscription',
  'opt-out-list': 'unsubscription',
  'not-spam': 'not_spam',
}

/** Reads the abuse reporting format and the forms of AOL and Microsoft. @returns `none` for reports of other kinds. */
export function readFeedback(mail: ReturnedMail): Feedback | 'none' | null {
  const report = fieldsOf(mail)
  if (report !== null) {
    const type = /^[\s"'<]*([a-z-]+)/.exec(report.get('feedback-type')?.toLowerCase() ?? '')?.[1] ?? ''
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined
    return kind === undefined ? 'none' : feedbackOf(mail, { kind, type, report })
  }
  return isJunkReport(mail) ? feedbackOf(mail, { kind: 'complaint', type: 'abuse', report: new Map() }) : null
}

function fieldsOf(mail: ReturnedMail): Fields | null {
  const part = mail.part('message/feedback-report')
  if (part !== null) return merged(blocksOf(part))
  const found = [mail.text, ...mail.attachments]
    .map((text) => merged(blocksOf(text)))
    .find((fields) => fields.has('feedback-type') && (fields.has('version') || fields.has('user-agent')))
  return found ?? null
}

function merged(blocks: readonly Fields[]): Fields {
  return new Map(blocks.flatMap((block) => [...block]).toReversed())
}

const reader = 'x-hmxmroriginalrecipient'
const junkSenders =
  /<?(?:staff@(?:[\w-]{1,60}\.){0,3}(?:hotmail|outlook|live|msn|microsoft)\.[a-z.]{2,20}|scomp@aol\.(?:net|com))>?$/
const junkSubject = /^\W*complaint about message from\b/i

/** The message is attached, and the sender says the rest. */
function isJunkReport({ original, header, from, subject }: ReturnedMail): boolean {
  if (original.has(reader) || header(reader).length > 0) return true
  return original.size > 0 && (junkSenders.test(from) || junkSubject.test(subject))
}

type Read = Pick<Feedback, 'kind' | 'type'> & { report: Fields }

function feedbackOf({ original, header }: ReturnedMail, { kind, type, report }: Read): Feedback {
  const recipient =
    report.get('original-rcpt-to') ?? original.get(reader) ?? header(reader)[0] ?? original.get('to')
  const mailFrom = addressOf(report.get('original-mail-from'))
  const whole = [...original].flatMap(([name, value]) => (pathFields.includes(name) ? [value] : []))
  const ids = [report.get('cfbl-feedback-id'), ...unsubscribeFields.map((name) => original.get(name))]
  return {
    kind,
    type,
    recipient: addressOf(recipient),
    returnPaths: [...(mailFrom === null ? [] : [mailFrom]), ...addressesIn(whole)],
    unsubscribing: ids.flatMap((id) => id?.slice(0, 2000).match(wordOfToken) ?? []).slice(0, wordsMax),
  }
}

/** A feedback loop may leave out `Return-Path`, and keep what its servers wrote of the sender. */
const pathFields = [
  'return-path',
  'x-original-return-path',
  'x-return-path',
  'envelope-from',
  'x-envelope-from',
  'authentication-results',
  'arc-authentication-results',
  'received-spf',
]
const unsubscribeFields = ['list-unsubscribe', 'cfbl-feedback-id']
const wordOfToken = /[\w+-]{20,200}(?:@[\w.-]{1,200})?/g
const addressesMax = 20
const wordsMax = 20

function addressesIn(values: readonly string[]): string[] {
  const found = values.flatMap((value) => value.slice(0, 4000).match(/[\w.+-]{1,200}@[\w.-]{1,200}/g) ?? [])
  return [...new Set(found)].slice(0, addressesMax)
}
