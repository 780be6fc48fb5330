import {
  listAuditEvents,
  listOrganizationAuditEvents,
  type AuditEvent,
  type AuditEventQuery,
} from '../contract/audit-events.ts'
import { rangeIn } from '../contract/api/query.ts'
import { formatInstant } from '../contract/times/zones.ts'
import type { Sql } from '../database/driver/connection.ts'
import {
  countAuditEvents,
  findAuditEvents,
  findLogZone,
  type AuditEventRow,
} from '../store/audit-events/log.ts'
import { findNames, type Names } from '../store/audit-events/names.ts'
import type { PageTokens } from './route/page-token.ts'
import { smallId } from './route/call.ts'
import type { Router } from './route/bind.ts'

export function auditEventRoutes(route: Router, pageTokens: PageTokens): void {
  route(listAuditEvents, ({ sql, caller, query }) => list(sql, caller.organization_id, query, pageTokens))

  route(listOrganizationAuditEvents, ({ within, params, query }) => {
    const id = smallId(params.organization_id, 'organization')
    return list(within(id), id, query, pageTokens)
  })
}

async function list(sql: Sql, organizationId: number, query: AuditEventQuery, pageTokens: PageTokens) {
  const zone = await findLogZone(sql, organizationId)
  const { kind, subject_type: subjectType, subject_id: subjectId } = query
  const { actor_type: actorType, actor_id: actorId } = query
  const filter = { kind, subjectType, subjectId, actorType, actorId, ...rangeIn(query, 'occurred_at', zone) }
  const page = pageTokens.readPage(query, [organizationId, 'audit_events', filter])
  const [found, count] = await Promise.all([
    findAuditEvents(sql, organizationId, filter, { start: page.start, limit: page.perPage + 1 }),
    countAuditEvents(sql, organizationId, filter),
  ])
  const { rows, paging } = pageTokens.answerPage(page, found, count)
  const namesOf = await findNames(sql, organizationId, rows)
  return {
    data: rows.map((row) => presentAuditEvent(row, { organizationId, zone, names: namesOf(row) })),
    paging,
  }
}

type Beside = { organizationId: number; zone: string; names: Names }

function presentAuditEvent(row: AuditEventRow, { organizationId, zone, names }: Beside): AuditEvent {
  const { type, id } = actorOf(row)
  return {
    id: row.id,
    occurred_at: formatInstant(row.occurred_at.getTime(), zone),
    kind: row.kind,
    actor: {
      type,
      id,
      name: row.actor_name,
      organization_id: type === 'system' ? null : (row.actor_organization_id ?? organizationId),
      assistant: row.assistant,
    },
    request_id: row.request_id,
    subject: { type: row.subject_type, id: row.subject_id, name: names.subject },
    details: row.details,
    names: names.details,
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
