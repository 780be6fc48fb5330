import type { PageRequest } from '../../contract/api/paging.ts'
import { parseEmail, type EmailAddress } from '../../contract/values/email.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { messageStreams } from '../../store/messages/streams.ts'
import {
  findMessageSuppressions,
  liftMessageSuppression,
  suppressInStream,
  type SuppressionRow,
} from '../../store/messages/suppressions.ts'
import { findResource } from '../../store/resources/rows.ts'
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
