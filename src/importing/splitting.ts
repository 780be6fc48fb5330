import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../contract/api/errors.ts'
import {
  existingField,
  withCreatedIds,
  withNewFields,
  type NewField,
} from '../contract/imports/new-fields.ts'
import { makePlan, type ListRules, type Plan } from '../contract/imports/plan.ts'
import type { Scoped, Transaction } from '../database/driver/connection.ts'
import { readHeader } from '../files/csv/header.ts'
import type { FileFault } from '../files/csv/records.ts'
import { moveImport, type ClaimedImport } from '../store/imports/claims.ts'
import { releaseJob } from '../store/jobs/lease.ts'
import { replaceRanges } from '../store/imports/ranges.ts'
import { insertAuditEvent } from '../store/audit-events/rows.ts'
import { insertCustomField, lockCustomFields } from '../store/lists/custom-fields.ts'
import { findListRules } from '../store/lists/rules.ts'
import type { ImportEnvironment } from './environment.ts'
import { ImportFault } from './fault.ts'
import { createComparison } from './prune/comparison.ts'
import { fixPruning } from './prune/fix.ts'
import { formatOf } from '../files/csv/format.ts'
import { checkAsTried, openWholeSource } from './source/open.ts'
import { readSeparator, unpackSource, type ReadableSource } from './source/unpacking.ts'
import { splitFile, type SplitResult } from './split.ts'

/**
 * Reads the whole file and fixes in one transaction what the import will do: its plan, its ranges, its new custom
 * fields. Then releases the import: applying is claimed separately, in turn with other imports.
 */
export async function splitStep(
  env: ImportEnvironment,
  claim: ClaimedImport,
  signal: AbortSignal,
): Promise<void> {
  const { spool } = env.sources
  const opened = await openWholeSource(env.sources, claim, env.scratchDir)
  if (!opened.ok) throw new ImportFault(opened.message)
  const source = await unpackSource(env, claim, opened, signal)
  let unused = source.spoolName
  try {
    checkAsTried(claim, source.identity)
    while (!(await splitOnce(env, claim, source, signal)));
    if (source.spoolName !== null) unused = claim.spool_name
  } finally {
    await source.handle.close()
    if (unused !== null) await spool.remove(claim.organization_id, unused)
  }
}

/** @returns false if the list's custom fields changed meanwhile, so that the rows must be classified again. */
async function splitOnce(
  env: ImportEnvironment,
  claim: ClaimedImport,
  source: ReadableSource,
  signal: AbortSignal,
): Promise<boolean> {
  const database = env.database.within(claim.organization_id)
  const intent = await readIntent(database, claim)
  const { scratchDir, rangeSize: size } = env
  const comparison =
    claim.not_in_file === null ? null : await createComparison(database, claim, { scratchDir, signal })
  try {
    const { handle, sizeBytes } = source
    const format = formatOf({ ...claim, file_identity: source.identity })
    const separator = await readSeparator(handle, format.separator)
    const file = { handle, sizeBytes, format: { ...format, separator }, plan: intent.plan }
    const result = await splitFile({ ...file, scratchDir, signal, size, comparison })
    if ('fault' in result) throw new ImportFault(sentenceOf(result.fault, claim))
    const header = file.format.hasHeaders ? await readHeader(handle, file.format) : null
    return await database.begin(async (sql) => {
      const created = await createFields(sql, claim, intent)
      if (created === null) return false
      if (comparison !== null) await fixPruning(sql, claim, comparison, size.rows)
      const fields = { ...created, plan: { ...created.plan, separator } }
      const { place } = env.sources.spool
      await fixPlan(sql, claim, { source, result, header, fields, place })
      return true
    })
  } finally {
    await comparison?.close()
  }
}

type Intent = { list: ListRules; missing: NewField[]; plan: Plan }

/** The mapping was valid when the import was created, so that only a later change of the list can have broken it. */
async function readIntent(database: Scoped, claim: ClaimedImport): Promise<Intent> {
  const list = await findListRules(database, claim.organization_id, claim.mailing_list_id)
  try {
    const { list: extended, missing } = withNewFields(list, claim.create_custom_fields ?? [])
    return { list, missing, plan: makePlan(extended, claim, claim.time_zone) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new ImportFault(
      `The custom fields of the list have changed since the import was created: ${error.message}. Nothing was imported; create the import again with the fields as they are now.`,
    )
  }
}

type Fields = { plan: Plan; created: NewField[] | null }

/** A dry run has the fields only in its plan. @returns null if the list's fields changed since the file was split. */
async function createFields(
  sql: Transaction,
  claim: ClaimedImport,
  { list, missing, plan }: Intent,
): Promise<Fields | null> {
  const { organization_id: organizationId, mailing_list_id: listId, create_custom_fields: wanted } = claim
  if (wanted === null || claim.dry_run) return { plan, created: null }
  await lockCustomFields(sql, organizationId)
  if (!isDeepStrictEqual(await findListRules(sql, organizationId, listId), list)) return null
  const ids = new Map<NewField, number>()
  for (const field of missing) {
    const id = await insertCustomField(sql, organizationId, listId, field)
    ids.set(field, id)
    await insertAuditEvent(sql, organizationId, {
      kind: 'custom_field.created',
      import_id: claim.id,
      subject_type: 'CustomField',
      subject_id: id,
    })
  }
  const created = wanted.map((field) => ({
    ...field,
    id: ids.get(field) ?? existingField(list, field)?.id ?? null,
  }))
  return { plan: withCreatedIds(plan, missing.map((field) => ids.get(field) ?? 0)), created } // oxfmt-ignore
}

type Fixed = {
  source: ReadableSource
  result: Extract<SplitResult, { records: number }>
  header: string[] | null
  fields: Fields
  place: string | null
}

async function fixPlan(sql: Transaction, claim: ClaimedImport, fixed: Fixed): Promise<void> {
  const { source, result, header, fields, place } = fixed
  await replaceRanges(sql, claim, result.ranges)
  await moveImport(sql, claim, ['splitting', 'importing'], {
    number_of_records: result.records,
    header,
    plan: fields.plan,
    file_identity: source.identity,
    ...(source.spoolName !== null && { spool_name: source.spoolName, data_directory: place }),
    ...(fields.created !== null && { create_custom_fields: fields.created }),
  })
  await releaseJob(sql, claim)
}

function sentenceOf(fault: FileFault, claim: ClaimedImport): string {
  if (fault.kind === 'unclosed_enclosure') {
    return `The quote that opens on line ${fault.line} (byte ${fault.byte}) never closes. Close it, or choose another csv_field_enclosure, and import again.`
  }
  return `Line ${fault.line} (byte ${fault.byte}) is not valid ${claim.file_format.character_set.toUpperCase()}. Save the file as UTF-8, or set character_set to windows-1252, and import again.`
}
