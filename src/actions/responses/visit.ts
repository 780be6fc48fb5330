import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import { findTrackedUrl, recordClick, recordOpen, recordUnsubscribe } from '../../store/responses/record.ts'
import { findSent } from '../../store/responses/rows.ts'
import type { Reader, Sent } from '../../store/responses/rows.ts'

export type Visit = {
  organizationId: number
  reader: Reader
  ip: string
  /** false: the visit is not recorded, because seed addresses and previews have no subscriber. */
  counts: boolean
}

export async function openMessage(sql: Scoped, { organizationId, reader, ip, counts }: Visit): Promise<void> {
  if (counts) await begin(sql, (sql) => recordOpen(sql, organizationId, reader, ip))
}

/** @returns the target of the link; null if it is not a link of this message. */
export function followLink(sql: Scoped, visit: Visit, linkId: number): Promise<string | null> {
  const { organizationId, reader, ip, counts } = visit
  return begin(sql, (sql) =>
    counts
      ? recordClick(sql, organizationId, reader, { linkId, ip })
      : findTrackedUrl(sql, organizationId, reader, linkId),
  )
}

/** The list to unsubscribe from; null if the campaign, the autoresponder or the list does not exist. */
export function findSubscription(sql: Scoped, { organizationId, reader }: Visit): Promise<Sent | null> {
  return begin(sql, (sql) => findSent(sql, organizationId, reader))
}

/** Unsubscribes the reader; can be repeated. @returns as `findSubscription` does. */
export function unsubscribeReader(sql: Scoped, visit: Visit): Promise<Sent | null> {
  const { organizationId, reader, ip, counts } = visit
  return begin(sql, async (sql) => {
    if (counts) await recordUnsubscribe(sql, organizationId, reader, ip)
    return findSent(sql, organizationId, reader)
  })
}

/** Retries after a lost connection, too: a visit counted twice is better than an error page. */
function begin<Result>(sql: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  return repeated(() => sql.begin(work), { after: retryable })
}
