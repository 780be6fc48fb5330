import type { Count } from '../../contract/api/paging.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'
import type { SubscriberStatus } from '../../contract/imports/states.ts'
import type { SearchOrder } from '../../contract/subscribers/filters.ts'
import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { domainInLetters } from '../../contract/values/spelling/domain-names.ts'
import { subscriberColumns, type SubscriberList, type SubscriberRow } from './rows.ts'

/** In the order of a search: `key` then list, or the id. */
export type SearchPosition = { listId: number; key: string; id: number }

/** `isMatch` false: the last row that was read of its list. `isEnd`: more of its list may follow. */
export type Candidate = SearchPosition & { isMatch: boolean; isEnd: boolean }

export type Search = {
  /** As `searchedKey` writes it. '': all subscribers. */
  q: string
  status: SubscriberStatus | null
  createdSince: Date | null
  updatedSince: Date | null
  order: SearchOrder
  after: SearchPosition | null
  limit: number
}

/** Greater than every key that begins like the text before it. */
const afterAll = '\u{10ffff}'

/**
 * Rows that one step reads: of the index of keys alone, of rows by id, and of rows by key, which are scattered
 * (docs/decisions/043).
 */
const rowsRead = { keys: 8_000, byId: 8_000, byKey: 4_000 }

export async function findSearchLists(sql: Sql, organizationId: number): Promise<SubscriberList[]> {
  return sql<SubscriberList[]>`
    select l.id, l.name, l.has_format, l.has_confirmed, l.primary_key_custom_field_id, null as primary_key_name
    from mailing_lists l
    where l.organization_id = ${organizationId} and l.deleted_at is null and not l.is_remote_list
    order by l.id`
}

/** Of lists whose subscribers are all found in the same way. Up to `limit` of each list, in order. */
export async function findCandidates(
  sql: Sql,
  organizationId: number,
  { ids, hasOwnKey }: { ids: readonly number[]; hasOwnKey: boolean },
  search: Search,
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const isNewest = search.order === 'newest'
  const isRange = search.q !== '' && !search.q.startsWith('@') && !hasOwnKey
  const filters = filtersOf(sql, search, { hasOwnKey, isRange })
  const place = isNewest ? sql`s.id` : sql`s.key`
  const isOfTime = search.createdSince !== null || search.updatedSince !== null
  const needsRow = search.status !== null || hasOwnKey || isOfTime
  const budget = isNewest ? rowsRead.byId : needsRow ? rowsRead.byKey : rowsRead.keys
  const read = Math.max(search.limit, Math.floor(budget / ids.length))
  const rows = await sql<
    { list_id: number; place: string | number; is_match: boolean; n: number; nth: number }[]
  >`
    select l.id as list_id, found.place, found.is_match, found.n, row_number() over (partition by l.id order by found.n) as nth
    from unnest(${[...ids]}::integer[]) l (id)
    cross join lateral (
      select w.* from (
        select ${place} as place, ${filters} as is_match, row_number() over (order by ${place} ${isNewest ? sql`desc` : sql``}) as n
        from subscribers s
        where s.organization_id = ${organizationId} and s.mailing_list_id = l.id ${boundsOf(sql, search, isRange)}
        order by ${place} ${isNewest ? sql`desc` : sql``} limit ${read}) w
      where w.is_match or w.n = ${read}
      -- By what is in order already: nothing is sorted, and reading ends with the last match that is wanted.
      order by w.place ${isNewest ? sql`desc` : sql``} limit ${search.limit}) found`
  return rows.map(({ list_id: listId, place: found, is_match: isMatch, n, nth }) => ({
    listId,
    key: isNewest ? '' : String(found),
    id: isNewest ? Number(found) : 0,
    isMatch,
    isEnd: n === read || nth === search.limit,
  }))
}

