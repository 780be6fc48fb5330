import { LRUCache } from 'lru-cache'
import type { ProviderRules } from '../../../outbound/openid/fetch.ts'
import { discover, type Known, type Provider } from '../../../outbound/openid/provider.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import type { StoredProvider } from '../../../store/resources/log-in-providers.ts'
import { limitAtOnce } from '../../at-once.ts'

export type SingleSignOn = {
  secrets: Secrets
  rules: ProviderRules
  /** The public address of the server, without a trailing slash. */
  baseUrl: string
  /** @param isFresh with the keys of this moment. Otherwise they can be a minute old. @throws ProviderRefused */
  know: (provider: StoredProvider, isFresh: boolean) => Promise<Known>
}

const knownMs = 60_000
/** Of one organization, whose provider may be slow. */
const atOnceMax = 8

export function createSingleSignOn(given: Omit<SingleSignOn, 'know'>): SingleSignOn {
  const { secrets, rules } = given
  const known = new LRUCache<string, Known>({ max: 200, ttl: knownMs })
  const limit = limitAtOnce(
    atOnceMax,
    'too many log-ins with this provider at once; try again in a moment',
    5,
  )
  return {
    ...given,
    know: async (stored, isFresh) => {
      const provider = opened(stored, secrets)
      const name = JSON.stringify([provider, stored.id])
      const found = isFresh ? undefined : known.get(name)
      if (found !== undefined) return found
      const made = await limit(String(provider.organizationId), () => discover(provider, rules))
      known.set(name, made)
      return made
    },
  }
}

function opened(stored: StoredProvider, secrets: Secrets): Provider {
  const { organization_id: organizationId, id, client_secret_sealed: sealed, client_id: clientId } = stored
  const place = { table: 'log_in_providers', organizationId, id } as const
  const clientSecret = sealed === null ? null : secrets.unseal(sealed, place)
  return { organizationId, issuer: stored.issuer, clientId, clientSecret }
}
