import { characterSetNamed } from '../../contract/imports/character-sets.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { InspectionInput } from '../../contract/imports/inspection-input.ts'
import type { Inspection } from '../../contract/imports/inspection.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { InspectionJob } from '../../files/away/jobs.ts'
import { readAway } from '../../files/away/read.ts'
import type { GivenFormat } from '../../files/inspection/format.ts'
import type { ReadFile } from '../../files/inspection/local-file.ts'
import type { OpenFile } from '../../files/storage.ts'
import { UnpackFault } from '../../files/unpacking/limits.ts'
import type { PackedFile } from '../../files/unpacking/pieces.ts'
import { openUpload } from '../../files/upload-directory.ts'
import type { Caller } from '../../store/callers.ts'
import { findListRules } from '../../store/lists/rules.ts'
import { readFailedRows } from './inspect-failed-rows.ts'
import { readUrl } from './inspect-url.ts'
import { openToUnpack } from './open-to-unpack.ts'
import { findCompleteUpload } from './upload-source.ts'
import { keepContent, type ContentFiles } from './content.ts'

/** Where the files of imports are. */
export type ImportFiles = ContentFiles & {
  uploadDir: string
  /** For the tables of large workbooks. */
  scratchDir: string
  /** `host:port` that may be fetched even at a private address. */
  allow: string[]
  allowLoopback: boolean
}

type Order = {
  listId: number
  files: ImportFiles
  fields: () => InspectionInput
}

/** Exactly one of `read` and `file`, which is closed by `close`. */
type Source = Pick<InspectionJob, 'filename' | 'known' | 'usual' | 'fixed'> & {
  read?: ReadFile
  file?: PackedFile
  isText?: boolean
  close?: () => Promise<void>
}

/** Changes nothing. @throws AppError `validation_failed`, a sentence, if the file cannot be read or imported. */
export async function inspectFile(sql: Scoped, caller: Caller, order: Order): Promise<Inspection> {
  const { organization_id: organizationId } = caller
  const list = await findListRules(sql, organizationId, order.listId)
  const input = order.fields()
  const { close, read = null, file = null, isText = false, ...source } = await openSource(sql, organizationId, order, input.file_source) // oxfmt-ignore
  const job: InspectionJob = {
    ...source,
    read,
    isText,
    scratchDir: order.files.scratchDir,
    asked: givenFormat(input.file_format ?? {}),
    createsFields: input.create_custom_fields,
    list,
  }
  const inspection = await readAway(organizationId, 'inspect', job, file).finally(close)
  const { type, filename, url } = input.file_source
  // The content of a request cannot be posted by its name.
  if (type === 'json') return inspection
  const file_source = {
    type,
    ...(filename ? { filename } : {}),
    ...(url ? { url } : {}),
    ...('id' in input.file_source && { id: input.file_source.id }),
    ...('import_id' in input.file_source && { import_id: input.file_source.import_id }),
  }
  return { ...inspection, subscriber_import: { ...inspection.subscriber_import, file_source } }
}

async function openSource(
  sql: Scoped,
  organizationId: number,
  { files }: Pick<Order, 'files'>,
  source: InspectionInput['file_source'],
): Promise<Source> {
  if (source.type === 'json') {
    const name = await keepContent(files, organizationId, source.content)
    return {
      ...(await openOnce(files, organizationId, name)),
      isText: true,
      filename: source.filename ?? null,
    }
  }
  if (source.type === 'url') {
    const read = await readUrl(organizationId, source.url, files).catch(inASentence)
    const opened = 'read' in read ? read : await openOnce(files, organizationId, read.name)
    return { ...opened, filename: nameIn(source.url) }
  }
  if (source.type === 'failed_rows') return readFailedRows(sql, organizationId, source.import_id)
  if (source.type === 'upload') {
    const { filename, spool_name } = await findCompleteUpload(sql, organizationId, source.id)
    return { ...(await opened(await openToUnpack(files, organizationId, spool_name))), filename }
  }
  const found = await openUpload(files.uploadDir, organizationId, source.filename)
  if (!found.ok) throw invalid(found.message)
  return { ...(await opened(found.handle)), filename: source.filename }
}

/** A file that nobody needs afterwards. */
async function openOnce(files: ImportFiles, organizationId: number, name: string) {
  const remove = () => files.spool.remove(organizationId, name)
  try {
    const { file, close } = await opened(await openToUnpack(files, organizationId, name))
    return { file, close: () => close().finally(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function opened(handle: OpenFile): Promise<{ file: PackedFile; close: () => Promise<void> }> {
  const { size: sizeBytes } = await handle.stat()
  return { file: { handle, sizeBytes }, close: () => handle.close() }
}

function inASentence(error: unknown): never {
  throw error instanceof UnpackFault ? invalid(error.message) : error
}

function nameIn(url: string): string | null {
  const last = new URL(url).pathname.split('/').at(-1)?.slice(0, 255) ?? ''
  try {
    return last === '' ? null : decodeURIComponent(last)
  } catch {
    return last
  }
}

function givenFormat(format: NonNullable<InspectionInput['file_format']>): GivenFormat {
  const {
    csv_has_headers,
    skip_lines,
    character_set,
    csv_field_separator,
    csv_field_enclosure,
    date_format,
    decimal_separator: decimalSeparator,
  } = format
  return {
    ...(typeof csv_has_headers === 'boolean' ? { hasHeaders: csv_has_headers } : {}),
    ...(typeof skip_lines === 'number' ? { skipLines: skip_lines } : {}),
    ...(character_set ? { characterSet: characterSetOf(character_set) } : {}),
    ...(csv_field_separator ? { separator: csv_field_separator } : {}),
    ...(csv_field_enclosure ? { enclosure: csv_field_enclosure } : {}),
    ...(date_format ? { dateFormat: date_format } : {}),
    ...(decimalSeparator ? { decimalSeparator } : {}),
  }
}

function characterSetOf(name: string): NonNullable<GivenFormat['characterSet']> {
  const known = characterSetNamed(name)
  return known === null || known === 'ISO-8859-1' ? 'windows-1252' : known
}
