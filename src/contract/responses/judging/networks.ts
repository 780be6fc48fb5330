import ipaddr from 'ipaddr.js'
import { readIp } from '../../values/ip.ts'

/**
 * Networks that products for the security of mail publish as their own, for allow lists and in the SPF records of their
 * customers. Left out: those in which the same product also carries people's browsing, and networks of clouds, which
 * belong to anybody. None is narrower than what `networkPrefix` keeps.
 */
const published: Readonly<Record<string, readonly string[]>> = {
  'Barracuda Email Gateway Defense': ['209.222.80.0/21'],
  'Broadcom Email Security.cloud': [
    '46.226.48.0/21',
    '67.219.240.0/20',
    '85.158.136.0/21',
    '95.131.104.0/21',
    '103.9.96.0/22',
    '117.120.16.0/21',
    '193.109.254.0/23',
    '194.106.220.0/23',
    '195.245.230.0/23',
    '216.82.240.0/20',
  ],
  'Cisco Secure Email': [
    '68.232.128.0/19',
    '139.138.32.0/19',
    '184.94.240.0/20',
    '207.54.64.0/18',
    '216.71.128.0/19',
  ],
  'Exchange Online Protection': [
    '40.92.0.0/15',
    '40.107.0.0/16',
    '52.100.0.0/14',
    '104.47.0.0/17',
    '2a01:111:f400::/48',
    '2a01:111:f403::/48',
  ],
  Hornetsecurity: ['83.246.65.0/24', '94.100.128.0/20', '185.140.204.0/22'],
  Mimecast: [
    '51.163.158.0/24',
    '91.220.42.0/24',
    '103.96.20.0/22',
    '146.101.78.0/24',
    '170.10.128.0/22',
    '185.58.84.0/22',
    '195.130.217.0/24',
    '205.139.110.0/23',
    '207.211.30.0/23',
    '207.211.41.0/24',
  ],
  Proofpoint: [
    '67.231.144.0/20',
    '91.207.212.0/23',
    '91.209.104.0/24',
    '148.163.128.0/19',
    '185.132.180.0/22',
    '185.183.28.0/22',
    '205.220.160.0/19',
    '208.84.64.0/22',
    '208.86.200.0/22',
  ],
}

const parsed = Object.values(published)
  .flat()
  .map((network) => ipaddr.parseCIDR(network))

/** The /24 of an IPv4 or the /48 of an IPv6 address, which names an owner and no person. null: not an address. */
export function networkPrefix(address: string): string | null {
  const given = readIp(address.replace(/%.*$/, ''))
  if (given === null) return null
  const ip = given instanceof ipaddr.IPv6 && given.isIPv4MappedAddress() ? given.toIPv4Address() : given
  if (ip instanceof ipaddr.IPv4) return `${ip.octets.slice(0, 3).join('.')}.0/24`
  return `${new ipaddr.IPv6([...ip.parts.slice(0, 3), 0, 0, 0, 0, 0]).toString()}/48`
}

const known = new Map<string, boolean>()
const knownMax = 10_000

/** @param network as `networkPrefix` returns it. */
export function isScannerNetwork(network: string): boolean {
  const before = known.get(network)
  if (before !== undefined) return before
  const [ip] = ipaddr.parseCIDR(network)
  const found = parsed.some(([base, bits]) => base.kind() === ip.kind() && ip.match(base, bits))
  if (known.size >= knownMax) known.clear()
  known.set(network, found)
  return found
}
