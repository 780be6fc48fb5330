import { trimmed } from './spelling/invisible.ts'
import { parseEmail } from './email.ts'
import { parseIp } from './ip.ts'

/** At least two labels, by the rules for email domains; lower case and composed, in the spelling that was given. */
export function parseDomain(text: string): string | null {
  return (
    parseEmail(`x@${trimmed(text)}`)
      ?.address.slice(2)
      .toLowerCase()
      .normalize('NFC') ?? null
  )
}

/**
 * A domain, a single label (`localhost`), or an IP address. null for everything else, such as `127.1`, which some
 * resolvers read as an address.
 */
export function parseHost(text: string): string | null {
  const host = text.trim()
  const address = parseIp(host)
  if (address !== null || /(^|\.)\d+$/.test(host)) return address
  // Appends a second label to reuse the check for domains.
  return parseDomain(host) ?? (host.includes('.') ? null : (parseDomain(`${host}.x`)?.slice(0, -2) ?? null))
}
