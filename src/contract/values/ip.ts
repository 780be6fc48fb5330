import ipaddr from 'ipaddr.js'

/**
 * The canonical spelling: IPv4 in dotted decimals, IPv6 as in RFC 5952. null for `010.1.1.1` (octal to some parsers),
 * `127.1`, netmasks, ports and zones (`fe80::1%eth0`).
 */
export function parseIp(text: string): string | null {
  const trimmed = text.trim()
  if (dotted.test(trimmed)) return trimmed
  const digits = ipv6Digits(trimmed)
  if (digits?.startsWith('::ffff:') !== true) return digits
  const address = ipaddr.IPv6.parse(digits)
  return address.isIPv4MappedAddress() ? `::ffff:${address.toIPv4Address().toString()}` : digits
}

/** Does not trim; null if it is not an address. */
export function readIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (dotted.test(text)) return ipaddr.IPv4.parse(text)
  const digits = ipv6Digits(text)
  return digits === null ? null : ipaddr.IPv6.parse(digits)
}

// Imports parse an address per row: this takes 0.25 µs, ipaddr.IPv4.isValidFourPartDecimal 2.7 µs.
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const dotted = new RegExp(String.raw`^${octet}\.${octet}\.${octet}\.${octet}$`)

/**
 * IPv6 as in RFC 5952, without dotted decimals. ipaddr.js alone reads ::8.8.8.8 as ::ffff:8.8.8.8 and ::010.1.1.1 as
 * octal, and accepts zones.
 */
function ipv6Digits(text: string): string | null {
  // Restricts the characters, so that the text cannot end the host of the URL.
  if (!text.includes(':') || !/^[\da-f:.]{2,45}$/i.test(text)) return null
  const url = `http://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}
