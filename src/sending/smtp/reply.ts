import type { Outcome } from '../outcome.ts'

/** An error of the SMTP library. `response`: the server's reply, `550 5.1.1 …`, with all its lines. */
export type SmtpFailure = {
  message: string
  code?: string | undefined
  response?: string | undefined
  command?: string | undefined
}

/**
 * - `opening`: up to the log-in.
 * - `before`: the end of the message was not written, so the server cannot have accepted it.
 * - `written`: the whole message was written.
 */
export type Progress = 'opening' | 'before' | 'written'

const diagnosticMax = 500
/** Replies that refuse this client, not the message (RFC 4954, section 6). */
const notForMe = [530, 534, 535, 538]

export function classifySmtpFailure(failure: SmtpFailure, progress: Progress): Outcome {
  const reply = readReply(failure.response)
  const diagnostic = diagnosticOf(reply === null ? failure.message : (failure.response ?? ''))
  const status = reply === null ? null : statusOf(reply, failure.command)
  if (progress === 'opening') return { kind: 'untried', status, diagnostic }
  if (reply === null) {
    const isTooLong = failure.code === 'EMESSAGE' && failure.command === 'MAIL FROM'
    // The server announced its size limit in EHLO.
    if (isTooLong) return { kind: 'bounced', status: '5.3.4', diagnostic }
    return { kind: progress === 'written' ? 'uncertain' : 'deferred', status, diagnostic }
  }
  if (reply.code === 421 || notForMe.includes(reply.code)) return { kind: 'untried', status, diagnostic }
  return { kind: reply.code < 500 ? 'deferred' : 'bounced', status, diagnostic }
}

type Refusal = { code: number; enhanced: string | null }

function readReply(response = ''): Refusal | null {
  const [, code, enhanced] = /^([45]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(response) ?? []
  if (code === undefined || !/^\d{3}(?:[ \r\n-]|$)/.test(response)) return null
  return { code: Number(code), enhanced: enhanced?.[0] === code[0] ? (enhanced ?? null) : null }
}

/** Whether the server refused explicitly, so that the connection is still usable. */
export function saysNo(response: string | undefined): boolean {
  return readReply(response) !== null
}

export function saysTaken(response: string): boolean {
  return /^2\d\d(?:[ \r\n-]|$)/.test(response)
}

/** For servers without enhanced status codes (RFC 5321, section 4.2.3; RFC 3463). */
const statuses: Record<number, string> = {
  421: '4.3.2',
  450: '4.2.0',
  451: '4.3.0',
  452: '4.3.1',
  530: '5.7.0',
  535: '5.7.8',
  550: '5.0.0',
  551: '5.1.6',
  552: '5.2.2',
  553: '5.1.3',
}

function statusOf({ code, enhanced }: Refusal, command: string | undefined): string {
  if (enhanced !== null) return enhanced
  // 550 to RCPT TO means that the mailbox does not exist.
  if (code === 550 && command === 'RCPT TO') return '5.1.1'
  if (code === 552 && command === 'DATA') return '5.3.4'
  return statuses[code] ?? (code < 500 ? '4.0.0' : '5.0.0')
}

/** One line: the reply code once, then the text of all lines. */
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
