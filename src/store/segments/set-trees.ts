import { messageActivities, type Activity, type ActivityClause } from '../../contract/segments/activity.ts'
import type { Clause } from '../../contract/segments/clauses.ts'
import { speaksOfStatus } from '../../contract/segments/tree.ts'
import { subscriberStatuses, type SubscriberStatus } from '../../contract/imports/states.ts'
import type { Suppressing } from '../conditions/suppression.ts'
import { activitySet, importSet, type ActivitySet, type ImportSet } from './sets/activity.ts'
import { largeList } from './counting/second-core.ts'
import { consentSet, type ConsentSet } from './sets/consent.ts'
import type { Known } from './known.ts'
import { areFewer } from './sets/look-ups.ts'
import type { SuppressedSet } from './sets/suppressed.ts'

/**
 * Clauses about messages, imports, consent and, in the tree of a whole segment, the status and other lists; groups of nothing
 * else; and pauses and suppression lists.
 */
export type SetTree =
  | { type: 'did'; set: ActivitySet }
  | { type: 'imported'; set: ImportSet }
  | { type: 'consented'; set: ConsentSet }
  | { type: 'status'; status: SubscriberStatus }
  /** By the same key: `inactive` are those of them who are not active there. `lookedUp`: they are few. */
  | { type: 'listed'; listId: number; who: 'all' | 'inactive'; lookedUp: boolean }
  /** Until now or later. */
  | { type: 'paused' }
  | { type: 'suppressed'; set: SuppressedSet }
  | { type: 'any' | 'all'; of: SetTree[] }
  | { type: 'not'; of: SetTree }

export type OtherClause = Exclude<Clause, { type: 'activity' | 'import' | 'consent' }>

export function isOther(clause: Clause): clause is OtherClause {
  return clause.type !== 'activity' && clause.type !== 'import' && clause.type !== 'consent'
}

/** null: the clause also looks at something else of the subscriber. */
export function setTree(known: Known, clause: Clause): SetTree | null {
  return treeOf(known, clause, false)
}

/** The segment as one tree, which no row of a subscriber is needed for. null: it also looks at something else. */
export function segmentTree(known: Known, clauses: readonly Clause[]): SetTree | null {
  const tree = groupTree(known, { type: 'all', clauses }, true)
  if (tree === null || speaksOfStatus(clauses)) return tree
  return { type: 'all', of: [{ type: 'status', status: 'active' }, tree] }
}

/** `whole`: of a whole segment. Beside other clauses a row is read, and its status is nearer there. */
function treeOf(known: Known, clause: Clause, whole: boolean): SetTree | null {
  switch (clause.type) {
    case 'activity':
      return unless(clause.operator === 'did', activityTree(known, clause))
    case 'import':
      return unless(!clause.operator.startsWith('not_'), { type: 'imported', set: importSet(known, clause) })
    case 'consent':
      return unless(clause.operator === 'given', { type: 'consented', set: consentSet(known, clause) })
    case 'any':
    case 'all':
      return groupTree(known, { type: clause.type, clauses: clause.clauses }, whole)
    case 'not':
      return unless(false, groupTree(known, { type: 'any', clauses: clause.clauses }, whole))
    case 'subscriber_status':
      return whole ? unless(clause.operator === 'is', { type: 'status', status: clause.value }) : null
    case 'in_mailing_list':
      return whole ? listTree(known, clause) : null
    case 'not_in_suppression_list':
      // A custom field that tells people apart is no address: their rows are needed.
      return whole && !known.hasOwnKey
        ? unless(false, suppressedTree(known, { lists: [clause.suppression_list.id], bySystem: false }))
        : null
    case 'in_segment': {
      const inner = whole ? segmentTree(known, known.segments.get(clause.segment.id) ?? []) : null
      return unless(clause.operator === 'is_in', inner)
    }
    default:
      return null
  }
}

/** Responses do not know the version: who did it with one is among those who got it. */
function activityTree(known: Known, { version, ...clause }: ActivityClause<{ id: number }>): SetTree {
  const did = (of: ActivityClause<{ id: number }>): SetTree => ({ type: 'did', set: activitySet(known, of) })
  if (version === undefined) return did(clause)
  if (isOfMessage(clause.activity)) return did({ ...clause, version })
  const { campaign, type, operator } = clause
  const got = did({ type, operator, activity: 'was_sent', version, ...(campaign && { campaign }) })
  return { type: 'all', of: [got, did(clause)] }
}

function isOfMessage(activity: Activity): boolean {
  return messageActivities.some((one) => one === activity)
}

export function suppressedTree(
  { hasOwnKey, subscribers }: Pick<Known, 'hasOwnKey' | 'subscribers'>,
  { lists, bySystem }: Suppressing,
): SetTree {
  return { type: 'suppressed', set: { lists, bySystem, hasOwnKey, subscribers } }
}

function unless<Tree extends SetTree | null>(isPositive: boolean, tree: Tree) {
  return isPositive || tree === null ? tree : { type: 'not' as const, of: tree }
}

/** null: the addresses must be read, because a custom field tells people apart; or the list is not large, and joining the rows is faster. */
function listTree(known: Known, { operator, mailing_list: { id } }: ListClause): SetTree | null {
  const other = known.lists.get(id)
  if (known.subscribers < largeList || known.hasOwnKey || other?.hasOwnKey !== false) return null
  const on = { type: 'listed', listId: id, lookedUp: areFewer(other.subscribers, known.subscribers) } as const
  const listed: SetTree = { ...on, who: 'all' }
  const inactive: SetTree = { ...on, who: 'inactive' }
  const isOn: SetTree = operator.endsWith('active_in')
    ? { type: 'all', of: [listed, { type: 'not', of: inactive }] }
    : listed
  return unless(operator === 'is_in' || operator === 'is_active_in', isOn)
}

type ListClause = Extract<Clause, { type: 'in_mailing_list' }>

type Group = { type: 'any' | 'all'; clauses: readonly Clause[] }

function groupTree(known: Known, { type, clauses }: Group, whole: boolean): SetTree | null {
  const of = clauses.map((clause) => treeOf(known, clause, whole))
  const trees = of.flatMap((tree) => tree ?? [])
  return trees.length === of.length ? { type, of: trees } : null
}

/** Of subscribers without a row of bits. */
export function holdsOfNobody(tree: SetTree): boolean {
  switch (tree.type) {
    case 'did':
    case 'imported':
    case 'consented':
    case 'listed':
    case 'paused':
    case 'suppressed':
      return false
    case 'status':
      return tree.status === 'active'
    case 'not':
      return !holdsOfNobody(tree.of)
    case 'any':
      return tree.of.some((one) => holdsOfNobody(one))
    case 'all':
      return tree.of.every((one) => holdsOfNobody(one))
  }
}

/** If it looks at nothing but the status: those that it holds for. */
export function statusesOf(tree: SetTree): SubscriberStatus[] | null {
  const held = subscriberStatuses.map((status) => holdsFor(tree, status))
  return held.includes(null) ? null : subscriberStatuses.filter((_, index) => held[index] === true)
}

/** null: it depends on something else. */
function holdsFor(tree: SetTree, status: SubscriberStatus): boolean | null {
  switch (tree.type) {
    case 'status':
      return tree.status === status
    case 'not': {
      const inner = holdsFor(tree.of, status)
      return inner === null ? null : !inner
    }
    case 'any':
    case 'all': {
      const decisive = tree.type === 'any'
      const each = tree.of.map((one) => holdsFor(one, status))
      if (each.includes(decisive)) return decisive
      return each.includes(null) ? null : !decisive
    }
    default:
      return null
  }
}
