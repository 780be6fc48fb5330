import { explainClauses } from '../../../src/contract/segments/sentence.ts'
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
    phrase: phraseOf(clause),
    rest: clauses.filter((_, other) => other !== place),
  }))
}

/** The sentence of one condition, without `Active people who` and the full stop. */
function phraseOf(clause: Named): string {
  const phrase = explainClauses([clause])
    .replace(/^.*?\bwho /, '')
    .replace(/\.$/, '')
  return clause.type === 'any' ? phrase.replace(/^\((.*)\)$/, '$1') : phrase
}