/** Only built-in functions that PostgreSQL trusts reach an index through row-level security, so ranges compare bytes. */
function boundsOf(sql: Sql, { q, order, after }: Search, isRange: boolean): Fragment {
  if (order === 'newest') return after === null ? sql`` : sql`and s.id < ${after.id}`
  // The next greater key: one that ends with the smallest character.
  const start =
    after === null
      ? sql``
      : sql`and s.key >= case when l.id > ${after.listId} then ${after.key} else ${`${after.key}\u0001`} end`
  const begin = isInternational(q) ? q.slice(0, q.indexOf('@') + 1) : q
  return isRange ? sql`${start} and s.key >= ${begin} and s.key < ${begin + afterAll}` : start
}

function filtersOf(
  sql: Sql,
  { q, status, createdSince, updatedSince }: Search,
  { hasOwnKey, isRange }: { hasOwnKey: boolean; isRange: boolean },
): Fragment {
  const ofStatus = status === null ? sql`true` : sql`s.status = ${status}`
  const created = createdSince === null ? sql`` : sql`and s.created_at >= ${createdSince}`
  const updated =
    updatedSince === null ? sql`` : sql`and coalesce(s.updated_at, s.created_at) >= ${updatedSince}`
  const byStatus = sql`(${ofStatus} ${created} ${updated})`
  if (q === '' || (isRange && !isInternational(q))) return byStatus
  const address = hasOwnKey ? sql`address_key(coalesce(s.email, s.key))` : sql`s.key`
  const ofKey = hasOwnKey && !q.startsWith('@') ? sql`starts_with(s.key, ${q})` : sql`false`
  return sql`(${byStatus} and (${ofKey} or ${addressMatches(sql, address, q)}))`
}

/** Its domain, of which a part may be missing, has other letters than those of the key. */
export function isInternational(q: string): boolean {
  return q.includes('xn--')
}

/** @param address a key. The part of a domain that is typed is a part of what it is in letters, not of its Punycode. */
export function addressMatches(sql: Sql, address: Fragment, q: string): Fragment {
  const at = q.indexOf('@') + 1
  const letters = q.slice(0, at) + domainInLetters(q.slice(at))
  const spelled = sql`coalesce(address_in_letters(${address}), ${address})`
  if (q.startsWith('@')) return sql`(strpos(${address}, ${q}) > 0 or strpos(${spelled}, ${letters}) > 0)`
  return isInternational(q)
    ? sql`(starts_with(${address}, ${q}) or starts_with(${spelled}, ${letters}))`
    : sql`starts_with(${address}, ${q})`
}

/** Of lists with addresses as keys, exact up to `max`. */
export function countKeysFrom(
  sql: Sql,
  organizationId: number,
  { ids, q, max }: { ids: readonly number[]; q: string; max: number },
): Promise<Count> {
  const from = sql`
    from unnest(${[...ids]}::integer[]) l (id)
    join lateral (
      select from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = l.id
        and s.key >= ${q} and s.key < ${q + afterAll}
      order by s.key limit ${max + 1}) found on true`
  return countUpTo(sql, from, max)
}

/** In the order of the places; without those that are gone. */
export async function findPlaced(
  sql: Sql,
  organizationId: number,
  places: readonly SearchPosition[],
  order: SearchOrder,
): Promise<SubscriberRow[]> {
  const given = sql`unnest(${places.map(({ listId }) => listId)}::integer[],
    ${places.map(({ key }) => key)}::text[], ${places.map(({ id }) => id)}::bigint[])
    with ordinality g (list_id, key, id, position)`
  const place = order === 'newest' ? sql`s.id` : sql`s.key`
  const at = order === 'newest' ? sql`g.id` : sql`g.key collate "C"`
  // With `=`, the planner might read the whole list if it has no statistics yet, see by-key.ts.
  return sql<SubscriberRow[]>`
    select found.* from ${given}
    cross join lateral (
      select ${subscriberColumns(sql)} from subscribers s
      where s.organization_id = ${organizationId} and s.mailing_list_id = g.list_id and ${place} >= ${at} and ${place} <= ${at}
      order by ${place} limit 1) found
    order by g.position`
}
