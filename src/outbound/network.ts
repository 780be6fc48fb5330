import ipaddr from 'ipaddr.js'
import { readIp } from '../contract/values/ip.ts'

/** The canonical spelling of an address, an IPv4 address that is mapped into IPv6 as itself; null: it is none. */
export function unmapped(address: string): string | null {
  const ip = readIp(address)
  const isMapped = ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress()
  return (isMapped ? ip.toIPv4Address() : ip)?.toString() ?? null
}

/** Whether two spellings mean one address. An IPv4 address and its mapped form do: sockets report the former. */
export function isSameAddress(one: string, other: string): boolean {
  const address = unmapped(one)
  return address !== null && address === unmapped(other)
}

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one subscriber line has for itself.
 * @returns a key that is the same for every address of the client; text that is no address is its own.
 */
export function clientOf(address: string): string {
  // The zone of a link-local address names an interface of this machine.
  const client = unmapped(address.replace(/%.*$/, ''))
  if (client === null) return address
  const ip = ipaddr.parse(client)
  return ip instanceof ipaddr.IPv4 ? client : ip.toByteArray().slice(0, 8).join('.')
}
