import { replyWords, weakWords, type BounceCause } from './judging/reply-words.ts'

/**
 * Hard: the address does not work. Soft: its mailbox or server does not work now. Other: about this server, its network
 * or its message, or for no stated reason.
 */
export const bounceSeverities = ['hard', 'soft', 'other'] as const
export type BounceSeverity = (typeof bounceSeverities)[number]

export type Bounce = {
  cause: BounceCause
  severity: BounceSeverity
  /** Enhanced status code (RFC 3463): from the reply, or the code that fits its words better; null if unknown. */
  status: string | null
}

const severities: Record<BounceCause, BounceSeverity> = {
  unknown_user: 'hard',
  disabled: 'hard',
  moved: 'hard',
  no_mail_host: 'hard',
  full: 'soft',
  too_large: 'soft',
  temporary: 'soft',
  network: 'soft',
  sender: 'other',
  rate: 'other',
  blocked: 'other',
  authentication: 'other',
  content: 'other',
  relay: 'other',
  loop: 'other',
  policy: 'other',
  undetermined: 'other',
}

/** If only the words name the cause; the first digit is that of the reply. */
const details: Partial<Record<BounceCause, string>> = {
  unknown_user: '1.1',
  disabled: '2.1',
  moved: '1.6',
  no_mail_host: '1.2',
  full: '2.2',
  too_large: '3.4',
  network: '4.1',
  sender: '1.8',
  rate: '7.0',
  blocked: '7.1',
  authentication: '7.1',
  content: '6.0',
  relay: '7.1',
  loop: '4.6',
  policy: '7.1',
}

/**
 * Sources: RFC 3463 and 7505, the IANA registry, Exchange Online (three digits). x.0.0, 5.1.4, 5.2.0 and 5.2.4 are
 * missing because they do not determine the cause.
 */
const causesByCode: Record<string, BounceCause> = {
  '1.0': 'unknown_user',
  '1.1': 'unknown_user',
  '1.2': 'no_mail_host',
  '1.3': 'unknown_user',
  '1.6': 'moved',
  '1.7': 'sender',
  '1.8': 'sender',
  '1.10': 'no_mail_host',
  '2.1': 'disabled',
  '2.2': 'full',
  '2.3': 'too_large',
  '3.1': 'temporary',
  '3.2': 'temporary',
  '3.4': 'too_large',
  '4.4': 'no_mail_host',
  '4.6': 'loop',
  '4.7': 'network',
  '4.14': 'loop',
  '4.300': 'network',
  '4.310': 'no_mail_host',
  '4.312': 'network',
  '4.316': 'network',
  '4.317': 'network',
}

/** For replies without an enhanced code (RFC 5321, section 4.2.3; RFC 7504). 550 alone names no cause. */
const statusesByReply: Record<string, string> = {
  '421': '4.3.2',
  '450': '4.2.0',
  '451': '4.3.0',
  '452': '4.3.1',
  '530': '5.7.0',
  '535': '5.7.8',
  '552': '5.2.2',
  '556': '5.1.10',
}

/**
 * The words of the reply outweigh its code; the reply outweighs the report.
 * @param reply `550 5.1.1 <ann@example.com>: User unknown`, or other text; '' if unknown.
 * @param status of the report; null without one.
 */
export function judgeBounce({ reply, status }: { reply: string; status: string | null }): Bounce {
  const text = plainText(reply)
  const code = replyCodeIn(text)
  const enhanced = enhancedIn(text, code, status)
  const first = enhanced?.[0] ?? code?.[0] ?? status?.[0] ?? '5'
  // x.0.0 without a reply: the reporting server only says that it gave up.
  const isOnlyTried = enhanced === null && code === null && status !== null && isOpen(status)
  const byCode = causeOfStatus(enhanced) ?? causeOfStatus(status) ?? causeOfReply(code)
  const byWords = causeIn(text, replyWords)
  const cause = byWords ?? byCode ?? causeIn(text, weakWords) ?? 'undetermined'
  const severity = severities[cause]
  return {
    cause,
    // A 4xx reply is temporary, so it does not prove that the address is dead.
    severity:
      severity === 'hard' && first === '4' && !(cause === 'no_mail_host' && isOnlyTried) ? 'soft' : severity,
    status: statusOf({ cause, code, enhanced, status, first }),
  }
}

