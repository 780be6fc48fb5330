import { invalid } from '../../contract/api/errors.ts'
import { endedStates } from '../../contract/imports/states.ts'
import type { UndoClass } from '../../contract/imports/undo.ts'
import type { Sql, Transaction } from '../../database/driver/connection.ts'
import { insertJob, restartJob } from '../jobs/states.ts'
import { candidatesMax, firstTaken } from '../server/leases.ts'
import { undoKind } from './claims.ts'
import type { Caller } from '../callers.ts'
import { logDays } from './logs.ts'
import { findImport } from './rows.ts'

/**
 * An undo in progress is not changed, and one that failed continues.
 * @returns whether anything was scheduled.
 * @throws AppError `validation_failed`.
 */
export async function scheduleUndo(sql: Transaction, caller: Caller, importId: number): Promise<boolean> {
  const { organization_id: organizationId } = caller
  await checkCanBeUndone(sql, organizationId, importId)
  const [found] = await sql<[{ people: number }]>`
    select coalesce(sum(cardinality(p.ids)), 0)::bigint as people from import_undo_pieces p
    where p.organization_id = ${organizationId} and p.import_id = ${importId}`
  const { count } = await sql`
    insert into import_undos (organization_id, import_id, api_key_id, user_id)
    values (${organizationId}, ${importId}, ${caller.api_key_id}, ${caller.user_id})
    on conflict (organization_id, import_id) do nothing`
  const key = { organization_id: organizationId, kind: undoKind, id: importId }
  if (count === 0) return restartJob(sql, key)
  const { mailing_list_id, source_filename, source_url } = await findImport(sql, organizationId, importId)
  await insertJob(sql, key, {
    mailing_list_id,
    name: source_filename ?? source_url ?? '',
    total: found.people,
  })
  return true
}

/** Locks the import, so that two calls and the purge take turns. */
export async function checkCanBeUndone(
  sql: Transaction,
  organizationId: number,
  importId: number,
): Promise<void> {
  await sql`
    select 1 from subscriber_imports where organization_id = ${organizationId} and id = ${importId} for no key update`
  const found = await findImport(sql, organizationId, importId)
  const refuse = (why: string) => invalid(`subscriber import cannot be undone: ${why}`)
  if (found.undo?.state === 'finished') throw refuse('it has already been undone')
  if (!endedStates.some((state) => state === found.state)) {
    throw refuse(`it is ${found.state}. Wait for its end, or cancel it first`)
  }
  if (found.dry_run) throw refuse('it was a dry run, which changes nothing')
  if (!found.keep_for_undo) throw refuse('it was made with keep_for_undo false')
  const [state] = await sql<{ is_late: boolean; is_deleted: boolean }[]>`
    select i.logs_purged_at is not null
        or i.finished_at < now() - ${logDays} * interval '1 day' as is_late,
      l.deleted_at is not null as is_deleted
    from import_jobs i
    join mailing_lists l on l.organization_id = i.organization_id and l.id = i.mailing_list_id
    where i.organization_id = ${organizationId} and i.id = ${importId}`
  if (state?.is_deleted === true) throw refuse('its mailing list was deleted')
  if (state?.is_late === true && found.undo?.state !== 'scheduled' && found.undo?.state !== 'undoing') {
    throw refuse(`it ended more than ${logDays} days ago`)
  }
}

/** Logs of undos are kept as long as those of imports. @returns false if none is due. */
export async function purgeUndoLogs(sql: Transaction): Promise<boolean> {
  const candidates = await sql<{ organization_id: number; import_id: number }[]>`
    select organization_id, import_id from undo_jobs
    where finished_at < now() - ${logDays} * interval '1 day' and logs_purged_at is null
    order by finished_at limit ${candidatesMax}`
  const due = await firstTaken(candidates, async (one) => {
    const mine = sql`organization_id = ${one.organization_id} and import_id = ${one.import_id}`
    const { count } = await sql`
      select 1 from import_undos where ${mine} and logs_purged_at is null for update skip locked`
    if (count === 0) return null
    await sql`delete from import_undo_logs where ${mine}`
    await sql`update import_undos set logs_purged_at = now() where ${mine}`
    return one
  })
  return due !== null
}

export async function hasUndoLog(
  sql: Sql,
  organizationId: number,
  importId: number,
  name: UndoClass,
): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select exists (
      select 1 from import_undo_logs
      where organization_id = ${organizationId} and import_id = ${importId} and classification = ${name}) as found`
  return row?.found === true
}

export async function* undoLogPieces(
  sql: Sql,
  organizationId: number,
  importId: number,
  name: UndoClass,
): AsyncGenerator<string> {
  let after = -1
  for (;;) {
    const [piece] = await sql<{ piece_number: number; content: string }[]>`
      select piece_number, content from import_undo_logs
      where organization_id = ${organizationId} and import_id = ${importId} and classification = ${name}
        and piece_number > ${after}
      order by piece_number limit 1`
    if (piece === undefined) return
    after = piece.piece_number
    yield piece.content
  }
}
