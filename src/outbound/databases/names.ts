import { bareHost, isNamed, resolveHost } from '../address-guard.ts'
import type { Lookup } from '../names/addresses.ts'
import { urlOf, type KnownNames, type RemoteQuery, type RemoteRules } from './target.ts'

type Asked = { lookup?: Lookup | undefined; signal: AbortSignal }

/**
 * The names that a query needs, before it gets a thread. A name that hangs then waits among the look-ups of its
 * organization, and holds neither a thread nor the names of others. @throws RequestFailed
 */
export async function namesFor(
  { target }: RemoteQuery,
  { allow, own }: RemoteRules,
  { lookup, signal }: Asked,
): Promise<KnownNames> {
  const url = urlOf(target)
  const isOperators = isNamed(url, allow)
  const asked = { named: 'host' as const, isOperators, asker: target.organizationId, signal }
  const addresses = await resolveHost(url, lookup, asked)
  const others = isOperators ? [] : own.filter(({ port }) => port === target.port)
  const known = await Promise.all(
    others.map(async (one) => {
      const ownUrl = urlOf(one)
      const found = await resolveHost(ownUrl, lookup, { isOperators: true }).catch(() => [])
      return [bareHost(ownUrl), found] as const
    }),
  )
  return Object.fromEntries([...known, [bareHost(url), addresses] as const])
}
