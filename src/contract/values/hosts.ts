import { parseEmail } from './email.ts'
import { parseIp } from './ip.ts'

/** A domain of at least two labels, by the rules for those of e-mail addresses; lower case. null: it is none. */
export function parseDomain(text: string): string | null {
  return parseEmail(`x@${text.trim()}`)?.key.slice(2) ?? null
}

/**
 * A host to connect to: a domain, a single name (`localhost`), or an IP address in its canonical spelling. null for
 * everything else: paths, ports, names that end in digits alone, which some resolvers read as addresses (`127.1`).
 */
export function parseHost(text: string): string | null {
  const host = text.trim()
  const address = parseIp(host)
  if (address !== null || /(^|\.)\d+$/.test(host)) return address
  // A single name is a domain but for its second label.
  return parseDomain(host) ?? (host.includes('.') ? null : (parseDomain(`${host}.x`)?.slice(0, -2) ?? null))
}
