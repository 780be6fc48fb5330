import { invalid } from '../../contract/api/errors.ts'
import type { InspectionInput } from '../../contract/imports/inspection-input.ts'
import type { Inspection } from '../../contract/imports/inspection.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { inspect } from '../../files/inspection/inspect.ts'
import type { FileToInspect, GivenFormat } from '../../files/inspection/inspect.ts'
import { readLocalFile, readUnpackedFile } from '../../files/inspection/local-file.ts'
import type { ReadFile } from '../../files/inspection/local-file.ts'
import type { OpenFile, Spool } from '../../files/storage.ts'
import { UnpackFault } from '../../files/unpacking/limits.ts'
import { openUpload } from '../../files/upload-directory.ts'
import type { Caller } from '../../store/callers.ts'
import { findListRules } from '../../store/lists/rules.ts'
import { readFailedRows } from './inspect-failed-rows.ts'
import { readUrl } from './inspect-url.ts'
import { openToUnpack } from './open-to-unpack.ts'
import { findCompleteUpload } from './upload-source.ts'
import type { ImportContent } from './create.ts'

/** Where the files of imports are. */
export type ImportFiles = {
  spool: Spool
  uploadDir: string
  /** For the tables of large workbooks. */
  scratchDir: string
  /** `host:port` that may be fetched even at a private address. */
  allow: string[]
  allowLoopback: boolean
}

type Order = {
  listId: number
  content: ImportContent | null
  files: ImportFiles
  fields: () => InspectionInput
}

type Read = Pick<FileToInspect, 'head' | 'pass' | 'filename' | 'known'> & {
  isWorkbook?: boolean
  /** What the request may change, and what it may not. */
  usual?: GivenFormat
  fixed?: GivenFormat
}

/** Changes nothing. @throws AppError `validation_failed`, a sentence, if the file cannot be read or imported. */
export async function inspectFile(sql: Scoped, caller: Caller, order: Order): Promise<Inspection> {
  const { organization_id: organizationId } = caller
  const list = await findListRules(sql, organizationId, order.listId)
  const input = order.fields()
  const read = await readSource(sql, organizationId, order, input.file_source)
  const given = {
    ...read.usual,
    ...givenFormat(input.file_format ?? {}),
    ...(read.isWorkbook === true ? workbookFormat : {}),
    ...read.fixed,
  }
  const inspection = inspect({ ...read, given, createsFields: input.create_custom_fields }, list)
  const source = input.file_source
  const { type, filename, url } = source
  // The content of a request cannot be posted by its name.
  if (type === 'json') return inspection
  const file_source = {
    type,
    ...(filename ? { filename } : {}),
    ...(url ? { url } : {}),
    ...('id' in source && { id: source.id }),
    ...('import_id' in source && { import_id: source.import_id }),
  }
  return { ...inspection, subscriber_import: { ...inspection.subscriber_import, file_source } }
}

async function readSource(
  sql: Scoped,
  organizationId: number,
  { content, files }: Order,
  source: InspectionInput['file_source'],
): Promise<Read> {
  if (source.type === 'json') {
    if (source.content !== content?.reference)
      throw new Error('the content of an inspection was not uploaded')
    const name = await content.keep()
    try {
      // The content of a request is text, whatever its first bytes are.
      const handle = await files.spool.open(organizationId, name)
      return {
        ...(await readLocalFile(handle).finally(() => handle.close())),
        filename: source.filename ?? null,
      }
    } finally {
      await files.spool.remove(organizationId, name)
    }
  }
  if (source.type === 'url') {
    const read = await readUrl(organizationId, source.url, files).catch(inASentence)
    return { ...read, filename: nameIn(source.url) }
  }
  if (source.type === 'failed_rows') return readFailedRows(sql, organizationId, source.import_id)
  if (source.type === 'upload') {
    const { filename, spool_name } = await findCompleteUpload(sql, organizationId, source.id)
    const handle = await openToUnpack(files, organizationId, spool_name)
    return { ...(await readAndClose(handle, files)), filename }
  }
  const opened = await openUpload(files.uploadDir, organizationId, source.filename)
  if (!opened.ok) throw invalid(opened.message)
  return { ...(await readAndClose(opened.handle, files)), filename: source.filename }
}

/** What the text of a workbook has, whatever the request says. */
const workbookFormat = { separator: ',', enclosure: '"', characterSet: 'UTF-8' } as const

async function readAndClose(handle: OpenFile, { scratchDir }: ImportFiles): Promise<ReadFile> {
  try {
    return await readUnpackedFile(handle, scratchDir).catch(inASentence)
  } finally {
    await handle.close()
  }
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
  const { csv_has_headers, character_set, csv_field_separator, csv_field_enclosure, date_format } = format
  return {
    ...(typeof csv_has_headers === 'boolean' ? { hasHeaders: csv_has_headers } : {}),
    ...(character_set ? { characterSet: characterSetOf(character_set) } : {}),
    ...(csv_field_separator ? { separator: csv_field_separator } : {}),
    ...(csv_field_enclosure ? { enclosure: csv_field_enclosure } : {}),
    ...(date_format ? { dateFormat: date_format } : {}),
  }
}

function characterSetOf(name: string): NonNullable<GivenFormat['characterSet']> {
  const word = name.toUpperCase()
  return word === 'UTF-8' || word === 'UTF-16' ? word : 'windows-1252'
}
