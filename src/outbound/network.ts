import ipaddr from 'ipaddr.js'
import { readIp } from '../contract/values/ip.ts'

/** Canonical spelling, with IPv4-mapped IPv6 as IPv4; null if it is not an address. */
export function unmapped(address: string): string | null {
  const ip = readIp(address)
  const isMapped = ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress()
  return (isMapped ? ip.toIPv4Address() : ip)?.toString() ?? null
}

export function isSameAddress(one: string, other: string): boolean {
  const address = unmapped(one)
  return address !== null && address === unmapped(other)
}

/** An IPv4 address, or the /64 of an IPv6 address, which usually belongs to one line. Returns other text unchanged. */
export function clientOf(address: string): string {
  const client = unmapped(address.replace(/%.*$/, ''))
  if (client === null) return address
  const ip = ipaddr.parse(client)
  return ip instanceof ipaddr.IPv4 ? client : ip.toByteArray().slice(0, 8).join('.')
}

/** The /24 of IPv4 or the /48 of IPv6, which usually belongs to one owner. Returns other text unchanged. */
export function networkOf(address: string): string {
  const client = unmapped(address.replace(/%.*$/, ''))
  if (client === null) return address
  const ip = ipaddr.parse(client)
  return ip
    .toByteArray()
    .slice(0, ip instanceof ipaddr.IPv4 ? 3 : 6)
    .join('.')
}

export function isWithin(address: string, networks: readonly string[]): boolean {
  const client = unmapped(address.replace(/%.*$/, ''))
  if (client === null) return false
  const ip = ipaddr.parse(client)
  return networks.some((network) => {
    if (!ipaddr.isValidCIDR(network)) return isSameAddress(network, client)
    const [base, bits] = ipaddr.parseCIDR(network)
    return base.kind() === ip.kind() && ip.match([base, bits] as [ipaddr.IPv4, number])
  })
}
