import type { Seen } from '../../contract/responses/judging/verdict.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { repeated, retryable } from '../../database/retry.ts'
import { hiddenLink } from '../../store/responses/hits/rows.ts'
import { recordUnsubscribe } from '../../store/responses/record.ts'
import { findSent, type Reader, type Sent } from '../../store/responses/rows.ts'
import { findSubscription, type Subscription } from '../../store/responses/subscriptions.ts'
import { findTrackedUrls, recordClicks, recordOpens } from '../../store/responses/visits.ts'
import { count } from '../../work/counts.ts'
import { createGatherer } from '../gather.ts'

export type Visit = {
  organizationId: number
  reader: Reader
  ip: string
  seen: Seen
  /** false: the visit is not recorded, because seed addresses and previews have no subscriber. */
  counts: boolean
}

type Counted = Visit & { sql: Scoped }

export type Visits = {
  open: (sql: Scoped, visit: Visit) => Promise<void>
  /** @returns the target of the link; null if it is not a link of this message. */
  follow: (sql: Scoped, visit: Visit, linkId: number) => Promise<string | null>
  /** Of the link that no person sees. */
  trap: (sql: Scoped, visit: Visit) => Promise<void>
  /** Can be repeated. @returns null if the campaign, the autoresponder or the list does not exist. */
  unsubscribe: (sql: Scoped, visit: Visit) => Promise<Sent | null>
}

/** Concurrent visits of one mailing share a transaction: each would wait for the same counters, with a connection. */
export function createVisits(): Visits {
  const opens = createGatherer<Counted, void>(async (hits) => {
    const [{ sql, organizationId, reader }] = hits
    const makers = await begin(sql, (sql) => recordOpens(sql, organizationId, reader, hits.map(hitOf)))
    countMakers('open', makers)
    return []
  })
  const clicks = createGatherer<Counted & { linkId: number }, string | null>(async (hits) => {
    const [{ sql, organizationId, reader }] = hits
    const given = hits.map((hit) => ({ ...hitOf(hit), linkId: hit.linkId }))
    const { targets, makers } = await begin(sql, (sql) => recordClicks(sql, organizationId, reader, given))
    countMakers('click', makers)
    return targets
  })
  const unsubscriptions = createGatherer<Counted, Sent | null>(async (hits) => {
    const [{ sql, organizationId, reader, ip }] = hits
    const sent = await begin(sql, async (sql) => {
      await recordUnsubscribe(sql, organizationId, reader, { ip, times: hits.length })
      return findSent(sql, organizationId, reader)
    })
    return hits.map(() => sent)
  })
  return {
    open: async (sql, visit) => {
      if (visit.counts) await opens(mailingKey(visit), { ...visit, sql })
    },
    follow: (sql, visit, linkId) =>
      visit.counts ? clicks(mailingKey(visit), { ...visit, sql, linkId }) : findTarget(sql, visit, linkId),
    trap: async (sql, visit) => {
      if (visit.counts) await clicks(mailingKey(visit), { ...visit, sql, linkId: hiddenLink })
    },
    unsubscribe: (sql, visit) =>
      visit.counts
        ? unsubscriptions(`${mailingKey(visit)} ${visit.reader.subscriberId}`, { ...visit, sql })
        : findMailing(sql, visit),
  }
}

function countMakers(
  kind: 'open' | 'click',
  { people, machines }: { people: number; machines: number },
): void {
  count('hits', { kind, maker: 'person' }, people)
  count('hits', { kind, maker: 'machine' }, machines)
}

/** null if the campaign, the autoresponder or the list does not exist. */
export function showSubscription(
  sql: Scoped,
  { organizationId, reader }: Pick<Visit, 'organizationId' | 'reader'>,
): Promise<Subscription | null> {
  return begin(sql, (sql) => findSubscription(sql, organizationId, reader))
}

function findMailing(sql: Scoped, { organizationId, reader }: Visit): Promise<Sent | null> {
  return begin(sql, (sql) => findSent(sql, organizationId, reader))
}

async function findTarget(sql: Scoped, visit: Visit, linkId: number): Promise<string | null> {
  const { organizationId, reader } = visit
  const urls = await begin(sql, (sql) => findTrackedUrls(sql, organizationId, reader, [linkId]))
  return urls.get(linkId) ?? null
}

function hitOf({ reader, ip, seen }: Visit) {
  return { subscriberId: reader.subscriberId, ip, seen }
}

function mailingKey({ organizationId, reader: { listId, source } }: Visit): string {
  return JSON.stringify([organizationId, listId, source])
}

/** Retries after a lost connection, too: a visit counted twice is better than an error page. */
function begin<Result>(sql: Scoped, work: (sql: Transaction) => Promise<Result>): Promise<Result> {
  return repeated(() => sql.begin(work), { after: retryable })
}
