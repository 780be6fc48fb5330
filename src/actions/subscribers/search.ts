import type { SearchOrder } from '../../contract/subscribers/filters.ts'
import { countedMax } from '../../contract/subscribers/search.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findSubscriberCounts } from '../../store/subscribers/counts.ts'
import type { SubscriberList, SubscriberRow } from '../../store/subscribers/rows.ts'
import {
  countKeysFrom,
  findCandidates,
  findPlaced,
  isInternational,
  type Candidate,
  type SearchPosition,
  type Search,
} from '../../store/subscribers/search.ts'

export type Searched = {
  rows: SubscriberRow[]
  /** Where the next call begins; null if nothing can follow. */
  next: SearchPosition | null
  count: Count
}

export type Wanted = {
  q: string
  status: SubscriberStatus | null
  createdSince: Date | null
  updatedSince: Date | null
  order: SearchOrder
  after: SearchPosition | null
  perPage: number
}

/**
 * How long a call begins further steps. A step of 8,000 keys takes 5 ms, but ten times that on a list that has just been
 * filled, where PostgreSQL has to look at the rows, too.
 */
const readingMs = 40

/** Reads a limited number of rows, so that each call is fast: a page can end before it is full. */
export async function searchPeople(
  sql: Sql,
  organizationId: number,
  lists: readonly SubscriberList[],
  wanted: Wanted,
): Promise<Searched> {
  const byAddress = lists.filter((list) => list.primary_key_custom_field_id === null).map(({ id }) => id)
  const byOwnKey = lists.filter((list) => list.primary_key_custom_field_id !== null).map(({ id }) => id)
  const matches: Candidate[] = []
  let next: SearchPosition | null = wanted.after
  const endMs = performance.now() + readingMs
  do {
    const search: Search = { ...wanted, after: next, limit: wanted.perPage + 1 }
    const found = [
      ...(await findCandidates(sql, organizationId, { ids: byAddress, hasOwnKey: false }, search)),
      ...(await findCandidates(sql, organizationId, { ids: byOwnKey, hasOwnKey: true }, search)),
    ]
    const page = pageOf(found, { ...wanted, perPage: wanted.perPage - matches.length })
    matches.push(...page.matches)
    next = page.next
  } while (next !== null && matches.length < wanted.perPage && performance.now() < endMs)
  const rows = await findPlaced(sql, organizationId, matches, wanted.order)
  const isWhole = wanted.after === null && next === null
  const count = isWhole
    ? { records: matches.length, isExact: true }
    : await countMatches(sql, organizationId, { lists, byAddress, least: matches.length }, wanted)
  return { rows, next, count }
}

/** Beyond the first place up to which a list was read, matches of that list may be missing. */
function pageOf(found: readonly Candidate[], { order, perPage }: Wanted) {
  const compare = order === 'newest' ? byId : byKey
  const inOrder = found.toSorted(compare)
  const end = inOrder.find(({ isEnd }) => isEnd) ?? null
  const safe = end === null ? inOrder : inOrder.filter((candidate) => compare(candidate, end) <= 0)
  const matches = safe.filter(({ isMatch }) => isMatch)
  if (matches.length > perPage)
    return { matches: matches.slice(0, perPage), next: matches[perPage - 1] ?? null }
  return { matches, next: end }
}

const byId = (one: SearchPosition, other: SearchPosition) => other.id - one.id

/** As PostgreSQL compares keys: by their bytes. */
function byKey(one: SearchPosition, other: SearchPosition): number {
  return Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || one.listId - other.listId
}

type Counted = { lists: readonly SubscriberList[]; byAddress: readonly number[]; least: number }

async function countMatches(
  sql: Sql,
  organizationId: number,
  { lists, byAddress, least }: Counted,
  { q, status, createdSince, updatedSince }: Wanted,
): Promise<Count> {
  if (createdSince !== null || updatedSince !== null) return { records: least, isExact: false }
  if (q === '') {
    const { mailing_lists: counted } = await findSubscriberCounts(sql, organizationId)
    const ids = new Set(lists.map(({ id }) => id))
    const sums = counted
      .filter(({ mailing_list: { id } }) => ids.has(id))
      .map(({ counts }) =>
        status === null ? Object.values(counts).reduce((sum, n) => sum + n, 0) : counts[status],
      )
    return { records: sums.reduce((sum, n) => sum + n, 0), isExact: true }
  }
  const isCountable =
    status === null && !q.startsWith('@') && !isInternational(q) && byAddress.length === lists.length
  if (!isCountable) return { records: least, isExact: false }
  return countKeysFrom(sql, organizationId, { ids: byAddress, q, max: countedMax })
}
