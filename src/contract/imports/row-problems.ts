import { compileRowReader } from './row-reader.ts'
import type { Column, Plan } from './plan.ts'
import { readRowProblem, type rowForms } from '../values/said/rows.ts'
import type { Said } from '../values/said/reader.ts'

/** `column`: from 0; null: the problem is of the whole row. `name`: of the field, with which its sentence begins. */
export type CellProblem = { column: number | null; problem: string; name: string }

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
    if (reader === null || reader.read(cells) !== error) return [problemOf(null, error)]
    const { columns, problems, sentence } = reader.unfit()
    const named = (column: number, problem: string) => problemOf(column, problem, reader.plan.columns[column])
    if (sentence === error) return columns.map((column, index) => named(column, problems[index] ?? ''))
    const isTooLong = cells.length > reader.plan.columns.length
    return [isTooLong ? problemOf(null, error) : named(reader.plan.keyColumn, error)]
  }
}

function problemOf(column: number | null, problem: string, named?: Column): CellProblem {
  const name = named === undefined ? '' : named.kind === 'field' ? named.rules.name : named.kind
  return { column, problem, name }
}

/** Nothing for a sentence without a known form. */
export function saidOf({ problem, name }: CellProblem): Partial<Said<keyof typeof rowForms>> {
  if (name === '') return readRowProblem(problem) ?? {}
  return (problem.startsWith(`${name} `) && readRowProblem(problem.slice(name.length + 1))) || {}
}
