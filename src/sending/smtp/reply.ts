import { judgeBounce } from '../../contract/responses/severity.ts'
import type { Outcome } from '../outcome.ts'

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
  if (progress === 'opening') return { kind: 'untried', status, diagnostic }
  if (reply === null) {
    const isTooLong = failure.code === 'EMESSAGE' && failure.command === 'MAIL FROM'
    if (isTooLong) return { kind: 'bounced', status: '5.3.4', diagnostic }
    return { kind: progress === 'written' ? 'uncertain' : 'deferred', status, diagnostic }
  }
  if (notForMe.includes(reply.code) || isAboutRoute(reply, failure.command)) {
    return { kind: 'untried', status, diagnostic }
  }
  return { kind: reply.code < 500 ? 'deferred' : 'bounced', status, diagnostic }
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
