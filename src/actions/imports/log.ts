import { notFound } from '../../contract/api/errors.ts'
import { logNames, type LogName } from '../../contract/imports/states.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { hasImportLog, importLogPieces } from '../../store/imports/logs.ts'
import type { Actor } from '../actor.ts'
import { findImport, type ImportPlace } from './states.ts'

export type ImportLog = { classification: LogName; pieces: AsyncIterable<string> }

/** Logs the access before the first address leaves the server. @throws AppError `not_found`. */
export async function openImportLog(
  sql: Scoped,
  { caller, audit }: Actor,
  place: ImportPlace,
  name: string,
): Promise<ImportLog> {
  const { organization_id: organizationId } = caller
  const { id } = await findImport(sql, caller, place)
  const classification = logNames.find((candidate) => candidate === name)
  if (classification === undefined || !(await hasImportLog(sql, organizationId, id, classification))) {
    throw notFound('subscriber import log')
  }
  await audit(sql, {
    kind: 'subscriber_import.log_downloaded',
    subject_type: 'SubscriberImport',
    subject_id: id,
    details: { classification },
  })
  return { classification, pieces: importLogPieces(sql, organizationId, id, classification) }
}
