import { LRUCache } from 'lru-cache'
import { domainOf } from '../contract/values/email.ts'
import type { Scoped, Transaction } from '../database/driver/connection.ts'
import { repeated, retryable } from '../database/retry.ts'
import type { Senders } from '../rendering/composer.ts'
import { senderProblem } from '../store/resources/sender-addresses.ts'
import { findVerdict, type Verdict } from '../store/resources/sender-domains.ts'

/** Until then, messages may still use a domain that another organization has just proven. */
const keptMs = 10_000
const domainsMax = 1000
const triesMax = 8

export type FindSenderProblem = (senders: Senders) => Promise<string | null>

/** Cached by domain, because codes can give each message other addresses. */
export function createSenderPolicy(sql: Scoped, organizationId: number): FindSenderProblem {
  const verdicts = new LRUCache<string, Verdict>({
    max: domainsMax,
    ttl: keptMs,
    // A short outage of the database must not make messages fail.
    fetchMethod: (domain) =>
      repeated(() => findVerdict(sql, organizationId, domain), {
        after: retryable,
        triesMax,
        pauseMs: (tries) => 100 * 2 ** tries,
      }),
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
  })
  return (senders) => problemOf(senders, (domain) => verdicts.fetch(domain))
}

/** Not cached: inside a transaction, a lookup on another connection could deadlock with this one. */
export function findSenderProblem(
  sql: Transaction,
  organizationId: number,
  senders: Senders,
): Promise<string | null> {
  return problemOf(senders, (domain) => findVerdict(sql, organizationId, domain))
}

async function problemOf(
  { fromEmail, senderEmail, replyTo, returnPath }: Senders,
  verdictOf: (domain: string) => Promise<Verdict | undefined>,
): Promise<string | null> {
  for (const [name, address, use] of [
    ['from_email', fromEmail, 'author'],
    ['sender_email', senderEmail, 'author'],
    ['reply_to', replyTo, 'reply'],
    ['the bounce e-mail', returnPath, 'return_path'],
  ] as const) {
    const domain = domainOf(address.trim())
    // Codes are replaced before the message is composed.
    if (domain === '' || domain.includes('%')) continue
    const verdict = await verdictOf(domain)
    const problem = verdict === undefined ? null : senderProblem(domain, use, verdict)
    if (problem !== null) return `${name} ${problem}`
  }
  return null
}
