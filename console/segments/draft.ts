import type { Clause, DateClauseType } from '../../src/contract/segments/clauses.ts'
import { mapReference } from '../../src/contract/segments/tree.ts'
import { segmentWords } from '../words/audience/segments.ts'
import type { SubscriberStatus } from '../../src/contract/imports/states.ts'

/** A condition while one writes it: texts may be empty yet. The keys tell rows apart while they move. */
export type ClauseDraft = { key: number; kind: ClauseKind; operator: string; value: string }
export type GroupType = 'any' | 'all' | 'not'
export type GroupDraft = { key: number; kind: 'group'; type: GroupType; items: Draft[] }
/** A condition that the builder does not know: it is kept as it is. */
export type KeptDraft = { key: number; kind: 'kept'; clause: Clause }
export type Draft = ClauseDraft | GroupDraft | KeptDraft

export type ClauseKind = 'in_mailing_list' | 'not_in_suppression_list' | 'subscriber_status' | DateClauseType

export const ageOperators: readonly string[] = ['in_last_days', 'not_in_last_days']
const dateOperators = ['in_last_days', 'not_in_last_days', 'is_on', 'is_before', 'is_after']

export function operatorsOf(kind: ClauseKind): readonly string[] {
  if (kind === 'in_mailing_list') return ['is_active_in', 'is_not_active_in', 'is_in', 'is_not_in']
  if (kind === 'not_in_suppression_list') return []
  return kind === 'subscriber_status' ? ['is', 'is_not'] : dateOperators
}

let lastKey = 0
export const newKey = () => (lastKey += 1)

export function newClause(kind: ClauseKind = 'subscriber_date_subscribed'): ClauseDraft {
  const value = kind === 'subscriber_status' ? 'active' : kind.startsWith('subscriber_date') ? '30' : ''
  return { key: newKey(), kind, operator: operatorsOf(kind)[0] ?? '', value }
}

export function newGroup(type: GroupType, items: Draft[] = [newClause()]): GroupDraft {
  return { key: newKey(), kind: 'group', type, items }
}

/** The API joins the clauses at the top by `all`; one group alone at the top is shown as the top itself. */
export function draftOf(clauses: readonly Clause[]): GroupDraft {
  const [only] = clauses
  if (clauses.length === 1 && only !== undefined && 'clauses' in only) {
    return newGroup(only.type, only.clauses.map(itemOf))
  }
  return newGroup('all', clauses.map(itemOf))
}

function itemOf(clause: Clause): Draft {
  if ('clauses' in clause) return newGroup(clause.type, clause.clauses.map(itemOf))
  const key = newKey()
  if (!isKnown(clause)) return { key, kind: 'kept', clause }
  const { type: kind } = clause
  const operator = 'operator' in clause ? clause.operator : ''
  if (clause.type === 'in_mailing_list') return { key, kind, operator, value: String(clause.mailing_list.id) }
  if (clause.type === 'not_in_suppression_list')
    return { key, kind, operator, value: String(clause.suppression_list.id) }
  return { key, kind, operator, value: String(clause.value) }
}

type KnownClause = Extract<Clause, { type: ClauseKind }>

function isKnown(clause: Clause): clause is KnownClause {
  return clause.type in segmentWords.kinds
}

/** What the names of lists are; '' for one that is gone. */
export type Names = { list: (id: number) => string; suppression: (id: number) => string }
export type NamedClause = Clause<{ id: number; name: string }>

/** null while a condition is not complete. */
export function clausesOf(top: GroupDraft, names: Names): NamedClause[] | null {
  const clauses = groupClauses(top.items, names)
  if (clauses === null || top.type === 'all') return clauses
  if (top.type === 'any' && clauses.length < 2) return clauses
  return clauses.length === 0 ? clauses : [{ type: top.type, clauses }]
}

function groupClauses(items: readonly Draft[], names: Names): NamedClause[] | null {
  const clauses: NamedClause[] = []
  for (const item of items) {
    const clause =
      item.kind === 'group'
        ? groupOf(item, names)
        : item.kind === 'kept'
          ? mapReference(item.clause, (_, { id }) => ({ id, name: `#${id}` }))
          : clauseOf(item, names)
    if (clause === null) return null
    clauses.push(clause)
  }
  return clauses
}

function groupOf({ type, items }: GroupDraft, names: Names): NamedClause | null {
  const clauses = groupClauses(items, names)
  return clauses === null || clauses.length === 0 ? null : { type, clauses }
}

function clauseOf({ kind, operator, value }: ClauseDraft, names: Names): NamedClause | null {
  if (value.trim() === '') return null
  const id = Number(value)
  if (kind === 'in_mailing_list') {
    return { type: kind, operator: operator as 'is_in', mailing_list: { id, name: names.list(id) } }
  }
  if (kind === 'not_in_suppression_list')
    return { type: kind, suppression_list: { id, name: names.suppression(id) } }
  if (kind === 'subscriber_status') {
    return { type: kind, operator: operator as 'is', value: value as SubscriberStatus }
  }
  if (!ageOperators.includes(operator)) {
    return /^\d{4}-\d\d-\d\d$/.test(value) ? { type: kind, operator: operator as 'is_on', value } : null
  }
  const days = /^\d{1,5}$/.test(value.trim()) ? Number(value) : 0
  return days < 1 || days > 36_500 ? null : { type: kind, operator: operator as 'in_last_days', value: days }
}
