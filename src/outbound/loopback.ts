import { readIp } from '../contract/values/ip.ts'

/** Does not recognize IPv4-mapped forms: apply `unmapped` to addresses reported by a socket first. */
export function isLoopbackAddress(address: string): boolean {
  return readIp(address)?.range() === 'loopback'
}

export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || isLoopbackAddress(host.replace(/^\[(.*)\]$/, '$1'))
}
