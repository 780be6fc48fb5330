import { count } from '../../work/counts.ts'
import { resolveHost } from '../address-guard.ts'
import type { Lookup } from '../names/addresses.ts'
import { isSameAddress } from '../network.ts'
import { finalFailure } from '../request-failed.ts'
import { urlOf, type RemoteRules } from './target.ts'

/** For an own database with a public address; others are refused for theirs. @throws RequestFailed */
export async function refuseOwn(
  { addresses, port }: { addresses: readonly string[]; port: number },
  own: RemoteRules['own'],
  lookup: Lookup,
): Promise<void> {
  for (const one of own.filter((candidate) => candidate.port === port)) {
    const known = await resolveHost(urlOf(one), lookup, { isOperators: true }).catch(() => [])
    if (known.some((address) => addresses.some((other) => isSameAddress(address, other)))) {
      count('refused_addresses', { setting: 'REMOTE_DATABASE_ALLOW' })
      throw finalFailure(
        'This is the database of this Quiver server itself: use another database for remote lists.',
      )
    }
  }
}
