import { parseEmail } from './email.ts'
import { parseIp } from './ip.ts'

/** A domain of at least two labels, by the rules for email domains; lower case. null if it is not valid. */
export function parseDomain(text: string): string | null {
  return parseEmail(`x@${text.trim()}`)?.key.slice(2) ?? null
}

/**
 * A host to connect to: a domain, a single name (`localhost`), or an IP address in canonical spelling. null for
 * everything else: paths, ports, all-numeric endings, which some resolvers read as addresses (`127.1`).
 */
export function parseHost(text: string): string | null {
  const host = text.trim()
  const address = parseIp(host)
  if (address !== null || /(^|\.)\d+$/.test(host)) return address
  // Appends a second label to reuse the check for domains.
  return parseDomain(host) ?? (host.includes('.') ? null : (parseDomain(`${host}.x`)?.slice(0, -2) ?? null))
}
