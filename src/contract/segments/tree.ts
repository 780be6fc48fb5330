import { dateClauses, type Clause, type DateClauseType } from './clauses.ts'

/** Walks through clauses in clauses. */

export type ReferenceKind =
  | 'mailing_list'
  | 'suppression_list'
  | 'custom_field'
  | 'campaign'
  | 'autoresponder'
  | 'import'
  | 'web_form'
  | 'segment'

export type Leaf<Reference = { id: number }> = Exclude<Clause<Reference>, { clauses: unknown }>

export function leavesOf<Reference>(clauses: readonly Clause<Reference>[]): Leaf<Reference>[] {
  return clauses.flatMap((clause) => ('clauses' in clause ? leavesOf(clause.clauses) : [clause]))
}

/** What the clause names; a clause names one record at most. */
export function mapReference<From, To>(
  clause: Clause<From>,
  map: (kind: ReferenceKind, reference: From) => To,
): Clause<To> {
  if ('clauses' in clause) {
    return { ...clause, clauses: clause.clauses.map((inner) => mapReference(inner, map)) }
  }
  switch (clause.type) {
    case 'in_mailing_list':
      return { ...clause, mailing_list: map('mailing_list', clause.mailing_list) }
    case 'not_in_suppression_list':
      return { ...clause, suppression_list: map('suppression_list', clause.suppression_list) }
    case 'custom_field':
      return { ...clause, custom_field: map('custom_field', clause.custom_field) }
    case 'activity': {
      const { campaign, autoresponder, ...others } = clause
      if (campaign !== undefined) return { ...others, campaign: map('campaign', campaign) }
      return autoresponder === undefined
        ? others
        : { ...others, autoresponder: map('autoresponder', autoresponder) }
    }
    case 'import':
      return { ...clause, import: map('import', clause.import) }
    case 'consent': {
      const { web_form: form, ...others } = clause
      return form === undefined ? others : { ...others, web_form: map('web_form', form) }
    }
    case 'in_segment':
      return { ...clause, segment: map('segment', clause.segment) }
    default:
      return clause
  }
}

export function referencesOf<Reference>(
  clauses: readonly Clause<Reference>[],
  kind: ReferenceKind,
): Reference[] {
  const found: Reference[] = []
  for (const clause of clauses) {
    mapReference(clause, (one, reference) => {
      if (one === kind) found.push(reference)
      return reference
    })
  }
  return found
}

export function isDateClause<Reference>(
  clause: Clause<Reference>,
): clause is Extract<Clause<Reference>, { type: DateClauseType }> {
  return clause.type in dateClauses
}

export function speaksOfStatus(clauses: readonly Clause<unknown>[]): boolean {
  return leavesOf(clauses).some(
    ({ type }) =>
      type === 'subscriber_status' || (type in dateClauses && dateClauses[type as DateClauseType] !== null),
  )
}

/** Removes clauses that equal an earlier one in the same group. */
export function mergeClauses<Reference>(clauses: readonly Clause<Reference>[]): Clause<Reference>[] {
  const merged = clauses.map((clause) =>
    'clauses' in clause ? { ...clause, clauses: mergeClauses(clause.clauses) } : clause,
  )
  return [...new Map(merged.map((clause) => [JSON.stringify(clause), clause])).values()]
}

/** Different ones. */
export function countListClauses(clauses: readonly Clause<unknown>[]): number {
  return countOf(clauses, ['in_mailing_list', 'not_in_suppression_list'])
}

/** Different ones. */
export function countActivityClauses(clauses: readonly Clause<unknown>[]): number {
  return countOf(clauses, ['activity', 'import', 'consent'])
}

function countOf(clauses: readonly Clause<unknown>[], types: readonly string[]): number {
  const leaves = leavesOf(clauses).filter(({ type }) => types.includes(type))
  return new Set(leaves.map((clause) => JSON.stringify(clause))).size
}
