import { isDeepStrictEqual } from 'node:util'
import { AppError, invalid } from '../../contract/api/errors.ts'
import { withNewFields } from '../../contract/imports/new-fields.ts'
import { makePlan, type Plan } from '../../contract/imports/plan.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { insertImportOfDryRun, lockDryRun, type DryRun } from '../../store/imports/dry-runs.ts'
import { dryRunHours } from '../../store/imports/columns.ts'
import * as store from '../../store/imports/rows.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import { useUpload } from '../../store/imports/uploads.ts'
import { findListRules } from '../../store/lists/rules.ts'
import { requirePermission } from '../permission.ts'
import { readTriggers } from './create.ts'
import { findImport, type ImportPlace } from './states.ts'

/** @throws AppError `validation_failed` if its counts are out of date, its file is gone, or it was imported before. */
export async function importDryRun(sql: Scoped, caller: Caller, place: ImportPlace): Promise<ImportRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const { id } = await findImport(sql, caller, place)
    const dryRun = await lockDryRun(sql, organizationId, id)
    checkIsImportable(dryRun)
    if (dryRun.create_custom_fields !== null) requirePermission(caller, 'custom_field.create')
    await checkSamePlan(sql, caller, dryRun)
    await readTriggers(sql, organizationId, dryRun.mailing_list_id, dryRun.autoresponders)
    if (dryRun.upload_id !== null) await useUpload(sql, organizationId, dryRun.upload_id)
    const realId = await insertImportOfDryRun(sql, organizationId, id, caller)
    return store.findImport(sql, organizationId, realId)
  })
}

function checkIsImportable(dryRun: DryRun): void {
  const { id, state } = dryRun
  if (!dryRun.dry_run) throw invalid(`subscriber import ${id} is not a dry run`)
  if (dryRun.real_import_id !== null) {
    throw invalid(`dry run ${id} was already turned into subscriber import ${dryRun.real_import_id}`)
  }
  if (state !== 'finished') throw invalid(`dry run ${id} cannot be turned into an import: it is ${state}`)
  if (dryRun.is_list_deleted) throw invalid(`the mailing list of dry run ${id} was deleted`)
  if (dryRun.importable_until === null || dryRun.is_late) {
    throw invalid(
      `the file of dry run ${id} is no longer on the server: it is kept for ${dryRunHours} hours, or until an address is erased; create the import again`,
    )
  }
}

/** The stored plan has the rules by which the rows were classified. */
async function checkSamePlan(sql: Transaction, caller: Caller, dryRun: DryRun): Promise<void> {
  const list = await findListRules(sql, caller.organization_id, dryRun.mailing_list_id)
  const then = dryRun.plan
  // The separator is the file's, which is the same; the day is that of each import.
  const kept = then === null ? {} : { separator: then.separator, today: then.today }
  const now = JSON.parse(JSON.stringify({ ...(await planNow()), ...kept })) as Plan
  if (then === null || isDeepStrictEqual(now, then)) return
  const changed = then.columns.find((column, index) => !isDeepStrictEqual(column, now.columns[index]))
  const what =
    changed?.kind === 'field'
      ? `the custom field ${changed.rules.name} has changed`
      : 'the primary key of the list, its fields or the time zone of the organization have changed'
  throw invalid(`${what} since the dry run, so its counts are out of date; start a new dry run`)

  async function planNow(): Promise<Plan> {
    try {
      const { list: extended } = withNewFields(list, dryRun.create_custom_fields ?? [])
      // As jsonb returns it.
      return JSON.parse(JSON.stringify(makePlan(extended, dryRun, caller.time_zone))) as Plan
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw invalid(
        `the custom fields of the list have changed since the dry run: ${error.message}; start a new dry run`,
      )
    }
  }
}
