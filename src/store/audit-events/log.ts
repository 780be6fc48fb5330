import { notFound } from '../../contract/api/errors.ts'
import type { Sql } from '../../database/driver/connection.ts'

export type AuditEventRow = {
  id: number
  occurred_at: Date
  kind: string
  api_key_id: number | null
  user_id: number | null
  import_id: number | null
  actor_organization_id: number | null
  request_id: string | null
  subject_type: string | null
  subject_id: number | null
  details: Record<string, unknown>
}

/** undefined and null: no condition. Times are whole seconds, inclusive. */
export type AuditFilter = {
  kind: string | undefined
  subjectType: string | undefined
  subjectId: number | undefined
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
    select id, occurred_at, kind, api_key_id, user_id, import_id, actor_organization_id, request_id,
      subject_type, subject_id, details
    from audit_events
    where ${matching(sql, organizationId, filter)} ${'afterId' in start ? sql`and id < ${start.afterId}` : sql``}
    order by id desc
    limit ${limit} ${'offset' in start ? sql`offset ${start.offset}` : sql``}`
}

export async function countAuditEvents(
  sql: Sql,
  organizationId: number,
  filter: AuditFilter,
): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from audit_events where ${matching(sql, organizationId, filter)}`
  return counted?.count ?? 0
}

function matching(sql: Sql, organizationId: number, filter: AuditFilter) {
  const { kind, subjectType, subjectId, start, end } = filter
  return sql`organization_id = ${organizationId}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${subjectType === undefined ? sql`` : sql`and subject_type = ${subjectType}`}
    ${subjectId === undefined ? sql`` : sql`and subject_id = ${subjectId}::bigint`}
    ${start === null ? sql`` : sql`and occurred_at >= ${start}`}
    ${end === null ? sql`` : sql`and occurred_at < ${end}::timestamptz + interval '1 second'`}`
}
