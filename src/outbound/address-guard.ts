import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isCloudAddress } from '../contract/values/cloud-addresses.ts'
import { readIp } from '../contract/values/ip.ts'
import { count } from '../work/counts.ts'
import { isLoopbackAddress } from './loopback.ts'
import { machineAddresses } from './machine.ts'
import { createLookup, type AddressAsked, type Lookup } from './names/addresses.ts'
import { isSameAddress } from './network.ts'
import { finalFailure, passingFailure } from './request-failed.ts'

export type Admission = {
  /** `host:port` that may resolve to any address: `files.internal:80`, `[fd00::7]:8080`. */
  allow: readonly string[]
  allowLoopback: boolean
  /** Which setting makes exceptions, and with it the words of messages. Default: IMPORT_URL_ALLOW. */
  setting?: keyof typeof kinds
  ownAddresses?: () => readonly string[]
  /** Whose look-ups of names count together. Default: the server's own. */
  organizationId?: number | undefined
}

/** Other ports rarely belong to a web server, and often to a mail server or a database. */
export const usualPorts: readonly string[] = ['80', '443', '8080', '8443']

const kinds = {
  IMPORT_URL_ALLOW: { verb: 'fetch from', named: 'url', ports: usualPorts },
  WEBHOOK_ALLOW: { verb: 'send to', named: 'url', ports: usualPorts },
  REMOTE_DATABASE_ALLOW: { verb: 'connect to', named: 'host', ports: ['5432', '6432', '3306'] },
} as const

export function kindOf({ setting = 'IMPORT_URL_ALLOW' }: Pick<Admission, 'setting'>) {
  return kinds[setting]
}

const lookUp = createLookup()

const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3')

// ipaddr.js covers nearly all of these; they are repeated so that the guarantee does not depend on its table.
const neverPublicV4 = [
  '0.0.0.0/8',
  '100.64.0.0/10',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
].map((range) => ipaddr.IPv4.parseCIDR(range))
const neverPublicV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(
  (range) => ipaddr.IPv6.parseCIDR(range),
)

/** Connect only to the result: it normalizes every spelling of a host. @throws RequestFailed unless http or https. */
export function readUrl(text: string, redirectedFrom?: URL): URL {
  const subject = redirectedFrom ? `The address that ${hostOf(redirectedFrom)} redirects to` : 'The url'
  const url = URL.canParse(text, redirectedFrom?.href) ? new URL(text, redirectedFrom?.href) : undefined
  if (!url) throw finalFailure(`${subject} cannot be read; it must look like https://example.com/file.csv.`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw finalFailure(`${subject} must begin with http:// or https://.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw finalFailure(`${subject} must not contain a user name or a password.`)
  }
  if (url.port === '0') throw finalFailure(`${subject} must not name port 0.`)
  return url
}

/** @param named what a message tells the user to check */
export async function resolveHost(
  url: URL,
  lookup: Lookup = lookUp,
  { named = 'url', ...asked }: AddressAsked & { named?: 'url' | 'host' } = {},
): Promise<readonly string[]> {
  const literal = bareHost(url)
  if (isIP(literal) !== 0) return [literal]
  try {
    return await lookup(literal, asked)
  } catch (error) {
    throw passingFailure(`No server named ${hostOf(url)} could be found`, `check the ${named}`, error)
  }
}

/**
 * @throws RequestFailed unless the URL is in `allow`, or all addresses are loopback and that is allowed, or all are
 * public, none is this machine's, and the port is usual. One wrong address refuses the name: this stops DNS rebinding.
 */
export function admit(url: URL, addresses: readonly string[], admission: Admission): void {
  const { allow, allowLoopback, setting = 'IMPORT_URL_ALLOW' } = admission
  const { verb, named } = kindOf(admission)
  if (addresses.length === 0)
    throw passingFailure(`No server named ${hostOf(url)} could be found`, `check the ${named}`)
  if (isNamed(url, allow)) return
  if (allowLoopback && addresses.every(isLoopbackAddress)) return
  const refusal = refusalOf(url, addresses, admission)
  if (refusal === null) return
  count('refused_addresses', { setting })
  throw finalFailure(
    `${hostOf(url)} ${refusal.what}, and Quiver does not ${verb} ${refusal.where}; use ${refusal.instead}, or ask the ` +
      `administrator to name ${shorten(hostAndPort(url))} in ${setting}.`,
  )
}

function refusalOf(url: URL, addresses: readonly string[], admission: Admission) {
  const { ownAddresses = machineAddresses } = admission
  const { named, ports } = kindOf(admission)
  const own = ownAddresses()
  const isOwn = (address: string) => own.some((one) => isSameAddress(one, address))
  // The same sentence for all private addresses, so that it does not reveal this machine's.
  if (!addresses.every(isGlobalUnicast) || addresses.some(isCloudAddress)) {
    return { what: 'is not on the public internet', where: 'private addresses', instead: `a public ${named}` }
  }
  if (addresses.some(isOwn)) {
    return { what: 'is this server itself', where: 'its own addresses', instead: `another ${named}` }
  }
  const port = portOf(url)
  if (!(ports as readonly string[]).includes(port)) {
    return { what: `names port ${port}`, where: 'unusual ports', instead: `port ${ports.join(', ')}` }
  }
  return null
}

export function isNamed(url: URL, allow: readonly string[]): boolean {
  const named = hostAndPort(url)
  return allow.some((entry) => entry.toLowerCase() === named)
}

/** By its literal address: nothing that a name would have to be looked up for. */
export function isPrivateAddress(url: URL): boolean {
  return isIP(bareHost(url)) !== 0 && !isGlobalUnicast(bareHost(url))
}

export function isGlobalUnicast(address: string): boolean {
  const ip = readIp(address)
  if (!ip) return false
  if (ip instanceof ipaddr.IPv6 && ip.isIPv4MappedAddress())
    return isGlobalUnicast(ip.toIPv4Address().toString())
  if (ip.range() !== 'unicast') return false
  if (ip instanceof ipaddr.IPv4) return !neverPublicV4.some((range) => ip.match(range))
  return ip.match(globalUnicastV6) && !neverPublicV6.some((range) => ip.match(range))
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

export function hostOf(url: URL): string {
  return shorten(url.host)
}

export function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

function hostAndPort(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
