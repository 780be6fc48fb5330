import { notFound } from '../../contract/api/errors.ts'
import type { Count } from '../../contract/api/paging.ts'
import type { actorTypes } from '../../contract/audit-events.ts'
import type { Sql } from '../../database/driver/connection.ts'
import { countUpTo } from '../../database/driver/statement/bounded-count.ts'

export type AuditEventRow = {
  id: number
  occurred_at: Date
  kind: string
  api_key_id: number | null
  user_id: number | null
  import_id: number | null
  actor_organization_id: number | null
  assistant: string | null
  request_id: string | null
  subject_type: string | null
  subject_id: number | null
  details: Record<string, unknown>
  /** Of a key or user of this organization that still exists. */
  actor_name: string | null
}

/** undefined and null: no condition. Times are whole seconds, inclusive. */
export type AuditFilter = {
  kind: string | undefined
  subjectType: string | undefined
  subjectId: number | undefined
  actorType: (typeof actorTypes)[number] | undefined
  actorId: number | undefined
  start: Date | null
  end: Date | null
}

/** Before a row, or before a number of rows from the newest. */
export type AuditPageStart = { afterId: number } | { offset: number }

/** The time zone of the log. @throws AppError `not_found`, but not for a deleted organization. */
export async function findLogZone(sql: Sql, organizationId: number): Promise<string> {
  const [row] = await sql<{ time_zone: string }[]>`
    select time_zone from organizations where id = ${organizationId}`
  if (row === undefined) throw notFound('organization')
  return row.time_zone
}

export async function findAuditEvents(
  sql: Sql,
  organizationId: number,
  filter: AuditFilter,
  { start, limit }: { start: AuditPageStart; limit: number },
): Promise<AuditEventRow[]> {
  return sql<AuditEventRow[]>`
    select id, occurred_at, kind, api_key_id, user_id, import_id, actor_organization_id, assistant, request_id,
      subject_type, subject_id, details, coalesce((
        select k.name from api_keys k where k.organization_id = ${organizationId} and k.id = audit_events.api_key_id), (
        select u.full_name from users u
        where u.organization_id = ${organizationId} and u.id = audit_events.user_id)) as actor_name
    from audit_events
    where ${matching(sql, organizationId, filter)} ${'afterId' in start ? sql`and id < ${start.afterId}` : sql``}
    order by id desc
    limit ${limit} ${'offset' in start ? sql`offset ${start.offset}` : sql``}`
}

export function countAuditEvents(sql: Sql, organizationId: number, filter: AuditFilter): Promise<Count> {
  return countUpTo(sql, sql`from audit_events where ${matching(sql, organizationId, filter)}`)
}

function matching(sql: Sql, organizationId: number, filter: AuditFilter) {
  const { kind, subjectType, subjectId, actorType, start, end } = filter
  return sql`organization_id = ${organizationId}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${subjectType === undefined ? sql`` : sql`and subject_type = ${subjectType}`}
    ${subjectId === undefined ? sql`` : sql`and subject_id = ${subjectId}::bigint`}
    ${actorType === undefined ? sql`` : sql`and ${byActor(sql, actorType, filter.actorId)}`}
    ${start === null ? sql`` : sql`and occurred_at >= ${start}`}
    ${end === null ? sql`` : sql`and occurred_at < ${end}::timestamptz + interval '1 second'`}`
}

/** Each condition implies the one of the index that serves it. */
function byActor(sql: Sql, type: (typeof actorTypes)[number], id: number | undefined) {
  if (type === 'system') return sql`api_key_id is null and user_id is null and import_id is null`
  const column = sql(`${type}_id`)
  return id === undefined ? sql`${column} is not null` : sql`${column} = ${id}::bigint`
}
