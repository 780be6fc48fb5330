import { invalid } from '../../contract/api/errors.ts'
import { chooseColumns } from '../../contract/exports/columns.ts'
import type { ExportInput } from '../../contract/exports/input.ts'
import { exportsMax, fileDays } from '../../contract/exports/states.ts'
import { searchedKey } from '../../contract/values/email.ts'
import { subscriberStatuses } from '../../contract/imports/states.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { lockAndSumExports } from '../../store/exports/downloads.ts'
import {
  findExport,
  insertExport,
  type ExportRow,
  type ExportSelection,
  type NewExport,
} from '../../store/exports/rows.ts'
import { findExportedList } from '../../store/lists/rules.ts'
import { lockSegment } from '../../store/segments/rows.ts'
import type { Actor } from '../actor.ts'
import { beginsAt } from '../begins-at.ts'
import { selectPeople } from '../responses/people.ts'

export type ExportCreation = {
  listId: number
  /** Where the file will be; null: unknown. */
  place: string | null
  /** Of all kept files of the organization together. */
  bytesMax: number
  fields: () => ExportInput
}

/** The audit event says what is exported. @throws AppError `not_found`, `validation_failed`. */
export function createExport(
  sql: Scoped,
  { caller, audit }: Actor,
  { listId, place, bytesMax, fields }: ExportCreation,
): Promise<ExportRow> {
  const { organization_id: organizationId } = caller
  return sql.begin(async (sql) => {
    const list = await findExportedList(sql, organizationId, listId)
    const input = fields()
    await keepLimits(sql, organizationId, bytesMax)
    const chosen = input.columns ?? null
    const segment = await segmentOf(sql, caller, listId, input)
    const id = await insertExport(sql, organizationId, {
      mailing_list_id: listId,
      ...segment,
      statuses: statusesOf(input),
      selection: await selectionOf(sql, caller, listId, input),
      columns: chosen === null ? null : chooseColumns(list, chosen),
      file_format: input.file_format,
      begins_at: beginsAt(input.begins_at, caller.time_zone),
      api_key_id: caller.api_key_id,
      user_id: caller.user_id,
      place,
    })
    const row = await findExport(sql, organizationId, id)
    await audit(sql, {
      kind: 'subscriber_export.created',
      subject_type: 'SubscriberExport',
      subject_id: id,
      details: {
        mailing_list_id: listId,
        segment_id: row.segment_id,
        statuses: row.statuses,
        chosen: input.subscriber_ids?.length ?? null,
        people: input.people ?? null,
        columns: row.columns?.map(({ name }) => name) ?? null,
      },
    })
    return row
  })
}

async function keepLimits(sql: Transaction, organizationId: number, bytesMax: number): Promise<void> {
  const { count, bytes } = await lockAndSumExports(sql, organizationId)
  if (count >= exportsMax) {
    throw invalid(
      `an organization can have at most ${exportsMax} exports that have not ended or whose files are kept: cancel one, or wait until a file is ${fileDays} days old and deleted`,
    )
  }
  if (bytes >= bytesMax) {
    throw invalid(
      `the files of an organization's exports have reached their limit of ${bytesMax} bytes together: wait until one is ${fileDays} days old and deleted`,
    )
  }
}

async function segmentOf(
  sql: Parameters<typeof lockSegment>[0],
  { organization_id: organizationId }: Caller,
  listId: number,
  { segment_id: id }: ExportInput,
): Promise<Pick<NewExport, 'segment_id' | 'segment_name'>> {
  if (id === null || id === undefined) return { segment_id: null, segment_name: null }
  const segment = await lockSegment(sql, organizationId, listId, id)
  return { segment_id: segment.id, segment_name: segment.name }
}

/** A blank text matches every subscriber. */
async function selectionOf(
  sql: Transaction,
  caller: Caller,
  listId: number,
  { subscriber_ids: ids, q, people }: ExportInput,
): Promise<ExportSelection | null> {
  if (people != null) return selectPeople(sql, caller, listId, people)
  if (ids != null) return { ids: [...new Set(ids)].toSorted((one, other) => one - other) }
  const beginning = searchedKey(q ?? '')
  return beginning === '' ? null : { q: beginning }
}

function statusesOf({ statuses }: ExportInput): NewExport['statuses'] {
  if (statuses === null || statuses === undefined) return null
  return subscriberStatuses.filter((status) => statuses.includes(status))
}
