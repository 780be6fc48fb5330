import { proofName, proofValue } from '../../contract/resources/sender-domains.ts'
import type { LookUpTxt } from '../txt-records.ts'

export type ProvableDomain = {
  domain: string
  token: string
  keys: readonly { selector: string; public_key: string }[]
}

export type Proof =
  | { kind: 'found'; by: 'txt' | 'dkim' }
  | { kind: 'missing'; problem: string }
  | { kind: 'unknown'; problem: string }

/** Only the owner of a domain can publish the token, or the public half of a DKIM key of this server. */
export async function findProof(
  lookUpTxt: LookUpTxt,
  organizationId: number,
  { domain, token, keys }: ProvableDomain,
): Promise<Proof> {
  const name = proofName(domain)
  const [own, ...ofKeys] = await Promise.all([
    lookUpTxt(name, organizationId),
    ...keys.map(({ selector }) => lookUpTxt(`${selector}._domainkey.${domain}`, organizationId)),
  ])
  if ('records' in own && own.records.some((text) => text.trim() === proofValue(token))) {
    return { kind: 'found', by: 'txt' }
  }
  const isPublished = ofKeys.some((answer, index) => {
    const key = keys[index]?.public_key
    return 'records' in answer && answer.records.some((text) => publicKeyIn(text) === key)
  })
  if (isPublished) return { kind: 'found', by: 'dkim' }
  const failed = [own, ...ofKeys].find((answer) => 'problem' in answer)
  if (failed !== undefined) return { kind: 'unknown', problem: failed.problem }
  const orKey = keys.length === 0 ? '' : ', or the record of one of its DKIM keys'
  return {
    kind: 'missing',
    problem: `publish the TXT record ${name} with the value ${proofValue(token)}${orKey}. New records can take some hours to be seen`,
  }
}

/** RFC 6376, section 3.6.1. */
function publicKeyIn(record: string): string | null {
  return /(?:^|;)\s*p\s*=([A-Za-z0-9+/=\s]+)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? null
}
