import {
  cancelBulkChange as cancel,
  createBulkChange as create,
  findBulkChanges,
  previewBulkChange as preview,
} from '../../actions/subscribers/bulk-changes.ts'
import { pagingOf } from '../../contract/api/paging.ts'
import {
  cancelBulkChange,
  createBulkChange,
  listBulkChanges,
  previewBulkChange,
  showBulkChange,
  type BulkChangeRecord,
} from '../../contract/subscribers/bulk-changes.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import { findBulkChange, type BulkChangeRow } from '../../store/bulk-changes/rows.ts'
import type { Caller } from '../../store/callers.ts'
import { smallId } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

export function bulkChangeRoutes(route: Router): void {
  route(createBulkChange, async (call) => {
    const listId = smallId(call.params.mailing_list_id, 'mailing list')
    return { data: present(await create(call.sql, call, listId, call.fields), call.caller) }
  })

  route(previewBulkChange, async (call) => ({
    data: await preview(call.sql, call, smallId(call.params.mailing_list_id, 'mailing list'), call.fields),
  }))

  route(listBulkChanges, async (call) => {
    const listId = smallId(call.params.mailing_list_id, 'mailing list')
    const request = call.page()
    const { rows, count } = await findBulkChanges(call.sql, call, listId, request)
    return { data: rows.map((row) => present(row, call.caller)), paging: pagingOf(request, count) }
  })

  route(showBulkChange, async ({ sql, caller, params: { id } }) => ({
    data: present(await findBulkChange(sql, caller.organization_id, id), caller),
  }))

  route(cancelBulkChange, async (call) => ({
    data: present(await cancel(call.sql, call, call.params.id), call.caller),
  }))
}

function present(row: BulkChangeRow, { time_zone: zone }: Caller): BulkChangeRecord {
  const instant = (time: Date) => formatInstant(time.getTime(), zone)
  const instantOrNull = (time: Date | null) => (time === null ? null : instant(time))
  return {
    id: row.id,
    mailing_list: { id: row.mailing_list_id, name: row.mailing_list_name },
    state: row.state,
    action: row.action,
    status: row.details.status ?? null,
    custom_field: row.details.custom_field ?? null,
    value: row.details.value ?? null,
    to_mailing_list: row.details.to_mailing_list ?? null,
    created_at: instant(row.created_at),
    started_at: instantOrNull(row.started_at),
    finished_at: instantOrNull(row.finished_at),
    error_message: row.error_message,
    stats: {
      people_total: row.people_total,
      people_done: row.people_done,
      people_changed: row.people_changed,
      people_failed: row.people_failed,
    },
    problems: row.problems,
  }
}
