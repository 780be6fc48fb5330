import { STATUS_CODES, type IncomingHttpHeaders } from 'node:http'
import { hostOf, readUrl } from '../address-guard.ts'
import { headersMaxBytes } from '../client.ts'
import { finalFailure, passingFailure, spellSize, type RequestFailed } from '../request-failed.ts'

const purposes = {
  import: { named: 'a url import', remedy: '; split it, or use the upload directory' },
  picture: { named: 'a picture', remedy: '' },
} as const

export type Limit = { limitBytes: number; purpose: keyof typeof purposes }

/** Of messages: `a url import`. */
export function nameOf({ purpose }: Pick<Limit, 'purpose'>): string {
  return purposes[purpose].named
}

export type AnswerHead = { statusCode: number; headers: IncomingHttpHeaders }

const redirectStatuses = new Set([301, 302, 303, 307, 308])
// A server that is still preparing the file answers 202.
const passingStatuses = new Set([202, 408, 429])

/**
 * @returns the URL of a redirect, or undefined if the body is the file.
 * @throws RequestFailed for other statuses, bodies over `limitBytes`, and compressed ones, which bypass the limit.
 */
export function readAnswer(url: URL, { statusCode, headers }: AnswerHead, limit: Limit): URL | undefined {
  if (redirectStatuses.has(statusCode) && typeof headers.location === 'string') {
    return readUrl(headers.location, url)
  }
  // 203 is a 200 modified by a proxy. 204 and 206 are not the whole file.
  if (statusCode !== 200 && statusCode !== 203) throw statusFailure(url, statusCode)
  const encodings = [...listed(headers['content-encoding']), ...listed(headers['transfer-encoding'])]
  if (encodings.some((encoding) => encoding !== 'identity' && encoding !== 'chunked')) {
    throw finalFailure(
      `The server at ${hostOf(url)} sent the file compressed; configure it to send the file uncompressed.`,
    )
  }
  if (Number(headers['content-length'] ?? 0) > limit.limitBytes) throw tooLarge(url, limit)
  return undefined
}

/** The body has no other end, so a broken connection looks like a whole file. */
export function endsWithConnection({ headers }: AnswerHead): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

export function tooLarge(url: URL, { limitBytes, purpose }: Limit): RequestFailed {
  const { named, remedy } = purposes[purpose]
  return finalFailure(
    `The file at ${hostOf(url)} is larger than ${spellSize(limitBytes)}, the most that ${named} may have${remedy}.`,
  )
}

export function refuseOtherProtocol(url: URL) {
  return (error: unknown): never => {
    if (!isNamed(error, 'HTTPParserError')) throw error
    throw passingFailure(`The server at ${hostOf(url)} does not answer in HTTP/1.1`, 'check the url')
  }
}

export function brokenConnection(url: URL, cause?: unknown): RequestFailed {
  if (isNamed(cause, 'HeadersOverflowError')) {
    const sizeMax = spellSize(headersMaxBytes)
    return passingFailure(`The server at ${hostOf(url)} sent more than ${sizeMax} of headers`, 'check it')
  }
  return passingFailure(
    `The connection to ${hostOf(url)} broke before the whole file had arrived`,
    'check the server',
  )
}

/** By name, because an import of its class would load the library. */
function isNamed(error: unknown, name: 'HTTPParserError' | 'HeadersOverflowError'): boolean {
  return error instanceof Error && error.name === name
}

function statusFailure(url: URL, statusCode: number): RequestFailed {
  const answered =
    `The server at ${hostOf(url)} answered ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd()
  if (statusCode >= 500 || passingStatuses.has(statusCode))
    return passingFailure(answered, 'check the server')
  if (statusCode === 401 || statusCode === 403) {
    return finalFailure(`${answered}; the file must be readable without signing in.`)
  }
  return finalFailure(`${answered}; check the url.`)
}

function listed(header: string | string[] | undefined): string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '')
  return text
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
}
