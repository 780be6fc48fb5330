import { domainToASCII } from 'node:url'
import type { LookUpTxt } from '../txt-records.ts'

export type DkimState = 'found' | 'missing' | 'other_key' | 'faulty' | 'unknown'

/** `problem` is empty if the record was found; `records`: what the name has. */
export type DkimCheck = { state: DkimState; problem: string; records: string[] }

type Finding = Omit<DkimCheck, 'records'>

export type PublishedKey = { name: string; value: string; algorithm: string; publicKey: string }

/** The TXT record of a key. `public_key`: Base64 of the SubjectPublicKeyInfo. */
export function recordOfKey(key: {
  domain: string
  selector: string
  algorithm: string
  public_key: string
}): PublishedKey {
  const { domain, selector, algorithm, public_key: publicKey } = key
  return {
    name: `${selector}._domainkey.${domainToASCII(domain)}`,
    value: `v=DKIM1; k=${algorithm}; p=${publicKey}`,
    algorithm,
    publicKey,
  }
}

/** What receivers would find, by RFC 6376, section 3.6.1, and RFC 8463. */
export async function checkDkimRecord(
  lookUpTxt: LookUpTxt,
  organizationId: number,
  key: PublishedKey,
): Promise<DkimCheck> {
  const answer = await lookUpTxt(key.name, organizationId)
  if ('problem' in answer) {
    return { state: 'unknown', problem: `${answer.problem}; try again later`, records: [] }
  }
  return { ...findingIn(answer.records, key), records: answer.records }
}

function findingIn(records: readonly string[], key: PublishedKey): Finding {
  const [record, ...others] = records.filter((text) => /(?:^|;)\s*(?:v\s*=\s*DKIM1|p\s*=)/.test(text))
  if (record === undefined) {
    const found = records.length === 0 ? 'there is no TXT record' : 'no TXT record is a DKIM record'
    const problem = `${found} at ${key.name}. Publish it with the value of dns_value; new records can take some hours to be seen`
    return { state: 'missing', problem }
  }
  if (others.length > 0) {
    const problem = `${key.name} has ${others.length + 1} DKIM records, and receivers may take any of them. Keep only that of this key`
    return { state: 'faulty', problem }
  }
  const tags = tagsOf(record)
  if (tags === null) {
    const problem = `the record at ${key.name} is not a list of tags such as v=DKIM1; k=${key.algorithm}; p=. Replace it by the value of dns_value`
    return { state: 'faulty', problem }
  }
  const problem = otherKey(tags.get('p')?.replaceAll(/\s/g, ''), key)
  if (problem !== null) return problem
  const fault = faultOf(tags, key)
  return fault === null
    ? { state: 'found', problem: '' }
    : { state: 'faulty', problem: `the record at ${key.name} ${fault}` }
}

/** null: not a list of tags, or a tag is in it twice. */
function tagsOf(record: string): Map<string, string> | null {
  const tags = new Map<string, string>()
  const parts = record.split(';').map((part) => part.trim())
  for (const [index, part] of parts.entries()) {
    if (part === '' && index === parts.length - 1) continue
    const [, name = '', value = ''] = /^([A-Za-z]\w*)\s*=\s*(.*)$/s.exec(part) ?? []
    if (name === '' || tags.has(name)) return null
    tags.set(name, value)
  }
  return tags
}

/** null: the record has this key, or none. */
function otherKey(published: string | undefined, { name, publicKey }: PublishedKey): Finding | null {
  if (published === undefined || published === publicKey) return null
  if (published === '') {
    const problem = `the record at ${name} revokes the key: its p= is empty. Replace it by the value of dns_value`
    return { state: 'other_key', problem }
  }
  if (publicKey.startsWith(published)) {
    const problem = `the record at ${name} is cut after ${published.length} of ${publicKey.length} characters of the key. Publish a long value as several strings of at most 255 characters`
    return { state: 'faulty', problem }
  }
  const problem = `the record at ${name} has another key. Replace it by the value of dns_value, or create a key with another selector`
  return { state: 'other_key', problem }
}

/** Ends the sentence "the record at NAME …". */
function faultOf(tags: ReadonlyMap<string, string>, { algorithm }: PublishedKey): string | null {
  if (!tags.has('p')) return 'has no p= with the key. Replace it by the value of dns_value'
  const version = tags.get('v')
  if (version !== undefined && (version !== 'DKIM1' || [...tags.keys()][0] !== 'v')) {
    return 'must begin with v=DKIM1. Replace it by the value of dns_value'
  }
  const kind = tags.get('k') ?? 'rsa'
  if (kind !== algorithm)
    return `says k=${printable(kind)}, but the key is ${algorithm}. Replace it by the value of dns_value`
  if (!allows(tags.get('h'), 'sha256'))
    return 'does not allow h=sha256, which Quiver signs with. Remove h= from it'
  if (!allows(tags.get('s'), 'email')) return 'does not allow s=email. Remove s= from it'
  return null
}

/** Who publishes a record chooses its bytes; PostgreSQL refuses NUL in a text. */
function printable(text: string): string {
  const shown = text.slice(0, 40).replaceAll(/[^ -~]/g, '?')
  return text.length > 40 ? `${shown}…` : shown
}

function allows(list: string | undefined, wanted: string): boolean {
  const values = list?.split(':').map((value) => value.trim()) ?? ['*']
  return values.includes('*') || values.includes(wanted)
}
