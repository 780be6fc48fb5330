import type { SessionAnswer } from '../../contract/users/sessions.ts'
import { notFound } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { findUser } from '../../store/users/rows.ts'
import { deleteSession, deleteSessionsOfUser, findOrganizationOf } from '../../store/users/sessions.ts'
import type { Actor } from '../actor.ts'

export type UserActor = Actor & { userId: number; sessionId: number }

export async function findSessionUser(
  sql: Sql,
  organizationId: number,
  userId: number,
): Promise<Omit<SessionAnswer, 'csrf_token'>> {
  const user = await findUser(sql, organizationId, userId, { role: 'system_admin' })
  return {
    user,
    organization: await findOrganizationOf(sql, organizationId),
    second_factor_missing: user.second_factor_required && !user.second_factor_enabled,
  }
}

export function endSession(sql: Scoped, { caller, audit, userId }: UserActor, id: number): Promise<void> {
  return sql.begin(async (sql) => {
    if (!(await deleteSession(sql, caller.organization_id, userId, id))) throw notFound('session')
    await audit(sql, { kind: 'session.ended', subject_type: 'Session', subject_id: id })
  })
}

export function endOtherSessions(
  sql: Scoped,
  { caller, audit, userId, sessionId }: UserActor,
): Promise<void> {
  return sql.begin(async (sql) => {
    const ended = await deleteSessionsOfUser(sql, caller.organization_id, userId, sessionId)
    const details = { sessions_ended: ended }
    await audit(sql, { kind: 'user.sessions_ended', subject_type: 'User', subject_id: userId, details })
  })
}
