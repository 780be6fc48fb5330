import type { PageRequest } from '../../contract/api/paging.ts'
import { parseEmail, type EmailAddress } from '../../contract/values/email.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { findMessageCounts, messageCounters, type CountsOfDay } from '../../store/messages/counts.ts'
import { messageStreams } from '../../store/messages/streams.ts'
import {
  findMessageSuppressions,
  liftMessageSuppression,
  suppressInStream,
  type SuppressionRow,
} from '../../store/messages/suppressions.ts'
import { findResource } from '../../store/resources/rows.ts'
import { invalid } from '../../contract/api/errors.ts'
import type { Actor } from '../actor.ts'

export async function findSuppressedInStream(
  sql: Sql,
  { caller }: Actor,
  { streamId, email }: { streamId: number; email?: string | undefined },
  page: PageRequest,
) {
  const organizationId = caller.organization_id
  await findResource(sql, organizationId, messageStreams, streamId)
  const key = email === undefined ? null : keyOf(email)
  return findMessageSuppressions(sql, organizationId, { streamId, key }, page)
}

function keyOf(email: string): string {
  return parseEmail(email)?.key ?? email.toLowerCase()
}

export function addSuppressed(
  sql: Scoped,
  { caller, audit }: Actor,
  streamId: number,
  fields: () => { email: EmailAddress },
): Promise<SuppressionRow> {
  const organizationId = caller.organization_id
  return sql.begin(async (sql) => {
    await findResource(sql, organizationId, messageStreams, streamId)
    const { key } = fields().email
    await suppressInStream(sql, organizationId, [{ streamId, key, reason: 'added' }])
    const event = { subject_type: 'MessageStream', subject_id: streamId }
    await audit(sql, { kind: 'message_stream.suppressed', ...event })
    const page = { page: 0, perPage: 1, offset: 0 }
    const { rows } = await findMessageSuppressions(sql, organizationId, { streamId, key }, page)
    const [row] = rows
    if (row === undefined) throw new Error('a suppression is missing right after its insert')
    return row
  })
}

export function removeSuppressed(
  sql: Scoped,
  { caller, audit }: Actor,
  { streamId, email }: { streamId: number; email: string },
): Promise<void> {
  const organizationId = caller.organization_id
  return sql.begin(async (sql) => {
    await findResource(sql, organizationId, messageStreams, streamId)
    const key = keyOf(email)
    await liftMessageSuppression(sql, organizationId, { streamId, key })
    const event = { subject_type: 'MessageStream', subject_id: streamId }
    await audit(sql, { kind: 'message_stream.unsuppressed', ...event })
  })
}

const yearMs = 366 * 86_400_000
const defaultMs = 30 * 86_400_000

/** @throws AppError `not_found`, `validation_failed`. */
export async function findStreamStatistics(
  sql: Sql,
  { caller }: Actor,
  streamId: number,
  { start, end }: { start: Date | null; end: Date | null },
): Promise<{ total: Omit<CountsOfDay, 'day'>; days: CountsOfDay[] }> {
  const organizationId = caller.organization_id
  await findResource(sql, organizationId, messageStreams, streamId)
  const until = end ?? new Date()
  const since = start ?? new Date(until.getTime() - defaultMs)
  if (until.getTime() - since.getTime() > yearMs)
    throw invalid('time__start must be at most a year before time__end')
  const zone = caller.time_zone
  const days = await findMessageCounts(sql, organizationId, streamId, { start: since, end: until, zone })
  const sums = messageCounters.map((name) => [name, days.reduce((sum, day) => sum + day[name], 0)] as const)
  return { total: Object.fromEntries(sums) as Omit<CountsOfDay, 'day'>, days }
}
