import { readIp } from '../contract/values/ip.ts'

/**
 * Whether an address is in 127.0.0.0/8 or ::1. IPv4-mapped forms (`::ffff:127.0.0.1`) are not recognized: pass an address
 * reported by a socket through `unmapped` first.
 */
export function isLoopbackAddress(address: string): boolean {
  return readIp(address)?.range() === 'loopback'
}

/**
 * Whether a host is `localhost` or a loopback address.
 * @param host without a port; IPv6 with or without brackets.
 */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'))
}
