import { Resolver } from 'node:dns/promises'
import pLimit from 'p-limit'

/** `records` is empty if the name does not exist; `problem`: the name servers did not answer. */
export type TxtAnswer = { records: string[] } | { problem: string }

export type LookUpTxt = (name: string) => Promise<TxtAnswer>

const timeoutMs = 2_000
const tries = 2
const lookupsAtOnce = 20
const recordsMax = 100

const absent = new Set(['ENOTFOUND', 'ENODATA'])

export function createTxtLookup(servers: readonly string[]): LookUpTxt {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers.length > 0) resolver.setServers(servers)
  const limit = pLimit(lookupsAtOnce)
  return (name) =>
    limit(async () => {
      try {
        const found = await resolver.resolveTxt(name)
        return { records: found.slice(0, recordsMax).map((parts) => parts.join('')) }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        return absent.has(code) ? { records: [] } : { problem: `the DNS lookup of ${name} failed (${code})` }
      }
    })
}
