import type { Fragment, Sql } from '../../../database/driver/connection.ts'
import { andWithin, type IdRange } from '../id-range.ts'
import { peopleALookUp } from './look-ups.ts'

/** Whom suppression lists suppress among the people of a mailing list. */
export type SuppressedSet = {
  lists: readonly number[]
  bySystem: boolean
  /** Of the mailing list: whether a custom field tells its people apart, and how many they are. */
  hasOwnKey: boolean
  subscribers: number
}

type Place = { organizationId: number; listId: number; ids?: IdRange | undefined }

/**
 * Rows `id`, several of one subscriber too. Addresses are looked up from the smaller side. Domains and hashes need those of the
 * people, each kind only if there is an entry of it: PostgreSQL asks once, and then reads and computes nothing.
 * @param people rows `id` and `address`, if not all of the mailing list are asked for
 */
export function suppressedPeople(sql: Sql, place: Place, set: SuppressedSet, people?: Fragment): Fragment {
  const of = people ?? peopleOf(sql, place, set)
  const byLists = [...(set.hasOwnKey ? [] : [lookedUp(sql, place, set)]), expanded(sql, place, set, of)]
  const parts = [...(set.lists.length === 0 ? [] : byLists), ...(set.bySystem ? [digested(sql, of)] : [])]
  const [first = sql`select 0::bigint as id where false`, ...others] = parts
  return others.reduce((before, next) => sql`${before} union all ${next}`, first)
}

/** From the index of keys alone: on a list without its own key the address is the key. */
function peopleOf(sql: Sql, { organizationId, listId, ids }: Place, { hasOwnKey }: SuppressedSet): Fragment {
  return sql`
    select k.id, ${addressOf(sql, 'k', hasOwnKey)} as address from subscribers k
    where k.organization_id = ${organizationId} and k.mailing_list_id = ${listId} ${andWithin(sql, sql`k.id`, ids)}`
}

export function addressOf(sql: Sql, alias: 'k' | 's', hasOwnKey: boolean): Fragment {
  const column = (name: string) => sql(`${alias}.${name}`)
  return hasOwnKey ? sql`address_key(coalesce(${column('email')}, ${column('key')}))` : sql`${column('key')}`
}

/** Entries `a` of the lists. */
function entriesOf(sql: Sql, { organizationId }: Place, { lists }: SuppressedSet): Fragment {
  return sql`a.organization_id = ${organizationId} and a.suppression_list_id = any(${[...lists]}::integer[])`
}

/** Whether it is faster to look up the entries of the lists than to read the people. */
function isSmaller(sql: Sql, place: Place, set: SuppressedSet): Fragment {
  const { from, to } = place.ids ?? { from: 0, to: Infinity }
  const most = Math.max(1, Math.ceil(Math.min(set.subscribers, to - from) / peopleALookUp))
  return sql`(select count(*) <= ${most}::bigint from (
    select from suppressed_addresses a where ${entriesOf(sql, place, set)} limit ${most}::bigint + 1) entries)`
}

/** Each entry is one look-up, whatever the statistics know of the mailing list. */
function lookedUp(sql: Sql, place: Place, set: SuppressedSet): Fragment {
  return sql`
    select e.id from suppressed_addresses a
    cross join lateral (
      select s.id from subscribers s
      where s.organization_id = ${place.organizationId} and s.mailing_list_id = ${place.listId} and s.key = a.key
      limit 1) e
    where ${entriesOf(sql, place, set)} and ${isSmaller(sql, place, set)} ${andWithin(sql, sql`e.id`, place.ids)}`
}

function expanded(sql: Sql, place: Place, set: SuppressedSet, people: Fragment): Fragment {
  const has = (kind: Fragment) =>
    sql`(select exists (select from suppressed_addresses a where ${entriesOf(sql, place, set)} and ${kind}))`
  const asked = {
    address: set.hasOwnKey ? sql`true` : sql`not ${isSmaller(sql, place, set)}`,
    domain: has(sql`a.key >= '@' and a.key < 'A'`),
    md5: has(sql`strpos(a.key, '@') = 0 and length(a.key) = 32`),
    sha256: has(sql`strpos(a.key, '@') = 0 and length(a.key) = 64`),
  }
  return sql`
    select known_as.id from (${keysOf(sql, asked, people)}) known_as
    join suppressed_addresses a on a.key = known_as.key
    where ${entriesOf(sql, place, set)}`
}

/** Their digests tell nobody an address, so that they cannot be looked up from their side. */
function digested(sql: Sql, people: Fragment): Fragment {
  const has = (kind: string) =>
    sql`(select exists (select from system_suppressions where kind = ${kind} or kind is null))`
  const asked = { address: has('address'), domain: has('domain'), md5: has('md5'), sha256: has('sha256') }
  return sql`
    select known_as.id from (${keysOf(sql, asked, people)}) known_as
    join system_suppressions y on y.digest = sha256(convert_to(known_as.key, 'UTF8'))`
}

type Kind = 'address' | 'domain' | 'md5' | 'sha256'

/** The keys under which people may be suppressed, of the kinds that are asked for. Those of both spellings of an address: as `knownAs`. */
function keysOf(sql: Sql, asked: Record<Kind, Fragment>, people: Fragment): Fragment {
  const address = sql`p.address`
  const letters = sql`address_in_letters(p.address)`
  const sha256 = (text: Fragment) => sql`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
  return sql`
    select p.id, unnest(array_remove(array[
      case when ${asked.address} then ${address}::text end,
      case when ${asked.domain} then substring(${address}, '@[^@]*$') end,
      case when ${asked.md5} then md5(${address}) end, case when ${asked.md5} then md5(${letters}) end,
      case when ${asked.sha256} then ${sha256(address)} end, case when ${asked.sha256} then ${sha256(letters)} end
      ], null)) collate "C" as key
    from (${people}) p
    where ${asked.address} or ${asked.domain} or ${asked.md5} or ${asked.sha256}`
}
