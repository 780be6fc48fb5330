import { explainedAlone } from '../../segments/explain.ts'
import type { NamedClause as Named } from '../../segments/to-clauses.ts'

/** Each costs a count on the server. */
export const leftOutMax = 5

export type LeftOut = { phrase: string; rest: Named[] }

/**
 * The conditions that people must all meet, each with the others. Where one group of `all` stands alone its own
 * conditions are taken; a group of `any` counts as one condition.
 * @returns none if there are more than `leftOutMax`: counting them would keep the server busy.
 */
export function withoutEach(clauses: readonly Named[]): LeftOut[] {
  const [only] = clauses
  if (clauses.length === 1 && only?.type === 'all') return withoutEach(only.clauses)
  if (clauses.length > leftOutMax) return []
  return clauses.map((clause, place) => ({
    phrase: explainedAlone(clause),
    rest: clauses.filter((_, other) => other !== place),
  }))
}
