import { isLoopbackHost } from '../../outbound/loopback.ts'
import type { Config } from '../config.ts'

/** HOST alone is not enough: a proxy in front of a loopback address forwards requests from elsewhere. */
export function isLocalOnly({
  host,
  baseUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'baseUrl' | 'trustedProxies'>): boolean {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return isLoopbackHost(host) && isLoopbackHost(base) && trustedProxies.length === 0
}
