import { createExport } from '../../actions/exports/create.ts'
import { cancelExport, endExportFile, findExport } from '../../actions/exports/states.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  cancelSubscriberExport,
  createSubscriberExport,
  endSubscriberExportFile,
  listSubscriberExports,
  listSubscriberExportsOfList,
  showSubscriberExport,
  watchSubscriberExport,
  type ExportRecord,
} from '../../contract/exports/endpoints.ts'
import { fileNameOf } from '../../contract/exports/states.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Spool } from '../../files/storage.ts'
import type { Secrets } from '../../secrets/ring.ts'
import type { Caller } from '../../store/callers.ts'
import { findExports, type ExportRow } from '../../store/exports/rows.ts'
import { findExportedList } from '../../store/lists/rules.ts'
import { recordPlace, smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'
import { createExportLinks } from './link.ts'

export type ExportDependencies = {
  secrets: Secrets
  spool: Pick<Spool, 'place'>
  baseUrl: string
  /** Of all kept files of an organization together. Default: 20 GiB. */
  exportBytesMax?: number
}

export function subscriberExportRoutes(
  route: Router,
  { secrets, spool, baseUrl, exportBytesMax: bytesMax = 20 * 1024 ** 3 }: ExportDependencies,
): void {
  const links = createExportLinks(secrets)
  const linkTo = (row: ExportRow, { organization_id: organizationId, api_key_id, user_id }: Caller) =>
    baseUrl + links.write({ organizationId, id: row.id, holder: { api_key_id, user_id } })
  const present = (row: ExportRow, caller: Caller) => presentExport(row, caller, linkTo(row, caller))

  route(listSubscriberExports, async ({ sql, caller, query: { scope }, page }) => {
    const request = page()
    const { rows, count } = await findExports(sql, caller.organization_id, { scope }, request)
    return { data: rows.map((row) => present(row, caller)), paging: pagingOf(request, count) }
  })

  route(listSubscriberExportsOfList, async ({ sql, caller, params, query: { scope }, page }) => {
    const listId = smallId(params.mailing_list_id, 'mailing list')
    await findExportedList(sql, caller.organization_id, listId)
    const request = page()
    const { rows, count } = await findExports(sql, caller.organization_id, { scope, listId }, request)
    return { data: rows.map((row) => present(row, caller)), paging: pagingOf(request, count) }
  })

  route(createSubscriberExport, async (call) => {
    const listId = smallId(call.params.mailing_list_id, 'mailing list')
    const row = await createExport(call.sql, call, {
      listId,
      place: spool.place,
      bytesMax,
      fields: call.fields,
    })
    return { data: present(row, call.caller) }
  })

  route(showSubscriberExport, async (call) => {
    return { data: present(await findExport(call.sql, call, placeOf(call)), call.caller) }
  })

  route.progress(watchSubscriberExport, async (call) => {
    const row = await findExport(call.sql, call, placeOf(call))
    return { record: present(row, call.caller), isOver: row.finished_at !== null }
  })

  route(cancelSubscriberExport, async (call) => {
    return { data: present(await cancelExport(call.sql, call, placeOf(call)), call.caller) }
  })

  route(endSubscriberExportFile, async (call) => {
    return { data: present(await endExportFile(call.sql, call, placeOf(call)), call.caller) }
  })
}

function placeOf(call: { params: { id: number }; aliasListId: number | undefined }) {
  const { id, listId } = recordPlace(call)
  return { id, listId: listId === undefined ? undefined : smallId(listId, 'mailing list') }
}

function presentExport(row: ExportRow, { time_zone: zone }: Caller, link: string): ExportRecord {
  const instant = (time: Date) => formatInstant(time.getTime(), zone)
  const instantOrNull = (time: Date | null) => (time === null ? null : instant(time))
  return {
    id: row.id,
    mailing_list_id: row.mailing_list_id,
    mailing_list_name: row.mailing_list_name,
    created_at: instant(row.created_at),
    state: row.state,
    begins_at: instant(row.begins_at),
    started_at: instantOrNull(row.started_at),
    finished_at: instantOrNull(row.finished_at),
    error_message: row.error_message,
    segment_id: row.segment_id,
    segment_name: row.segment_name,
    statuses: row.statuses,
    selected_only: row.selected_only,
    columns: row.columns?.map(({ name }) => name) ?? null,
    // Exports of before have no such attribute.
    file_format: { ...row.file_format, guard_formulas: row.file_format.guard_formulas ?? false },
    stats: { number_of_records: row.number_of_records, records_exported: row.records_exported },
    file: row.is_available
      ? {
          name: fileNameOf(row),
          size_bytes: row.size_bytes ?? 0,
          sha256: row.sha256 ?? '',
          expires_at: instant(row.expires_at ?? row.created_at),
          download_url: link,
        }
      : null,
  }
}
