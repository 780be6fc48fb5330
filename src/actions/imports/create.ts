import { isReadAsItIs } from '../../contract/imports/character-sets.ts'
import { invalid } from '../../contract/api/errors.ts'
import { newFieldsOf, withNewFields, type NewField } from '../../contract/imports/new-fields.ts'
import { makePlan, type ListRules } from '../../contract/imports/plan.ts'
import type { ImportInput } from '../../contract/imports/input.ts'
import type { ImportRecord } from '../../contract/imports/endpoints.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { Spool } from '../../files/storage.ts'
import { openUpload } from '../../files/upload-directory.ts'
import { isPrivateAddress } from '../../outbound/address-guard.ts'
import { isLoopbackHost } from '../../outbound/loopback.ts'
import type { Caller } from '../../store/callers.ts'
import { keepContent, type ContentFiles } from './content.ts'
import { checkListTakesImports, findListRules } from '../../store/lists/rules.ts'
import { findApiAutoresponder } from '../../store/autoresponders/reactions.ts'
import { beginsAt } from '../begins-at.ts'
import { lockAndCountDryRuns } from '../../store/imports/dry-runs.ts'
import { dryRunHours } from '../../store/imports/columns.ts'
import { findImport, insertImport, type ImportRow, type NewImport } from '../../store/imports/rows.ts'
import { useUpload } from '../../store/imports/uploads.ts'
import { missing, sourceColumns } from './upload-source.ts'
import type { WarnedActor } from '../actor.ts'
import { requirePermission } from '../permission.ts'
import { fileSettings } from './failed-rows.ts'

export type ImportCreation = {
  listId: number
  /** `uploadDir`: empty if it is not known. */
  files: ContentFiles & { uploadDir: string }
  fields: () => ImportInput
}

/** The content is kept before the row: content without a row is removed later, but a row without content would fail. */
export async function createImport(
  sql: Scoped,
  { caller, warn }: Pick<WarnedActor, 'caller' | 'warn'>,
  { listId, files, fields }: ImportCreation,
): Promise<ImportRow> {
  const { organization_id: organizationId } = caller
  await checkListTakesImports(sql, organizationId, listId)
  const input = fields()
  const values = await newImportOf(sql, caller, listId, input)
  const source = input.file_source
  const warning = await sourceWarning(input, organizationId, files.uploadDir)
  if (warning !== null) warn(warning)
  const spoolName = source.type === 'json' ? await keepContent(files, organizationId, source.content) : null
  return sql.begin(async (sql) => {
    if (values.dry_run) await keepDryRunLimit(sql, organizationId)
    if (values.upload_id != null) await useUpload(sql, organizationId, values.upload_id).catch(missing)
    const id = await insertImport(sql, organizationId, {
      ...values,
      spool_name: spoolName,
      data_directory: placeOf(source, files.spool) ?? values.data_directory,
    })
    return findImport(sql, organizationId, id)
  })
}

const dryRunsMax = 100

async function keepDryRunLimit(sql: Transaction, organizationId: number): Promise<void> {
  if ((await lockAndCountDryRuns(sql, organizationId)) < dryRunsMax) return
  throw invalid(
    `an organization can have at most ${dryRunsMax} dry runs that have not ended or whose files are kept: import one, cancel one, or wait until a file is ${dryRunHours} hours old and deleted`,
  )
}

/** Of the file that the import names itself; null: it names none, or the place is unknown. */
function placeOf({ type }: ImportInput['file_source'], spool: Spool): string | null {
  if (type === 'json') return spool.place
  return type === 'upload_directory' ? spool.dataDirectory : null
}

