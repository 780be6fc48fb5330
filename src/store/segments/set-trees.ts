import type { Clause } from '../../contract/segments/clauses.ts'
import { activitySet, importSet } from './activity-sets.ts'
import type { ActivitySet, ImportSet } from './activity-sets.ts'
import type { Known } from './known.ts'

/** Clauses about messages and imports, and groups of nothing else. */
export type SetTree =
  | { type: 'did'; set: ActivitySet }
  | { type: 'imported'; set: ImportSet }
  | { type: 'any' | 'all'; of: SetTree[] }
  | { type: 'not'; of: SetTree }

export type OtherClause = Exclude<Clause, { type: 'activity' } | { type: 'import' }>

export function isOther(clause: Clause): clause is OtherClause {
  return clause.type !== 'activity' && clause.type !== 'import'
}

/** null: the clause also looks at something else of the subscriber. */
export function setTree(known: Known, clause: Clause): SetTree | null {
  switch (clause.type) {
    case 'activity':
      return unless(clause.operator === 'did', { type: 'did', set: activitySet(known, clause) })
    case 'import':
      return unless(!clause.operator.startsWith('not_'), { type: 'imported', set: importSet(known, clause) })
    case 'any':
    case 'all':
      return groupTree(known, clause.type, clause.clauses)
    case 'not':
      return unless(false, groupTree(known, 'any', clause.clauses))
    default:
      return null
  }
}

function unless<Tree extends SetTree | null>(isPositive: boolean, tree: Tree) {
  return isPositive || tree === null ? tree : { type: 'not' as const, of: tree }
}

function groupTree(known: Known, type: 'any' | 'all', clauses: readonly Clause[]): SetTree | null {
  const of = clauses.map((clause) => setTree(known, clause))
  const trees = of.flatMap((tree) => tree ?? [])
  return trees.length === of.length ? { type, of: trees } : null
}
