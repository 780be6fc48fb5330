import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../contract/api/errors.ts'
import { parseEmail } from '../../contract/values/email.ts'
import { compileRowReader, type Row, type RowReader } from '../../contract/imports/row-reader.ts'
import type { Plan } from '../../contract/imports/plan.ts'
import type { ImportRowRecord } from '../../contract/imports/rows.ts'
import type { Sql } from '../../database/driver/connection.ts'
import type { RowsJob } from '../../files/away/jobs.ts'
import { readAway } from '../../files/away/read.ts'
import { formatOf } from '../../files/csv/format.ts'
import type { OpenFile, Spool } from '../../files/storage.ts'
import { isSameFile, openUpload } from '../../files/upload-directory.ts'
import type { LogRow } from '../../store/imports/log-rows.ts'
import {
  findKeptChanges,
  findRangePlaces,
  findTriedFile,
  findValues,
  type TriedFile,
  type Values,
} from '../../store/imports/row-changes.ts'
import type { ImportRow } from '../../store/imports/rows.ts'
import { findListRules } from '../../store/lists/rules.ts'

export type RowFiles = { spool: Spool; uploadDir: string }

type Changes = NonNullable<ImportRowRecord['changes']>

/** By the ids of rows. Of lists with a primary key of their own the logs do not have the keys. */
export async function changesOfImport(
  sql: Sql,
  organizationId: number,
  { id, mailing_list_id: listId }: ImportRow,
  found: readonly LogRow[],
): Promise<Map<number, Changes>> {
  const keys = new Map<number, string>()
  for (const row of found) {
    const key = row.classification === 'updated' ? keyOf(row) : null
    if (key !== null) keys.set(row.id, key)
  }
  if (keys.size === 0) return new Map()
  const list = await findListRules(sql, organizationId, listId)
  if (list.primary_key_custom_field_id !== null) return new Map()
  const place = { organizationId, importId: id, listId }
  const ranges = [...new Set(found.map(({ rangeNumber }) => rangeNumber))]
  const kept = await findKeptChanges(sql, place, ranges, [...new Set(keys.values())])
  if (kept === null) return new Map()
  const nameOf = namesOf(list.fields)
  const changes = [...keys].map(([rowId, key]): [number, Changes] => {
    const change = kept.get(key)
    return [rowId, change === undefined ? [] : differences(change.before, change.after, nameOf)]
  })
  return new Map(changes)
}

function keyOf({ line }: LogRow): string | null {
  return typeof line === 'string' ? (parseEmail(line)?.key ?? null) : null
}

/** Reads the rows again, from the file, and compares them with the list as it is now. */
export async function changesOfDryRun(
  sql: Sql,
  organizationId: number,
  { id, mailing_list_id: listId }: ImportRow,
  { found, files }: { found: readonly LogRow[]; files: RowFiles },
): Promise<Map<number, Changes>> {
  const wanted = found.filter(
    ({ classification, rowNumber }) =>
      rowNumber !== null && (classification === 'updated' || classification === 'added'),
  )
  const tried = wanted.length === 0 ? null : await findTriedFile(sql, organizationId, id)
  const handle = tried === null ? null : await openTried(organizationId, tried, files)
  if (tried?.plan == null || handle === null) return new Map()
  const numbers = [...new Set(wanted.map(({ rangeNumber }) => rangeNumber))]
  const reader = compileRowReader(tried.plan)
  const ranges = await findRangePlaces(sql, organizationId, id, numbers)
  const job = {
    format: formatOf(tried),
    plan: tried.plan,
    ranges,
    wanted: wanted.map(({ id, rangeNumber, place }) => ({ id, rangeNumber, place })),
  }
  const rows = await readRows(organizationId, handle, job).finally(() => handle.close())
  const keys = [...new Set(Array.from(rows.values(), ({ key }) => key))]
  const before = await findValues(sql, organizationId, listId, keys)
  const { fields } = await findListRules(sql, organizationId, listId)
  const nameOf = namesOf([...fields, ...fieldsOf(tried.plan)])
  const changes = wanted.flatMap(({ id: rowId, classification }): [number, Changes][] => {
    const row = rows.get(rowId)
    if (row === undefined) return []
    const now = classification === 'added' ? nobody : (before.get(row.key) ?? nobody)
    return [[rowId, differences(now, after(row, now, { tried, reader, classification }), nameOf)]]
  })
  return new Map(changes)
}

const nobody: Values = { status: null, confirmed: null, format: null, fields: {} }

function after(
  row: Row,
  before: Values,
  { tried, reader, classification }: { tried: TriedFile; reader: RowReader; classification: string },
): Values {
  const isAdded = classification === 'added'
  const what = tried.overwrite_what
  const given = JSON.parse(row.fields) as Record<string, unknown>
  const kept = new Set(isAdded ? [] : row.keptFields.split(','))
  const ids = reader.fieldIds.filter((id) => !kept.has(id))
  const filled = Object.fromEntries(ids.map((id) => [id, given[id] ?? null]))
  return {
    status: isAdded || what.status ? row.status : before.status,
    confirmed: isAdded || what.confirmed ? (row.confirmed ?? before.confirmed) : before.confirmed,
    format: isAdded || what.format ? (row.format ?? before.format) : before.format,
    fields: isAdded || what.custom_fields ? { ...before.fields, ...filled } : before.fields,
  }
}

/** null: the file is gone, or another one has its name. */
async function openTried(
  organizationId: number,
  { source_type, source_filename, spool_name, file_identity }: TriedFile,
  { spool, uploadDir }: RowFiles,
): Promise<OpenFile | null> {
  if (spool_name !== null) return spool.open(organizationId, spool_name).catch(unlessMissing)
  if (source_type !== 'upload_directory') return null
  const opened = await openUpload(uploadDir, organizationId, source_filename ?? '')
  if (!opened.ok) return null
  if (isSameFile(file_identity, opened.identity)) return opened.handle
  await opened.handle.close()
  return null
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

async function readRows(organizationId: number, handle: OpenFile, job: RowsJob): Promise<Map<number, Row>> {
  const { size: sizeBytes } = await handle.stat()
  try {
    return new Map(await readAway(organizationId, 'rows', job, { handle, sizeBytes }))
  } catch (error) {
    // It takes too long: the rows are shown without what changes.
    if (error instanceof AppError) return new Map()
    throw error
  }
}

type Named = { id: number; name: string }

function fieldsOf(plan: Plan): Named[] {
  return plan.columns.flatMap((column) => (column.kind === 'field' ? [column.rules] : []))
}

function namesOf(fields: readonly Named[]): (id: string) => string {
  const names = new Map(fields.map(({ id, name }) => [String(id), name]))
  return (id) => names.get(id) ?? `custom field ${id}`
}

function differences(before: Values, after: Values, nameOf: (id: string) => string): Changes {
  const changes: Changes = []
  const compare = (name: string, one: unknown, other: unknown) => {
    if (!isDeepStrictEqual(one ?? null, other ?? null))
      changes.push({ name, before: one ?? null, after: other ?? null })
  }
  compare('status', before.status, after.status)
  compare('confirmed', before.confirmed, after.confirmed)
  compare('email_format', before.format, after.format)
  const [old, written] = [before.fields ?? {}, after.fields ?? {}]
  for (const id of new Set([...Object.keys(old), ...Object.keys(written)])) {
    compare(nameOf(id), old[id], written[id])
  }
  return changes
}
