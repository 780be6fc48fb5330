import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import { findTrackedUrl, recordClick, recordOpen, recordUnsubscribe } from '../../store/responses/record.ts'
import { findSent } from '../../store/responses/rows.ts'
import type { Reader, Sent } from '../../store/responses/rows.ts'

/** Someone opened a message or followed one of its links. */
export type Visit = {
  organizationId: number
  reader: Reader
  ip: string
  /** false where the visit is not recorded: no subscriber is behind seed addresses and previews. */
  counts: boolean
}

export async function openMessage(sql: Scoped, { organizationId, reader, ip, counts }: Visit): Promise<void> {
  if (counts) await begin(sql, (sql) => recordOpen(sql, organizationId, reader, ip))
}

/** @returns where the link leads; null: it is no link of this message. */
export function followLink(sql: Scoped, visit: Visit, linkId: number): Promise<string | null> {
  const { organizationId, reader, ip, counts } = visit
  return begin(sql, (sql) =>
    counts
      ? recordClick(sql, organizationId, reader, { linkId, ip })
      : findTrackedUrl(sql, organizationId, reader, linkId),
  )
}

/** What the reader may unsubscribe from; null: the message's campaign, autoresponder or list does not exist. */
export function findSubscription(sql: Scoped, { organizationId, reader }: Visit): Promise<Sent | null> {
  return begin(sql, (sql) => findSent(sql, organizationId, reader))
}

/** Unsubscribes the reader; repeating it is safe. @returns as `findSubscription` does. */
export function unsubscribeReader(sql: Scoped, visit: Visit): Promise<Sent | null> {
  const { organizationId, reader, ip, counts } = visit
  return begin(sql, async (sql) => {
    if (counts) await recordUnsubscribe(sql, organizationId, reader, ip)
    return findSent(sql, organizationId, reader)
  })
}

/** After a lost connection, too: a total that counts one visit twice is better than an error page for its reader. */
function begin<Result>(sql: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  return repeated(() => sql.begin(work), { after: retryable })
}
