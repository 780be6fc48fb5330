import { readIp } from '../contract/values/ip.ts'

/**
 * Whether an address is in 127.0.0.0/8 or ::1. The forms of these that are mapped into IPv6 (`::ffff:127.0.0.1`) are
 * not: an address that a socket reports goes through `unmapped` first.
 */
export function isLoopbackAddress(address: string): boolean {
  return readIp(address)?.range() === 'loopback'
}

/**
 * Whether a host is this machine and no other: `localhost` or a loopback address.
 * @param host as a `URL`, a Host header without its port or HOST spells it: IPv6 with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'))
}
