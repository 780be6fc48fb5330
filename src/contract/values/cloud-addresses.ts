import ipaddr from 'ipaddr.js'
import { readIp } from './ip.ts'

/** Metadata services return credentials; Azure's wire server (a public address) returns keys and configuration. */
const cloudAddresses = new Set([
  '168.63.129.16', // Azure
  '100.100.100.200', // Alibaba
  '192.0.0.192', // Oracle, the older one
  'fd00:ec2::254', // Amazon
  'fd00:ec2::23', // Amazon, containers
  'fd20:ce::254', // Google
  'fd00:42::42', // Scaleway
])

/** IPv4-mapped IPv6 counts as IPv4. */
export function isCloudAddress(address: string): boolean {
  const read = readIp(address)
  const ip = read instanceof ipaddr.IPv6 && read.isIPv4MappedAddress() ? read.toIPv4Address() : read
  return ip !== null && (ip.range() === 'linkLocal' || cloudAddresses.has(ip.toString()))
}
