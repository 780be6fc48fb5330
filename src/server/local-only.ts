import { isLoopbackHost } from '../outbound/loopback.ts'
import type { Config } from './config.ts'

/**
 * Whether only this machine uses the server: a first try. HOST alone does not tell: a proxy in front of a loopback address
 * passes on strangers, often without any header that shows it.
 */
export function isLocalOnly({
  host,
  baseUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'baseUrl' | 'trustedProxies'>): boolean {
  const base = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  return isLoopbackHost(host) && isLoopbackHost(base) && trustedProxies.length === 0
}
