import type { Plan } from '../../contract/imports/plan.ts'
import type { ImportState, LogName } from '../../contract/imports/states.ts'
import { withoutExamples } from './ranges.ts'
import { keepImportPeople } from '../segments/import-people.ts'
import type { ImportRow } from './rows.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'

export async function hasImportLog(
  sql: Sql,
  organizationId: number,
  importId: number,
  classification: LogName,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from import_logs
      where organization_id = ${organizationId} and import_id = ${importId}
        and classification = ${classification}) as found`
  return row?.found === true
}

export async function* importLogPieces(
  sql: Sql,
  organizationId: number,
  importId: number,
  classification: LogName,
): AsyncGenerator<string> {
  let after = -1
  for (;;) {
    const [piece] = await sql<{ range_number: number; content: string }[]>`
      select range_number, content from import_logs
      where organization_id = ${organizationId} and import_id = ${importId}
        and classification = ${classification} and range_number > ${after}
      order by range_number limit 1`
    if (piece === undefined) return
    after = piece.range_number
    yield piece.content
  }
}

export const logDays = 7

/** Logs, and what an undo needs, are kept for 7 days. @returns the purged import, or null if none is due. */
export async function purgeImportLogs(
  sql: Sql,
): Promise<{ organization_id: number; id: number; spool_name: string | null } | null> {
  const candidates = await sql<{ organization_id: number; id: number; spool_name: string | null }[]>`
    select organization_id, id, spool_name from import_jobs i
    where finished_at < now() - ${logDays} * interval '1 day' and logs_purged_at is null
      and not exists (
        select from undo_jobs u
        where u.organization_id = i.organization_id and u.import_id = i.id and u.finished_at is null)
    order by finished_at limit ${candidatesMax}`
  const due = await firstTaken(candidates, async (one) => {
    const { count } = await sql`
      select 1 from subscriber_imports
      where organization_id = ${one.organization_id} and id = ${one.id} and logs_purged_at is null
      for update skip locked`
    return count === 1 ? one : null
  })
  if (due === null) return null
  await keepImportPeople(sql, due.organization_id, due.id)
  await sql`
    delete from import_undo_pieces where organization_id = ${due.organization_id} and import_id = ${due.id}`
  await sql`delete from import_logs where organization_id = ${due.organization_id} and import_id = ${due.id}`
  await sql`delete from import_ranges where organization_id = ${due.organization_id} and import_id = ${due.id}`
  await sql`delete from import_prune_ranges where organization_id = ${due.organization_id} and import_id = ${due.id}`
  await sql`
    update subscriber_imports set logs_purged_at = now(), spool_name = null, header_cells = null, bad_values = ${withoutExamples(sql)}
    where organization_id = ${due.organization_id} and id = ${due.id}`
  return due
}

export type FailedRows = Pick<ImportRow, 'column_mapping' | 'file_format'> & {
  state: ImportState
  isEnded: boolean
  isPurged: boolean
  count: number
  header: string[] | null
  /** null: the file was not split. */
  plan: Plan | null
}

/** null: the organization has no such import. */
export async function findFailedRows(
  sql: Sql,
  organizationId: number,
  importId: number,
): Promise<FailedRows | null> {
  const [row] = await sql<(Omit<FailedRows, 'header'> & { header: string | null })[]>`
    select state, finished_at is not null as "isEnded", logs_purged_at is not null as "isPurged", failed as count,
      header_cells as header, column_mapping, file_format, plan
    from import_jobs
    where organization_id = ${organizationId} and id = ${importId}`
  if (row === undefined) return null
  return { ...row, header: row.header === null ? null : (JSON.parse(row.header) as string[]) }
}
