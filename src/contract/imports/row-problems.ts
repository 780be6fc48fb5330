import { compileRowReader } from './row-reader.ts'
import type { Plan } from './plan.ts'

/** `column`: from 0; null: the problem is of the whole row. */
export type CellProblem = { column: number | null; problem: string }

/** @param error as logged: all problems of the row in one sentence. */
export type ProblemsOf = (cells: readonly string[], error: string) => CellProblem[]

/**
 * Tells which cells a failed row failed for, by reading it again: the log has only the sentence.
 * @param plan null: it is not kept.
 */
export function compileRowProblems(plan: Plan | null): ProblemsOf {
  const reader = plan === null ? null : compileRowReader(plan)
  return (cells, error) => {
    // A row whose quotes are wrong, or that an earlier version read in another way, is not refused with the same words.
    if (reader === null || reader.read(cells) !== error) return [{ column: null, problem: error }]
    const { columns, problems, sentence } = reader.unfit()
    if (sentence === error)
      return columns.map((column, index) => ({ column, problem: problems[index] ?? '' }))
    const isTooLong = cells.length > reader.plan.columns.length
    return [{ column: isTooLong ? null : reader.plan.keyColumn, problem: error }]
  }
}
