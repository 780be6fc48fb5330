import { STATUS_CODES } from 'node:http'
import { hostOf, readUrl, type Admission } from '../outbound/address-guard.ts'
import type { Lookup } from '../outbound/names/addresses.ts'
import { withClient } from '../outbound/client.ts'
import { reachGuarded } from '../outbound/reach.ts'
import { RequestFailed, passingFailure, spellDuration } from '../outbound/request-failed.ts'

export type PostRules = Admission & {
  /** For the whole request. */
  timeoutMs: number
  lookup?: Lookup | undefined
}

export type PostResult = {
  /** `silent`: no answer, so the events are not the cause. */
  outcome: 'taken' | 'failed' | 'gone' | 'silent'
  /** null: no answer. */
  status: number | null
  /** The first characters of the answer's body. */
  answer: string
  /** A sentence for the owner of the webhook; '' if the events were taken. */
  message: string
  /** How long the receiver asks to wait. */
  waitSeconds?: number | null
}

const answerMaxBytes = 65_536
const excerptBytes = 500

/** A 2xx status means delivered, even if the rest of the response fails. Rejects with the reason of `stop`. */
export async function post(
  text: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: PostRules,
  stop: AbortSignal,
): Promise<PostResult> {
  stop.throwIfAborted()
  // AbortSignal.any would leak every request into the signal of the process.
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, rules.timeoutMs)
  stop.addEventListener('abort', end, { once: true })
  try {
    const url = readUrl(text)
    return outcomeOf(url, await send(url, { headers, body }, rules, controller.signal))
  } catch (error) {
    stop.throwIfAborted()
    const message = reasonOf(text, error, controller.signal.aborted, rules)
    return { outcome: 'silent', status: null, answer: '', message }
  } finally {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
  }
}

function reasonOf(text: string, error: unknown, isLate: boolean, { timeoutMs }: PostRules): string {
  const subject = URL.canParse(text) ? hostOf(new URL(text)) : 'The url'
  if (isLate) return `${subject} did not answer within ${spellDuration(timeoutMs)}.`
  if (error instanceof RequestFailed) return error.message
  return passingFailure(`The connection to ${subject} broke`, 'check the receiver', error).message
}

type Answer = { status: number; text: string; retryAfter: string | undefined }

async function send(
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allow, allowLoopback, organizationId, lookup }: PostRules,
  signal: AbortSignal,
): Promise<Answer> {
  const admission = { allow, allowLoopback, organizationId, setting: 'WEBHOOK_ALLOW' as const }
  const { connection } = await reachGuarded(url, { ...admission, lookup }, signal)
  return withClient(url, { connection, bodyBytesMax: answerMaxBytes }, async ({ client }) => {
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'POST', path, headers, body, signal, reset: true })
    const retryAfter = answer.headers['retry-after']?.toString()
    return { status: answer.statusCode, text: await excerptOf(answer.body), retryAfter }
  })
}

/** Reads more than it keeps, because otherwise the receiver sees an aborted connection. */
async function excerptOf(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      if (bytes < excerptBytes) kept.push(chunk.subarray(0, excerptBytes - bytes))
      bytes += chunk.length
      if (bytes > answerMaxBytes) break
    }
  } catch {
    // The status has come, and decides.
  }
  // As a stream, so that a character cut in two is left out.
  const text = new TextDecoder().decode(Buffer.concat(kept), { stream: true })
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Seconds, or a date of HTTP. @returns null for anything else, and what is over. */
function secondsIn(retryAfter: string | undefined): number | null {
  const text = retryAfter?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? seconds : null
}

function outcomeOf(url: URL, { status, text: answer, retryAfter }: Answer): PostResult {
  const answerOf = { status, answer }
  if (status >= 200 && status < 300) return { ...answerOf, outcome: 'taken', message: '' }
  const answered = `${hostOf(url)} answered ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd()
  if (status === 410) return { ...answerOf, outcome: 'gone', message: `${answered}.` }
  const isRedirect = status >= 300 && status < 400
  const message = isRedirect ? `${answered}; redirects are not followed.` : `${answered}.`
  const asksToWait = status === 429 || status === 503
  return { ...answerOf, outcome: 'failed', message, waitSeconds: asksToWait ? secondsIn(retryAfter) : null }
}
