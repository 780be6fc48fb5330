import ipaddr from 'ipaddr.js'

/**
 * Reads one IP address and gives its canonical spelling: IPv4 as four decimal numbers, IPv6 as RFC 5952 writes it
 * (lower case, no leading zeros, the longest run of zeros as `::`). White space around it is dropped.
 * Null for everything else: `010.1.1.1` (octal to some readers), `127.1`, netmasks, ports, zones (`fe80::1%eth0`).
 */
export function parseIp(text: string): string | null {
  const trimmed = text.trim()
  if (dotted.test(trimmed)) return trimmed
  const digits = ipv6Digits(trimmed)
  if (digits?.startsWith('::ffff:') !== true) return digits
  const address = ipaddr.IPv6.parse(digits)
  return address.isIPv4MappedAddress() ? `::ffff:${address.toIPv4Address().toString()}` : digits
}

/** One IP address, spelled as `parseIp` takes it but without white space around it; null for everything else. */
export function readIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (dotted.test(text)) return ipaddr.IPv4.parse(text)
  const digits = ipv6Digits(text)
  return digits === null ? null : ipaddr.IPv6.parse(digits)
}

// Imports read an address a row: this takes a quarter of a microsecond, ipaddr.IPv4.isValidFourPartDecimal 2.7.
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const dotted = new RegExp(String.raw`^${octet}\.${octet}\.${octet}\.${octet}$`)

/**
 * An IPv6 address as a URL spells it: RFC 5952, without dotted decimals. ipaddr.js alone takes ::8.8.8.8 for
 * ::ffff:8.8.8.8, reads ::010.1.1.1 as octal and lets zones in.
 */
function ipv6Digits(text: string): string | null {
  // The characters, so that nothing in the text ends the host of the URL.
  if (!text.includes(':') || !/^[\da-f:.]{2,45}$/i.test(text)) return null
  const url = `http://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : null
}
