import { count } from '../../work/counts.ts'
import { resolveHost } from '../address-guard.ts'
import type { Lookup } from '../names/addresses.ts'
import { isSameAddress } from '../network.ts'
import { finalFailure } from '../request-failed.ts'
import type { RemoteRules } from './target.ts'

/** For an own database with a public address; others are refused for theirs. @throws RequestFailed */
export async function refuseOwn(
  { addresses, port }: { addresses: readonly string[]; port: number },
  own: RemoteRules['own'],
  lookup?: Lookup,
): Promise<void> {
  for (const { host } of own.filter((one) => one.port === port)) {
    const known = await resolveHost(new URL(`http://${host}`), lookup, { isOperators: true }).catch(() => [])
    if (known.some((one) => addresses.some((other) => isSameAddress(one, other)))) {
      count('refused_addresses', { setting: 'REMOTE_DATABASE_ALLOW' })
      throw finalFailure(
        'This is the database of this Quiver server itself: use another database for remote lists.',
      )
    }
  }
}
