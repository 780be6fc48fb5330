import { classifications, type RowLogName } from '../../contract/imports/states.ts'
import type { ImportRowRecord } from '../../contract/imports/rows.ts'
import { compileRowProblems, saidOf, type ProblemsOf } from '../../contract/imports/row-problems.ts'
import { allows } from '../../contract/users/right-names.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { unlessSlow } from '../../database/driver/statement/time-limit.ts'
import type { Caller } from '../../store/callers.ts'
import { countLogRows, findLogRows, findPrunedRows, type LogRow } from '../../store/imports/log-rows.ts'
import { findFailedRows } from '../../store/imports/logs.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import { changesOfDryRun, changesOfImport, type RowFiles } from './row-changes.ts'

export type RowsOrder = {
  files: RowFiles
  classification: RowLogName | undefined
  search: string | undefined
  problem?: string | undefined
  page: { afterId: number; limit: number }
  countMs?: number
}

export type FoundRow = ImportRowRecord & { id: number }

/**
 * @param countMs how long the rows that a search finds are counted; after that there are at least those of the page
 * @returns up to `limit` rows, and how many there are.
 */
export async function findImportRows(
  sql: Scoped,
  caller: Caller,
  row: ImportRow,
  { files, classification, search: given, problem: said, page, countMs = 3_000 }: RowsOrder,
): Promise<{ rows: FoundRow[]; count: Count }> {
  const place = { organizationId: caller.organization_id, importId: row.id }
  const search = given === undefined || given === '' ? null : given
  const problem = said === undefined || said === '' ? null : said
  const isPruned = classification === 'pruned' && problem === null
  const classes = classifications.filter(
    (name) => (classification ?? name) === name && (problem === null || name === 'failed'),
  )
  const found = isPruned
    ? await findPrunedRows(sql, place, search, page)
    : await findLogRows(sql, place, { classes, search, problem }, page)
  const counted = isPruned ? (['pruned'] as const) : classes
  const records =
    search === null && problem === null
      ? counted.reduce((sum, name) => sum + row[name], 0)
      : await sql.begin((sql) =>
          unlessSlow(sql, countMs, (sql) =>
            countLogRows(sql, place, { classes: counted, search: search ?? '', problem }),
          ),
        )
  const mayRead = caller.permissions === null || allows(caller.permissions, 'subscriber.read')
  const changes = mayRead
    ? await changesOf(sql, caller.organization_id, row, { found, files })
    : new Map<number, Changes>()
  const problemsOf = await problemsFor(sql, caller.organization_id, row, found)
  const emailColumn = row.column_mapping.findIndex((name) => name.trim().toLowerCase() === 'email')
  return {
    rows: found.map((one) => ({
      ...present(one, emailColumn, problemsOf),
      changes: changes.get(one.id) ?? null,
    })),
    count: { records: records ?? found.length, isExact: records !== null },
  }
}

type Changes = NonNullable<ImportRowRecord['changes']>

function changesOf(
  sql: Sql,
  organizationId: number,
  row: ImportRow,
  { found, files }: { found: LogRow[]; files: RowFiles },
): Promise<Map<number, Changes>> {
  if (row.dry_run) return changesOfDryRun(sql, organizationId, row, { found, files })
  return changesOfImport(sql, organizationId, row, found)
}

async function problemsFor(
  sql: Sql,
  organizationId: number,
  row: ImportRow,
  found: readonly LogRow[],
): Promise<ProblemsOf> {
  const hasFailed = found.some(({ classification }) => classification === 'failed')
  const failed = hasFailed ? await findFailedRows(sql, organizationId, row.id) : null
  return compileRowProblems(failed?.plan ?? null)
}

function present(
  { id, rowNumber, classification, line }: LogRow,
  emailColumn: number,
  problemsOf: ProblemsOf,
): Omit<FoundRow, 'changes'> {
  const common = { id, row_number: rowNumber, classification }
  if (typeof line === 'string') return { ...common, address: line, error: null, cells: null, problems: null }
  const cells = line.slice(0, -1)
  const error = line.at(-1) ?? ''
  const problems = problemsOf(cells, error).map((found) => ({
    column: found.column === null ? null : found.column + 1,
    problem: found.problem,
    ...saidOf(found),
  }))
  return { ...common, address: (cells[emailColumn] ?? '').trim(), error, cells, problems }
}
