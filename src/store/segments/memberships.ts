import type { Fragment, Sql } from '../../database/driver/connection.ts'
import { isSuppressed, isSuppressedFor } from '../conditions/suppression.ts'
import {
  activityRowsOf,
  bucketOf,
  hasBit,
  importBuckets,
  pieceRows,
  type ActivitySet,
  type ImportSet,
} from './sets/activity.ts'
import { createBitJoin, type BitJoin } from './bit-join.ts'
import { pausedRows } from '../subscribers/pauses.ts'
import { consentRows } from './sets/consent.ts'
import type { Known, Target } from './known.ts'
import { suppressedTree, type SetTree } from './set-trees.ts'
import { areFewer } from './sets/look-ups.ts'
import { addressOf } from './sets/suppressed.ts'

/** Of a subscriber `s`. */
export type Memberships = {
  onList: (listId: number, only: { active: boolean }) => Fragment
  suppressed: (suppressionListId: number) => Fragment
  among: (tree: SetTree) => Fragment
  /** Follows `from subscribers s`, once all conditions were made. */
  joins: () => Fragment
}

type Where = { sql: Sql; target: Target; known: Pick<Known, 'lists' | 'hasOwnKey' | 'subscribers'> }

/** On a list without its own key the address is the key. */
function address({ sql, known }: Where): Fragment {
  return addressOf(sql, 's', known.hasOwnKey)
}

/** For few subscribers. `offset 0` prevents a join, which read all of both lists for a page of fifty. */
export function lookUps(where: Where): Memberships {
  const {
    sql,
    target,
    known: { lists },
  } = where
  const { organizationId } = target
  const given = address(where)
  return {
    onList: (listId, { active }) => {
      const status = active ? sql`and o.status = 'active'` : sql``
      if (lists.get(listId)?.hasOwnKey !== true) return hasKeyOn(where, listId, status)
      const within = sql`o.organization_id = ${organizationId} and o.mailing_list_id = ${listId} ${status}`
      return sql`(exists (select from subscribers o where ${within} and o.email is not null and address_key(o.email) = ${given} offset 0)
        or exists (select from subscribers o where ${within} and o.email is null and o.key = ${given} offset 0))`
    },
    suppressed: (listId) => isSuppressed(sql, organizationId, sql`array[${listId}]::integer[]`, given),
    among: (tree) => lookUp(where, tree),
    joins: () => sql``,
  }
}

function hasKeyOn(where: Where, listId: number, status: Fragment): Fragment {
  const { sql, target } = where
  return sql`exists (
    select from subscribers o where o.organization_id = ${target.organizationId} and o.mailing_list_id = ${listId} ${status}
      and o.key = ${address(where)} offset 0)`
}

function lookUp(where: Where, tree: SetTree): Fragment {
  const { sql, target } = where
  switch (tree.type) {
    case 'did':
      return didIn(sql, target.organizationId, tree.set)
    case 'imported':
      return importedIn(sql, target.organizationId, tree.set)
    case 'consented':
      return sql`exists (select from (${consentRows(sql, target, tree.set, sql`s.id`)}) consented offset 0)`
    case 'status':
      return sql`s.status = ${tree.status}`
    case 'listed':
      return hasKeyOn(where, tree.listId, tree.who === 'all' ? sql`` : sql`and o.status <> 'active'`)
    case 'paused':
      return sql`exists (select from (${pausedRows(sql, target)}) paused where paused.subscriber_id = s.id offset 0)`
    case 'suppressed':
      return isSuppressedFor(sql, target.organizationId, tree.set, address(where))
    case 'not':
      return sql`not ${lookUp(where, tree.of)}`
    case 'any':
    case 'all': {
      const [first, ...others] = tree.of.map((one) => lookUp(where, one))
      if (first === undefined) return tree.type === 'all' ? sql`true` : sql`false`
      const list = others.reduce(
        (before, next) => (tree.type === 'all' ? sql`${before} and ${next}` : sql`${before} or ${next}`),
        first,
      )
      return sql`(${list})`
    }
  }
}

function didIn(sql: Sql, organizationId: number, set: ActivitySet): Fragment {
  const rows = activityRowsOf(sql, organizationId, set, sql`s.id`)
  return rows === null ? sql`false` : sql`exists (select from (${rows}) did offset 0)`
}

function importedIn(sql: Sql, organizationId: number, set: ImportSet): Fragment {
  return set.isKept
    ? sql`exists (
        select from (${importBuckets(sql, organizationId, set)} and bucket = ${bucketOf(sql)}) kept
        where ${hasBit(sql, sql`kept.people`)} offset 0)`
    : sql`s.id in (select subscriber_id from (${pieceRows(sql, organizationId, set)}) piece)`
}

/** For all subscribers of the list: counting 700,000 with 20 clauses takes a tenth of the time that look-ups take. */
export function joinedSets(
  where: Where,
  bits: Pick<BitJoin, 'among' | 'joins'> = createBitJoin(where.sql, where.target),
): Memberships {
  const { sql } = where
  const mailing = new Set<number>()
  return {
    onList: (listId, { active }) => {
      const other = where.known.lists.get(listId)
      if (other?.hasOwnKey === false && areFewer(where.known.subscribers, other.subscribers))
        return hasKeyOn(where, listId, active ? sql`and o.status = 'active'` : sql``)
      mailing.add(listId)
      return active
        ? sql`coalesce(${sql(`m${listId}.status`)} = 'active', false)`
        : sql`(${sql(`m${listId}.key`)} is not null)`
    },
    suppressed: (listId) => bits.among(suppressedTree(where.known, { lists: [listId], bySystem: false })),
    among: bits.among,
    joins: () => {
      const joins = [...mailing].map((listId) => listJoin(where, listId))
      joins.push(...bits.joins())
      return joins.reduce((before, next) => sql`${before} ${next}`, sql``)
    },
  }
}

function listJoin(where: Where, listId: number): Fragment {
  const {
    sql,
    target,
    known: { lists },
  } = where
  const { organizationId } = target
  const alias = sql(`m${listId}`)
  // Several subscribers of a list with its own key may have one address; `active` comes first in the alphabet.
  return lists.get(listId)?.hasOwnKey === true
    ? sql`left join (
        select coalesce(address_key(o.email), o.key) as key, min(o.status) as status from subscribers o
        where o.organization_id = ${organizationId} and o.mailing_list_id = ${listId} group by 1) ${alias}
        on ${alias}.key = ${address(where)}`
    : sql`left join subscribers ${alias} on ${alias}.organization_id = ${organizationId}
        and ${alias}.mailing_list_id = ${listId} and ${alias}.key = ${address(where)}`
}
