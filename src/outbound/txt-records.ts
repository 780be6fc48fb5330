import { codeOf, createAsking } from './names/asking.ts'

/** `records` is empty if the name does not exist; `problem`: the name servers did not answer. */
export type TxtAnswer = { records: string[] } | { problem: string }

/** @param organizationId whose look-ups count together */
export type LookUpTxt = (name: string, organizationId?: number) => Promise<TxtAnswer>

const recordsMax = 100

const absent = new Set(['ENOTFOUND', 'ENODATA'])

export function createTxtLookup(servers: readonly string[]): LookUpTxt {
  const ask = createAsking(servers)
  return async (name, organizationId) => {
    try {
      const found = await ask(name, { asker: organizationId }, (resolver) => resolver.resolveTxt(name))
      return { records: found.slice(0, recordsMax).map((parts) => parts.join('')) }
    } catch (error) {
      const code = codeOf(error)
      return absent.has(code) ? { records: [] } : { problem: `the DNS lookup of ${name} failed (${code})` }
    }
  }
}
