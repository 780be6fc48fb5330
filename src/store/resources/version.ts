import { AppError } from '../../contract/api/errors.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Fragment, Sql, Transaction } from '../../database/driver/connection.ts'
import { findAuditEvents, type AuditEventRow } from '../audit-events/log.ts'

export type Versioned = {
  what: string
  table: string
  /** Its id, the campaign whose draft it is, or the list whose brand it is. */
  row: { id: number | string } | { campaign_id: number } | { mailing_list_id: number | null }
  /** Its events in the audit log, which tell who changed it. */
  subject: { type: string; id: number; kind?: string }
}

type Expectation = { expectedAt?: Date | null; caller: { time_zone: string } }

/**
 * Locks the row until the transaction ends, so that no change comes between this comparison and the caller's.
 * @throws AppError `validation_failed` with the status 409 if somebody has changed the row since `expectedAt`.
 */
export async function requireVersion(
  sql: Transaction,
  organizationId: number,
  { what, table, row, subject }: Versioned,
  { expectedAt = null, caller: { time_zone: timeZone } }: Expectation,
): Promise<void> {
  if (expectedAt === null) return
  const [found] = await sql<{ updated_at: Date; is_expected: boolean }[]>`
    select updated_at, date_trunc('second', updated_at) = ${expectedAt} as is_expected from ${sql(table)}
    where organization_id = ${organizationId} and ${named(sql, row)} for no key update`
  if (found === undefined || found.is_expected) return
  const [last] = await findAuditEvents(sql, organizationId, eventsOf(subject), {
    start: { offset: 0 },
    limit: 1,
  })
  const at = formatInstant(found.updated_at.getTime(), timeZone)
  const problem = `is not that of the ${what} any more: ${actorOf(last)} changed it at ${at}; show it, and repeat the change with its updated_at`
  const path = 'expected_updated_at'
  throw new AppError('validation_failed', `${path} ${problem}`, { status: 409, errors: [{ path, problem }] })
}

function named(sql: Sql, row: Versioned['row']): Fragment {
  if ('id' in row) return sql`id = ${row.id}`
  return 'campaign_id' in row
    ? sql`campaign_id = ${row.campaign_id}`
    : sql`mailing_list_id is not distinct from ${row.mailing_list_id}::integer`
}

function eventsOf({ type, id, kind }: Versioned['subject']) {
  const anybody = { actorType: undefined, actorId: undefined, start: null, end: null }
  return { ...anybody, kind, subjectType: type, subjectId: id }
}

function actorOf(event: AuditEventRow | undefined): string {
  if (event === undefined) return 'somebody'
  const { actor_name: name, user_id: userId, api_key_id: keyId } = event
  if (userId !== null) return name ?? 'a user who is not of this organization'
  if (keyId !== null) return name === null ? 'an API key' : `the API key ${name}`
  return 'the server'
}