type Known = {
  cause: BounceCause
  code: string | null
  enhanced: string | null
  status: string | null
  first: string
}

function statusOf({ cause, code, enhanced, status, first }: Known): string | null {
  if (enhanced !== null && !isOpen(enhanced)) return enhanced
  if (status !== null && !isOpen(status) && status[0] === first && causeOfStatus(status) === cause)
    return status
  const detail = details[cause]
  const fitting = detail === undefined ? null : `${first}.${detail}`
  if (code !== null && causeOfReply(code) === cause) return statusesByReply[code] ?? fitting
  // The default codes of these causes are no more precise than the report.
  if (status !== null && !isOpen(status) && severities[cause] === 'other' && causeOfStatus(status) === null)
    return status
  if (fitting !== null) return fitting
  return enhanced ?? status ?? (code === null ? null : (statusesByReply[code] ?? `${first}.0.0`))
}

function isOpen(status: string): boolean {
  return status.endsWith('.0.0')
}

function causeOfStatus(status: string | null): BounceCause | null {
  if (status === null || isOpen(status)) return null
  const [first = '', subject = '', detail = ''] = status.split('.')
  const known = causesByCode[`${subject}.${detail}`]
  if (known !== undefined) return known
  if (subject === '7') return 'policy'
  if (subject === '6') return 'content'
  if (first === '4') return subject === '4' ? 'network' : 'temporary'
  return null
}

function causeOfReply(code: string | null): BounceCause | null {
  if (code === null) return null
  if (code.startsWith('4')) return 'temporary'
  return code === '552' ? 'full' : code === '556' ? 'no_mail_host' : null
}

function causeIn(text: string, table: typeof replyWords): BounceCause | null {
  return table.find(({ words }) => words.some((word) => word.test(text)))?.cause ?? null
}

const textMax = 2000

/** Removes text that could match by accident: addresses, paths of urls, host names before "said". */
function plainText(reply: string): string {
  return reply
    .slice(0, textMax)
    .toLowerCase()
    .replaceAll(/[’‘`]/g, "'")
    .replaceAll(
      /[^\s<>()[\]"',;:\u3000-\u303f\uff00-\uff20]+@[^\s<>()[\]"',;:\u3000-\u303f\uff00-\uff20]+/g,
      ' ',
    )
    .replaceAll(
      /\b(?:unknown|undefined) (?!address|user|recipient|mailbox)(?:\w+ )?(?:error|reason|problem|status|command)/g,
      ' an error ',
    )
    .replaceAll(/(https?:\/\/[^\s/]*)\S*/g, '$1')
    .replaceAll(/\bhost \S+ said\b|\bhost \S+ \[[^\]]*\] ?(?:said)?/g, ' said')
    .replaceAll(/[\s_\p{Cc}]+/gu, ' ')
    .replaceAll('<>', ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** The code is at the beginning, or follows the words that introduce it in a report. */
function replyCodeIn(text: string): string | null {
  const begins = /^(?:[a-z-]+ ?; ?)?["'(<#]?([45]\d\d)(?![\d.])/.exec(text)?.[1]
  const within =
    /(?:said:?|responded:?|response:?|error:?|reply:?|was:?|returned:?|[:;>]{1,3}|\.\.\.) ?["'(<#]?([45]\d\d)[ -](?!\d)/.exec(
      text,
    )?.[1]
  const coded = /\b([45]\d\d)[ -]#?[45]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[1]
  return begins ?? coded ?? within ?? null
}

/**
 * `550 5.1.1` or `(#5.1.1)`, not part of an IP address. The class is that of the reply, unless the report has this
 * code.
 */
function enhancedIn(text: string, code: string | null, status: string | null): string | null {
  const found = /(?:^|[\s;:([#-])([45])(\.\d{1,3}\.\d{1,3})(?=[\s:,;)\]]|\.(?:\s|$)|$)/.exec(text)
  if (found === null) return null
  const [, first = '', rest = ''] = found
  return first + rest === status ? status : `${code?.[0] ?? first}${rest}`
}
