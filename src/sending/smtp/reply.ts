import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Outcome, RouteNeed } from '../outcome.ts'

/** `response`: the whole reply, `550 5.1.1 …`. */
export type SmtpFailure = {
  message: string
  code?: string | undefined
  response?: string | undefined
  command?: string | undefined
}

/** `opening`: up to the log-in. `before`: the server cannot have accepted the message. `written`: it may have. */
export type Progress = 'opening' | 'before' | 'written'

const diagnosticMax = 500
const atMailFrom = ' (in reply to MAIL FROM)'
/** Replies that refuse this client, not the message (RFC 4954, section 6). */
const notForMe = [530, 534, 535, 538]

export function classifySmtpFailure(failure: SmtpFailure, progress: Progress): Outcome {
  const reply = readReply(failure.response)
  const diagnostic = diagnosticFor(failure, reply)
  const status = reply === null ? null : statusOf(failure.response ?? '', reply, failure.command)
  const lacks = needOf(failure, reply, diagnostic)
  if (lacks !== null) return { kind: 'untried', status: status ?? statusOfNeed[lacks], diagnostic, lacks }
  if (progress === 'opening') return { kind: 'untried', status, diagnostic }
  if (reply === null) {
    return { kind: progress === 'written' ? 'uncertain' : 'deferred', status, diagnostic }
  }
  if (isAboutRoute(reply, failure.command)) return { kind: 'untried', status, diagnostic }
  return { kind: reply.code < 500 ? 'deferred' : 'bounced', status, diagnostic }
}

const statusOfNeed: Record<RouteNeed, string | null> = { size: '5.3.4', login: null, quota: null }

/** Of the account that sends; a recipient's quota is about a mailbox, and holds nobody else. */
const ownQuota =
  /\b5\.4\.5\b|submissionquotaexceeded|throttling failure|\b(?:daily|hourly|monthly|weekly|sending|outgoing|outbound|submission)(?: \w+){0,3} (?:quota|limit|allowance|rate|credits?)(?: \w+){0,4} (?:exceed|reach|used up|exhaust|over\b)|(?:exceed|reach|used up|exhaust)\w*(?: \w+){0,3} (?:daily|hourly|monthly|weekly|sending|outgoing|outbound|submission)\b(?: \w+){0,3} (?:quota|limit|allowance|rate|credits?)|\bout of (?:sending )?(?:quota|credits?)\b/i
const ofMailbox = /\b(?:mail ?box|inbox|storage|disk|recipient|receiving|user you are trying)/i

/** @returns null: the failure is about this message, or nobody knows. */
function needOf(failure: SmtpFailure, reply: Refusal | null, diagnostic: string): RouteNeed | null {
  const { code, command } = failure
  if (code === 'EAUTH' || (reply !== null && notForMe.includes(reply.code))) return 'login'
  if (command === 'MAIL FROM') {
    if (reply === null && code === 'EMESSAGE') return 'size'
    const isSize = reply?.enhanced === '5.3.4' || reply?.enhanced === '5.2.3'
    if (isSize || (reply?.code === 552 && /\bsize|large|\bbig\b/i.test(diagnostic))) return 'size'
    if (reply?.code === 552) return 'quota'
  }
  return reply !== null && ownQuota.test(diagnostic) && !ofMailbox.test(diagnostic) ? 'quota' : null
}

/** Before RCPT, a temporary refusal concerns this client or the server. */
function isAboutRoute({ code }: Refusal, command: string | undefined): boolean {
  return code === 421 || (code < 500 && command === 'MAIL FROM')
}

function diagnosticFor({ message, response = '', command }: SmtpFailure, reply: Refusal | null): string {
  if (reply === null) return diagnosticOf(message)
  const text = diagnosticOf(response)
  if (command !== 'MAIL FROM') return text
  // Such a reply concerns the sender, whatever its text.
  return `${text.slice(0, diagnosticMax - atMailFrom.length).toWellFormed()}${atMailFrom}`
}

type Refusal = { code: number; enhanced: string | null }

function readReply(response = ''): Refusal | null {
  const [, code, enhanced] = /^([45]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(response) ?? []
  if (code === undefined || !/^\d{3}(?:[ \r\n-]|$)/.test(response)) return null
  return { code: Number(code), enhanced: enhanced?.[0] === code[0] ? (enhanced ?? null) : null }
}

export function saysNo(response: string | undefined): boolean {
  return readReply(response) !== null
}

export function saysTaken(response: string): boolean {
  return /^2\d\d(?:[ \r\n-]|$)/.test(response)
}

function statusOf(response: string, { code, enhanced }: Refusal, command: string | undefined): string {
  // 552 to the message itself is about its size (RFC 5321, section 4.3.2).
  if (code === 552 && enhanced === null && command === 'DATA') return '5.3.4'
  return (
    judgeBounce({ reply: diagnosticOf(response), status: null }).status ?? (code < 500 ? '4.0.0' : '5.0.0')
  )
}

export function diagnosticOf(text: string): string {
  // Replies can be a megabyte long.
  const lines = text.slice(0, diagnosticMax * 4).split(/[\r\n]+/)
  const code = /^\d{3}/.exec(lines[0] ?? '')?.[0]
  const rest = lines.slice(1).map((line) => (code === undefined ? line : line.replace(/^\d{3}[ -]?/, '')))
  const first = (lines[0] ?? '').replace(/^(\d{3})-/, '$1 ')
  const line = [first, ...rest].join(' ').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  // The cut may split a surrogate pair, and PostgreSQL rejects lone surrogates.
  return line.trim().slice(0, diagnosticMax).toWellFormed()
}