/** Also checks the mapping against the current list; the worker checks it again when it starts. */
async function newImportOf(sql: Sql, caller: Caller, listId: number, input: ImportInput): Promise<NewImport> {
  const list = await findListRules(sql, caller.organization_id, listId)
  const source = input.file_source
  const { column_mapping, file_format } = await fileSettings(sql, caller.organization_id, input)
  const newFields = readNewFields(caller, input.create_custom_fields ?? [])
  const values = {
    mailing_list_id: listId,
    api_key_id: caller.api_key_id,
    user_id: caller.user_id,
    begins_at: beginsAt(input.begins_at, caller.time_zone),
    overwrite: input.overwrite,
    autoresponders: await readTriggers(sql, caller.organization_id, listId, input.autoresponders),
    overwrite_what: withoutOldKey(input.overwrite_what),
    overwrite_when_status: input.overwrite_when_status,
    column_mapping,
    default_custom_fields: input.default_custom_fields ?? {},
    subscriber_defaults: readDefaults(input.subscriber_defaults ?? {}, list),
    file_format,
    ...(await sourceColumns(sql, caller.organization_id, source)),
    keep_for_undo: input.keep_for_undo,
    on_bad_value: input.on_bad_value,
    spool_name: null,
    create_custom_fields: newFields.length === 0 ? null : newFields,
    dry_run: input.dry_run,
    ...readPruning(input),
  }
  if (source.type === 'url') checkUrl(source.url)
  if (source.type === 'json' && !isReadAsItIs(file_format.character_set)) {
    throw invalid('file_format.character_set must be UTF-8: the content of a request is in UTF-8')
  }
  makePlan(withNewFields(list, newFields).list, values, caller.time_zone)
  return values
}

function readNewFields(caller: Caller, inputs: NonNullable<ImportInput['create_custom_fields']>): NewField[] {
  if (inputs.length > 0) requirePermission(caller, 'custom_field.create')
  return newFieldsOf(inputs)
}

function readPruning({ not_in_file, prune_limit }: ImportInput) {
  const hasLimit = prune_limit !== undefined && prune_limit !== null
  if (hasLimit && (not_in_file === undefined || not_in_file === null)) {
    throw invalid('prune_limit has no effect without not_in_file; give both or neither')
  }
  return { not_in_file: not_in_file ?? null, prune_limit: hasLimit ? String(prune_limit) : null }
}

function withoutOldKey(what: ImportInput['overwrite_what']): ImportRecord['overwrite_what'] {
  const { custom_fields, confirmed, format, status } = what
  return { custom_fields, confirmed, format, status }
}

/** Drops defaults for attributes that the list does not use; the answer shows this to the client. */
function readDefaults(
  input: NonNullable<ImportInput['subscriber_defaults']>,
  list: ListRules,
): ImportRecord['subscriber_defaults'] {
  const { status, confirmed, format } = input
  return {
    status: status ?? 'active',
    ...(list.has_confirmed && typeof confirmed === 'boolean' ? { confirmed } : {}),
    ...(list.has_format && typeof format === 'string' ? { format } : {}),
  }
}

export async function readTriggers(
  sql: Sql,
  organizationId: number,
  listId: number,
  input: ImportInput['autoresponders'],
): Promise<ImportRecord['autoresponders']> {
  const subscription = input?.subscription
  const find = async (
    attribute: string,
    reference: { id?: unknown; name?: string | null | undefined } | null | undefined,
  ) => {
    const id = reference?.id === undefined || reference.id === null ? undefined : Number(reference.id)
    const name = reference?.name ?? undefined
    if (id === undefined && name === undefined) return null
    const found = await findApiAutoresponder(sql, organizationId, listId, { id, name })
    if (found === null) {
      throw invalid(`autoresponders.api.${attribute} must name an API autoresponder of the mailing list`)
    }
    return found
  }
  return {
    subscription: {
      trigger: subscription?.trigger ?? true,
      also_trigger_on_updated_subscribers: subscription?.also_trigger_on_updated_subscribers ?? false,
    },
    api: {
      trigger_new: await find('trigger_new', input?.api?.trigger_new),
      trigger_updated: await find('trigger_updated', input?.api?.trigger_updated),
    },
  }
}

/** Of a file that no import will get. A name is looked up only when the import begins, and a file may come until then. */
async function sourceWarning(
  { file_source: source }: Pick<ImportInput, 'file_source'>,
  organizationId: number,
  uploadDir: string,
): Promise<string | null> {
  if (source.type === 'upload_directory' && uploadDir !== '') {
    const opened = await openUpload(uploadDir, organizationId, source.filename)
    if (!opened.ok) return `file_source.filename: ${opened.message} Otherwise the import fails when it begins`
    await opened.handle.close()
  }
  if (source.type !== 'url' || !URL.canParse(source.url)) return null
  const url = new URL(source.url)
  if (!isPrivateAddress(url) || isLoopbackHost(url.hostname)) return null
  return 'file_source.url is not on the public internet: the import fails unless an operator names it in IMPORT_URL_ALLOW'
}

/** @throws AppError `validation_failed`. */
export function checkUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw invalid('file_source.url must be an http or https url')
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw invalid('file_source.url must not contain a user name or password')
  }
}
