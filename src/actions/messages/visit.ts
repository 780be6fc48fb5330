import type { Seen } from '../../contract/responses/judging/verdict.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import {
  findStreamSubscription,
  recordMessageUnsubscribe,
  type StreamSubscription,
} from '../../store/messages/responses.ts'
import { findMessageLink, recordMessageClick, recordMessageOpen } from '../../store/messages/visits.ts'
import { findOwnBrand, type PublicBrand } from '../../store/responses/frame.ts'

type Visit = {
  organizationId: number
  messageId: number
  ip: string
  seen: Seen
  /** false: the visit is answered, and not recorded. */
  counts: boolean
}

export async function openMessage(sql: Scoped, { organizationId, counts, ...visit }: Visit): Promise<void> {
  if (counts) await begin(sql, (sql) => recordMessageOpen(sql, organizationId, visit))
}

/** @returns the target of the link. null: it is not one of this message. */
export function followMessageLink(
  sql: Scoped,
  { organizationId, counts, ...visit }: Visit & { link: number },
): Promise<string | null> {
  return begin(sql, (sql) =>
    counts
      ? recordMessageClick(sql, organizationId, visit)
      : findMessageLink(sql, organizationId, visit.messageId, visit.link),
  )
}

/** Can be repeated. @returns false: there is no such message. */
export function leaveStream(
  sql: Scoped,
  { organizationId, messageId }: Pick<Visit, 'organizationId' | 'messageId'>,
): Promise<boolean> {
  return begin(sql, (sql) => recordMessageUnsubscribe(sql, organizationId, messageId))
}

export function showStreamSubscription(
  sql: Scoped,
  { organizationId, messageId }: Pick<Visit, 'organizationId' | 'messageId'>,
): Promise<(StreamSubscription & { brand: PublicBrand }) | null> {
  return begin(sql, async (sql) => {
    const found = await findStreamSubscription(sql, organizationId, messageId)
    const brand = found === null ? null : await findOwnBrand(sql, organizationId)
    return found === null || brand === null ? null : { ...found, brand }
  })
}

/** Retries after a lost connection, too: a visit counted twice is better than an error page. */
function begin<Result>(sql: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  return repeated(() => sql.begin(work), { after: retryable })
}
