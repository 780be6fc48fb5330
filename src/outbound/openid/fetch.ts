import { hostOf, readUrl, type Admission } from '../address-guard.ts'
import { withClient } from '../client.ts'
import type { Lookup } from '../names/addresses.ts'
import { reachGuarded } from '../reach.ts'
import { finalFailure, passingFailure, RequestFailed, spellSize } from '../request-failed.ts'

/** Which providers can be reached besides those on the public internet, and by plain http. */
export type ProviderRules = Pick<Admission, 'allow' | 'allowLoopback' | 'ownAddresses'> & {
  lookup?: Lookup | undefined
}

/** What `openid-client` and `jose` pass. */
type FetchOptions = {
  method: string
  headers: Record<string, string> | Headers
  body?: unknown
  signal?: AbortSignal | undefined
}

export type GuardedFetch = (url: string, options: FetchOptions) => Promise<Response>

/** Of metadata, keys, tokens and claims. */
const answerBytesMax = 300_000
const timeoutMs = 8_000

/** Like fetch, for servers that users name: guarded addresses, bounded bytes and time, no redirect is followed. */
export function guardedFetch(organizationId: number, { lookup, ...rules }: ProviderRules): GuardedFetch {
  return async (text, options) => {
    const url = readUrl(text)
    const signal = AbortSignal.timeout(timeoutMs)
    const admission = { ...rules, organizationId, setting: 'WEBHOOK_ALLOW' as const }
    try {
      const { connection } = await reachGuarded(url, { ...admission, lookup }, signal)
      return await withClient(
        url,
        { connection, bodyBytesMax: answerBytesMax },
        async ({ client, taken }) => {
          const answer = await client.request({
            method: options.method,
            path: url.pathname + url.search,
            headers: { ...headersOf(options.headers), 'accept-encoding': 'identity' },
            ...(options.body == null ? {} : { body: bodyOf(options.body) }),
            signal,
            reset: true,
          })
          const bytes = await bodyFrom(url, answer.body, taken)
          // A Response refuses a body with these.
          const hasNone = [204, 205, 304].includes(answer.statusCode)
          return new Response(hasNone ? null : new Uint8Array(bytes), {
            status: answer.statusCode,
            headers: plainHeaders(answer.headers),
          })
        },
      )
    } catch (error) {
      if (error instanceof RequestFailed) throw error
      const what = signal.aborted
        ? `did not answer within ${timeoutMs / 1000} seconds`
        : 'broke the connection'
      throw passingFailure(`The server at ${hostOf(url)} ${what}`, 'check the issuer and the server')
    }
  }
}

function headersOf(headers: FetchOptions['headers']): Record<string, string> {
  return headers instanceof Headers ? Object.fromEntries(headers.entries()) : headers
}

function bodyOf(body: unknown): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('a body of an unexpected kind')
}

async function bodyFrom(url: URL, body: AsyncIterable<Buffer>, taken: () => void): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    taken()
    bytes += chunk.length
    if (bytes > answerBytesMax) {
      throw finalFailure(
        `The server at ${hostOf(url)} sent more than ${spellSize(answerBytesMax)}; check the issuer.`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Headers {
  const plain = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) plain.append(name, one)
  }
  return plain
}
