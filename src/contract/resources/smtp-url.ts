import { isCloudAddress } from '../values/cloud-addresses.ts'
import { parseHost } from '../values/hosts.ts'

export type SmtpServer = {
  host: string
  port: number
  /** TLS from the first byte (`smtps://`). */
  secure: boolean
  /** `offered`: STARTTLS if the server offers it, with a valid certificate. `insecure` accepts any certificate. */
  tls: (typeof tlsModes)[number]
  credentials: { user: string; pass: string } | null
}

const tlsModes = ['offered', 'required', 'insecure', 'off'] as const

const form = 'must look like smtp://user:password@host:port or smtps://…'

/**
 * Reads `smtp://user:password@host:587?tls=required`. Default port: 587 (RFC 6409), for `smtps` 465 (RFC 8314).
 * @returns the server, or a problem that contains no part of the input, because that may contain a password.
 */
export function parseSmtpUrl(text: string): SmtpServer | { problem: string } {
  const url = /^smtps?:\/\/[^\s/]/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.pathname !== '' && url.pathname !== '/') || url.hash !== '') {
    return { problem: form }
  }
  const host = parseHost(decoded(url.hostname)?.replace(/^\[(.*)\]$/, '$1') ?? '')
  if (host === null) return { problem: 'has no valid host name or IP address' }
  if (isCloudAddress(host)) return { problem: 'must name a mail server, not an address of a cloud service' }
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

/** null if the result is not valid text or has control characters. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return /\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}
