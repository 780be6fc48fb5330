import { parseHost } from '../values/hosts.ts'

/** An SMTP server, and how to talk to it. */
export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first octet (`smtps://`). */
  secure: boolean
  /**
   * `offered`: STARTTLS where the server offers it, with a certificate that holds. `required`: or no mail at all.
   * `insecure`: any certificate will do. `off`: never STARTTLS.
   */
  tls: (typeof tlsModes)[number]
  credentials: { user: string; pass: string } | null
}

const tlsModes = ['offered', 'required', 'insecure', 'off'] as const

const form = 'must look like smtp://user:password@host:port or smtps://…'

/**
 * Reads `smtp://user:password@host:587?tls=required`; user and password are percent-encoded. The port is 587 (message
 * submission, RFC 6409), for `smtps` 465 (RFC 8314), where none is given.
 * @returns the server, or what is wrong with it, without a word of what was given: it may hold a password.
 */
export function parseSmtpUrl(text: string): SmtpServer | { problem: string } {
  const url = /^smtps?:\/\/[^\s/]/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.pathname !== '' && url.pathname !== '/') || url.hash !== '') {
    return { problem: form }
  }
  const host = parseHost(decoded(url.hostname)?.replace(/^\[(.*)\]$/, '$1') ?? '')
  if (host === null) return { problem: 'has no valid host name or IP address' }
  const user = decoded(url.username)
  const pass = decoded(url.password)
  if (user === null || pass === null || (user === '') !== (pass === '')) {
    return { problem: 'must have both a user and a password, percent-encoded, or neither' }
  }
  const tls = tlsModes.find((mode) => mode === (url.searchParams.get('tls') ?? 'offered'))
  if (tls === undefined || [...url.searchParams.keys()].some((key) => key !== 'tls')) {
    return { problem: `can have no other option than tls=${tlsModes.join('|')}` }
  }
  const secure = url.protocol === 'smtps:'
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port)
  if (port === 0) return { problem: form }
  return { host, port, secure, tls, credentials: user === '' ? null : { user, pass } }
}

/** Percent-decoded; null when that is no text, or one with control characters. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}
