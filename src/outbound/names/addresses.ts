import { lookup as systemLookup, type Resolver } from 'node:dns/promises'
import pLimit from 'p-limit'
import { codeOf, createAsking, silent, unanswered, type Asked, type Patience } from './asking.ts'
import { createHostsFile, type HostsFile } from './hosts-file.ts'

/** `isOperators`: the operator has named the host, so the system may be asked for what only it knows. */
export type AddressAsked = Asked & { isOperators?: boolean | undefined }

export type Lookup = (hostname: string, asked?: AddressAsked) => Promise<readonly string[]>

type Sources = Partial<Patience> & {
  servers?: readonly string[]
  hosts?: HostsFile
  system?: (hostname: string) => Promise<readonly string[]>
}

/** How long a second family of addresses may take once the first one is there. */
const otherFamilyMs = 500
const addressesMax = 32

/** All addresses of a name: of the hosts file, or else of the name servers. */
export function createLookup({
  servers = [],
  hosts = createHostsFile(),
  system = bySystem,
  ...patience
}: Sources = {}): Lookup {
  const ask = createAsking(servers, patience)
  return async (hostname, { isOperators = false, ...asked } = {}) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = await hosts(name)
    if (known.length > 0) return known
    // RFC 6761: name servers know nothing about it.
    if (/(?:^|\.)localhost$/.test(name)) return ['127.0.0.1', '::1']
    try {
      return await ask(name, asked, (resolver) => bothFamilies(resolver, name))
    } catch (error) {
      if (!isOperators || codeOf(error) === silent) throw error
      return system(name)
    }
  }
}

/** IPv4 first: a machine without IPv6 then loses no time, and one without IPv4 notices at once. */
async function bothFamilies(resolver: Resolver, name: string): Promise<readonly string[]> {
  const families = [resolver.resolve4(name), resolver.resolve6(name)]
  let timer: NodeJS.Timeout | undefined
  // Some name servers are silent about addresses that they do not have.
  Promise.any(families).then(
    () => (timer = setTimeout(() => resolver.cancel(), otherFamilyMs)),
    () => {},
  )
  const answers = await Promise.allSettled(families)
  clearTimeout(timer)
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses.slice(0, addressesMax)
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  throw faults.find((fault) => codeOf(fault) === silent) ?? faults[0]
}

const systemPatienceMs = 4_000
/** These cannot be cancelled: more at once would hold the threads that read files, too. */
const inSystem = pLimit(1)

/** Knows search domains and what else the operator has configured in nsswitch.conf. */
function bySystem(hostname: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(unanswered(hostname)), systemPatienceMs)
    inSystem(() => systemLookup(hostname, { all: true, verbatim: true }))
      .then((answers) => resolve(answers.map(({ address }) => address)), reject)
      .finally(() => clearTimeout(timer))
  })
}
