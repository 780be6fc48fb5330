import { invalid, notFound } from '../../contract/api/errors.ts'
import type { Scoped, Transaction } from '../../database/driver/connection.ts'
import { callerName } from '../../store/callers.ts'
import { cancelWaiting, copyMessage, lockMessage, queueAgain } from '../../store/messages/changes.ts'
import { findMessage, type MessageRow } from '../../store/messages/rows.ts'
import type { Actor } from '../actor.ts'

/** @throws AppError `not_found`; `validation_failed` if it has left, or is leaving now. */
export function cancelMessage(sql: Scoped, actor: Actor, id: number): Promise<MessageRow> {
  const { organization_id: organizationId } = actor.caller
  return sql.begin(async (sql) => {
    const locked = await lockMessage(sql, organizationId, id)
    if (locked === null) throw notFound('message')
    if (!(await cancelWaiting(sql, organizationId, id))) {
      throw invalid(`message cannot be cancelled: it is ${locked.state}`)
    }
    await log(sql, actor, 'message.cancelled', { id })
    return findMessage(sql, organizationId, id)
  })
}

/** An uncertain one itself, of any other that has ended a copy. @throws AppError `not_found`, `validation_failed`. */
export function resendMessage(sql: Scoped, actor: Actor, id: number): Promise<MessageRow> {
  const { caller } = actor
  const organizationId = caller.organization_id
  return sql.begin(async (sql) => {
    const locked = await lockMessage(sql, organizationId, id)
    if (locked === null) throw notFound('message')
    if (['queued', 'sending', 'deferred'].includes(locked.state)) {
      throw invalid(`message cannot be sent again: it is ${locked.state}`)
    }
    if (!locked.has_body) throw invalid('message cannot be sent again: its body is not kept any more')
    const isSame = locked.state === 'uncertain'
    if (isSame) await queueAgain(sql, organizationId, id)
    const sentId = isSame ? id : await copyMessage(sql, organizationId, id, callerName(caller))
    await log(sql, actor, 'message.resent', { id, details: { message_id: sentId } })
    return findMessage(sql, organizationId, sentId)
  })
}

function log(
  sql: Transaction,
  { audit }: Actor,
  kind: string,
  { id, details = {} }: { id: number; details?: object },
): Promise<void> {
  return audit(sql, { kind, subject_type: 'Message', subject_id: id, details })
}
