import { domainOf } from '../../contract/values/email.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findVerdict, type Verdict } from './sender-domains.ts'

// Rules: docs/decisions/021-sender-domains.md.

/** `author`: From and Sender. `return_path`: granted by a system administrator, or the same as From. */
export type SenderUse = 'author' | 'reply' | 'return_path'

/** @returns what is wrong with an address of a domain, without its attribute; null: nothing. */
export function senderProblem(domain: string, use: SenderUse, { holder, mode }: Verdict): string | null {
  if (mode === 'open' || holder === 'own') return null
  if (use === 'return_path' && holder === 'system') return null
  if (holder !== 'nobody') {
    return `is at ${domain}, which is closed to this organization: use a domain of its own`
  }
  if (mode === 'owned' || use !== 'author') return null
  return `is at ${domain}, which this organization has not proven: add it under sender_domains, publish its record and verify it`
}

const attributes = [
  ['from_email', 'author'],
  ['sender_email', 'author'],
  ['reply_to', 'reply'],
] as const

type Columns = Readonly<Record<string, unknown>>

/** Does not check current addresses, nor domains from codes: both are checked when a message is composed. */
export async function findSenderProblems(
  sql: Sql,
  organizationId: number,
  { wanted, current, prefix = '' }: { wanted: Columns; current: Columns | null; prefix?: 'd_' | '' },
): Promise<string[]> {
  const problems: string[] = []
  for (const [name, use] of attributes) {
    const attribute = `${prefix}${name}`
    const address = wanted[attribute]
    if (typeof address !== 'string' || address === current?.[attribute]) continue
    const domain = domainOf(address.trim())
    if (domain === '' || domain.includes('%')) continue
    const problem = senderProblem(domain, use, await findVerdict(sql, organizationId, domain))
    if (problem !== null) problems.push(`${attribute} ${problem}`)
  }
  return problems
}
