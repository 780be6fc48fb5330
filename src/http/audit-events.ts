import { listAuditEvents, listOrganizationAuditEvents } from '../contract/audit-events.ts'
import type { AuditEvent } from '../contract/audit-events.ts'
import { badRequest } from '../contract/api/errors.ts'
import type { Query } from '../contract/api/paging.ts'
import { parseId } from '../contract/values/text.ts'
import { parseDateTime } from '../contract/times/instants.ts'
import { formatInstant } from '../contract/times/zones.ts'
import type { Sql } from '../database/driver/connection.ts'
import { countAuditEvents, findAuditEvents, findLogZone } from '../store/audit-events/log.ts'
import type { AuditEventRow, AuditFilter } from '../store/audit-events/log.ts'
import type { PageTokens } from './route/page-token.ts'
import { smallId } from './route/call.ts'
import type { Router } from './route/bind.ts'

/** The audit log: of the caller's organization, and for system administrators of any. */
export function auditEventRoutes(route: Router, pageTokens: PageTokens): void {
  route(listAuditEvents, ({ sql, caller, query }) => list(sql, caller.organization_id, query, pageTokens))

  route(listOrganizationAuditEvents, ({ within, params, query }) => {
    const id = smallId(params.organization_id, 'organization')
    return list(within(id), id, query, pageTokens)
  })
}

async function list(sql: Sql, organizationId: number, query: Query, pageTokens: PageTokens) {
  const zone = await findLogZone(sql, organizationId)
  const filter = readFilter(query, zone)
  const page = pageTokens.readPage(query, [organizationId, 'audit_events', filter])
  const [found, count] = await Promise.all([
    findAuditEvents(sql, organizationId, filter, { start: page.start, limit: page.perPage + 1 }),
    countAuditEvents(sql, organizationId, filter),
  ])
  const { rows, paging } = pageTokens.answerPage(page, found, count)
  return { data: rows.map((row) => presentAuditEvent(row, organizationId, zone)), paging }
}

/** @throws AppError `invalid_request`. */
function readFilter(query: Query, zone: string): AuditFilter {
  const { kind, subject_type: subjectType, subject_id: subjectId } = query
  const id = subjectId === undefined ? undefined : parseId(subjectId)
  if (id === null) throw badRequest('subject_id must be a whole number above 0')
  const start = readTime('occurred_at__start', query, zone)
  const end = readTime('occurred_at__end', query, zone)
  if (start !== undefined && end !== undefined && end < start) {
    throw badRequest('occurred_at__end must not be before occurred_at__start')
  }
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(subjectType === undefined ? {} : { subjectType }),
    ...(id === undefined ? {} : { subjectId: id }),
    ...(start === undefined ? {} : { start }),
    ...(end === undefined ? {} : { end }),
  }
}

function readTime(name: string, query: Query, zone: string): Date | undefined {
  const text = query[name]
  if (text === undefined) return undefined
  const ms = parseDateTime(text.trim(), { dateFormat: 'mdy', zone })
  if (ms === null) throw badRequest(`${name} must be an ISO 8601 date and time`)
  return new Date(ms)
}

function presentAuditEvent(row: AuditEventRow, organizationId: number, zone: string): AuditEvent {
  const { type, id } = actorOf(row)
  return {
    id: row.id,
    occurred_at: formatInstant(row.occurred_at.getTime(), zone),
    kind: row.kind,
    actor: {
      type,
      id,
      organization_id: type === 'system' ? null : (row.actor_organization_id ?? organizationId),
    },
    request_id: row.request_id,
    subject: { type: row.subject_type, id: row.subject_id },
    details: row.details,
  }
}

function actorOf({
  api_key_id,
  user_id,
  import_id,
}: AuditEventRow): Pick<AuditEvent['actor'], 'type' | 'id'> {
  if (api_key_id !== null) return { type: 'api_key', id: api_key_id }
  if (user_id !== null) return { type: 'user', id: user_id }
  return import_id === null ? { type: 'system', id: null } : { type: 'import', id: import_id }
}
