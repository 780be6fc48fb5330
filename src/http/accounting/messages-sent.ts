import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { visibleOrganization } from '../../actions/organizations.ts'
import {
  dailyMessagesSent,
  dailyMessagesSentCsv,
  messagesSentColumns,
  monthlyMessagesSent,
  monthlyMessagesSentCsv,
  type MessagesSentRow,
  type ReportQuery,
} from '../../contract/accounting/messages-sent.ts'
import {
  localDateAt,
  periodBounds,
  readReportRange,
  type ReportForm,
} from '../../contract/accounting/periods.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { findMessagesSent, findReportClock } from '../../store/accounting/messages-sent.ts'
import { guarded } from '../../contract/values/spelling/formulas.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'

export function messagesSentRoutes(route: Router): void {
  for (const [form, asJson, asCsv] of [
    ['daily', dailyMessagesSent, dailyMessagesSentCsv],
    ['monthly', monthlyMessagesSent, monthlyMessagesSentCsv],
  ] as const) {
    route(asJson, async ({ within, caller, params, query }) => {
      const id = visibleOrganization(caller, smallId(params.organization_id, 'organization'))
      return { data: { report: await reportOf(within(id), id, form, query) } }
    })

    route(asCsv, async ({ within, caller, params, query }) => {
      const id = visibleOrganization(caller, smallId(params.organization_id, 'organization'))
      const rows = await reportOf(within(id), id, form, query)
      return {
        contentType: 'text/csv; charset=utf-8',
        stream: Readable.from([csvOf(rows)]),
        fileName: `messages-sent-${form}-${id}.csv`,
      }
    })
  }
}

async function reportOf(
  sql: Sql,
  organizationId: number,
  form: ReportForm,
  query: ReportQuery,
): Promise<MessagesSentRow[]> {
  const { zone, nowMs } = await findReportClock(sql, organizationId)
  const range = readReportRange(query, form, localDateAt(nowMs, zone))
  const bounds = periodBounds(range, form, zone)
  const rows = await findMessagesSent(sql, organizationId, bounds)
  return rows.map(({ period, ...row }) => ({
    time_period_start: formatInstant(bounds[period] ?? 0, zone),
    time_period_end: formatInstant((bounds[period + 1] ?? 0) - 1000, zone),
    ...row,
  }))
}

/** The two organization cells are empty because this report covers one. Formulas in names are escaped. */
function csvOf(rows: readonly MessagesSentRow[]): string {
  const cells = rows.map((row) => [
    row.time_period_start,
    row.time_period_end,
    '',
    '',
    row.campaign_id,
    guarded(row.campaign_name ?? ''),
    row.autoresponder_id,
    guarded(row.autoresponder_name ?? ''),
    row.messages_sent,
  ])
  return stringify([messagesSentColumns, ...cells], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: '\n',
  })
}
