import type { SessionAnswer } from '../../contract/users/sessions.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import { findUser } from '../../store/users/rows.ts'
import { deleteSession, findOrganizationOf } from '../../store/users/sessions.ts'
import type { Actor } from '../actor.ts'

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

export function endSession(sql: Scoped, { caller, audit }: Actor, id: number): Promise<void> {
  return sql.begin(async (sql) => {
    await deleteSession(sql, caller.organization_id, id)
    await audit(sql, { kind: 'session.ended', subject_type: 'Session', subject_id: id })
  })
}
