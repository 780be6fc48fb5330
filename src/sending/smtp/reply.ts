import type { Outcome } from '../outcome.ts'

/** What went wrong, as the SMTP library says it. `response`: the server's reply, `550 5.1.1 …`, with all its lines. */
export type SmtpFailure = {
  message: string
  code?: string | undefined
  response?: string | undefined
  command?: string | undefined
}

/**
 * How far it had come.
 * - `opening`: up to the log-in.
 * - `before`: the message's end was not written: the server cannot have taken it.
 * - `written`: it was.
 */
export type Progress = 'opening' | 'before' | 'written'

const diagnosticMax = 500
/** Replies that refuse us, and not the message (RFC 4954, section 6). */
const notForMe = [530, 534, 535, 538]

export function classifySmtpFailure(failure: SmtpFailure, progress: Progress): Outcome {
  const reply = readReply(failure.response)
  const diagnostic = diagnosticOf(reply === null ? failure.message : (failure.response ?? ''))
  const status = reply === null ? null : statusOf(reply, failure.command)
  if (progress === 'opening') return { kind: 'untried', status, diagnostic }
  if (reply === null) {
    const isTooLong = failure.code === 'EMESSAGE' && failure.command === 'MAIL FROM'
    // The server said at the beginning how much it takes.
    if (isTooLong) return { kind: 'bounced', status: '5.3.4', diagnostic }
    return { kind: progress === 'written' ? 'uncertain' : 'deferred', status, diagnostic }
  }
  if (reply.code === 421 || notForMe.includes(reply.code)) return { kind: 'untried', status, diagnostic }
  return { kind: reply.code < 500 ? 'deferred' : 'bounced', status, diagnostic }
}

type Refusal = { code: number; enhanced: string | null }

/** Only 4xx and 5xx say no. Anything else that is no yes is nothing to go by. */
function readReply(response = ''): Refusal | null {
  const [, code, enhanced] = /^([45]\d\d)(?:[ -]+([245]\.\d{1,3}\.\d{1,3})(?!\S))?/.exec(response) ?? []
  if (code === undefined || !/^\d{3}(?:[ \r\n-]|$)/.test(response)) return null
  return { code: Number(code), enhanced: enhanced?.[0] === code[0] ? (enhanced ?? null) : null }
}

/** Whether the server said no in so many words: the connection is as good as before. */
export function saysNo(response: string | undefined): boolean {
  return readReply(response) !== null
}

/** Whether a reply to the whole message says that it was taken. */
export function saysTaken(response: string): boolean {
  return /^2\d\d(?:[ \r\n-]|$)/.test(response)
}

/** For servers that give none (RFC 5321, section 4.2.3, in the words of RFC 3463). */
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
  // Of the recipient alone: there is no such mailbox.
  if (code === 550 && command === 'RCPT TO') return '5.1.1'
  if (code === 552 && command === 'DATA') return '5.3.4'
  return statuses[code] ?? (code < 500 ? '4.0.0' : '5.0.0')
}

/** One line. The code stands once, before the text of all lines of the reply. */
export function diagnosticOf(text: string): string {
  // Nobody reads more, and replies can be a megabyte long.
  const lines = text.slice(0, diagnosticMax * 4).split(/[\r\n]+/)
  const code = /^\d{3}/.exec(lines[0] ?? '')?.[0]
  const rest = lines.slice(1).map((line) => (code === undefined ? line : line.replace(/^\d{3}[ -]?/, '')))
  const first = (lines[0] ?? '').replace(/^(\d{3})-/, '$1 ')
  const line = [first, ...rest].join(' ').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
  // A cut through a pair of code units leaves half a character, which no database stores.
  return line.trim().slice(0, diagnosticMax).toWellFormed()
}
