import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Failure, Failures } from '../../contract/imports/failures.ts'
import { compileRowReader } from '../../contract/imports/row-reader.ts'
import { compileRowProblems, saidOf, type CellProblem } from '../../contract/imports/row-problems.ts'
import type { Plan } from '../../contract/imports/plan.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { findFailedRows, importLogPieces } from '../../store/imports/logs.ts'
import type { ImportRow } from '../../store/imports/rows.ts'

/** What one call reads: about a second of work. */
const limits = { rows: 100_000, kinds: 500 }

/** Between them others are answered. */
const rowsAtOnce = 500

/** Reads the log of failed rows. */
export async function summarizeFailures(
  sql: Sql,
  { organization_id: organizationId }: Caller,
  row: ImportRow,
  { rows: rowsMax, kinds: kindsMax } = limits,
): Promise<Failures> {
  const { plan = null, header = null } = (await findFailedRows(sql, organizationId, row.id)) ?? {}
  const problemsOf = compileRowProblems(plan)
  const summary = { canBeEmpty: canBeEmptyOf(plan), mapping: row.column_mapping, kindsMax, isExact: true }
  const kinds = new Map<string, Failure>()
  let rows = 0
  for await (const piece of importLogPieces(sql, organizationId, row.id, 'failed')) {
    for (const line of JSON.parse(piece) as string[][]) {
      if (rows === rowsMax) return { rows, is_exact: false, header, failures: sorted(kinds) }
      rows += 1
      const cells = line.slice(0, -1)
      for (const one of problemsOf(cells, line.at(-1) ?? '')) addProblem(kinds, one, { cells, summary })
      if (rows % rowsAtOnce === 0) await nextTurn()
    }
  }
  return { rows, is_exact: summary.isExact, header, failures: sorted(kinds) }
}

type Summary = {
  canBeEmpty: readonly boolean[]
  mapping: readonly string[]
  kindsMax: number
  isExact: boolean
}

function addProblem(
  kinds: Map<string, Failure>,
  found: CellProblem,
  { cells, summary }: { cells: readonly string[]; summary: Summary },
): void {
  const { column, problem } = found
  const key = `${column ?? ''}:${problem}`
  let kind = kinds.get(key)
  if (kind === undefined) {
    if (kinds.size === summary.kindsMax) {
      summary.isExact = false
      return
    }
    kind = {
      column: column === null ? null : column + 1,
      field: column === null ? '' : (summary.mapping[column] ?? ''),
      problem,
      ...saidOf(found),
      count: 0,
      can_be_empty: column !== null && summary.canBeEmpty[column] === true,
      examples: [],
    }
    kinds.set(key, kind)
  }
  kind.count += 1
  if (column !== null) addExample(kind.examples, cells[column] ?? '')
}

const examplesMax = 3
const exampleLength = 40

function addExample(examples: string[], cell: string): void {
  const text = cell.trim()
  const short = text.length > exampleLength ? `${text.slice(0, exampleLength)}…` : text
  if (examples.length < examplesMax && short !== '' && !examples.includes(short)) examples.push(short)
}

function canBeEmptyOf(plan: Plan | null): readonly boolean[] {
  return plan === null ? [] : compileRowReader(plan).canBeEmpty
}

function sorted(kinds: Map<string, Failure>): Failure[] {
  return [...kinds.values()].toSorted((one, other) => other.count - one.count)
}
