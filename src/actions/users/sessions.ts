import type { SessionAnswer } from '../../contract/users/sessions.ts'
import { invalid, notFound } from '../../contract/api/errors.ts'
import type { Scoped, Scopes } from '../../database/driver/connection.ts'
import { findOwnSettings, findUser } from '../../store/users/rows.ts'
import {
  deleteSession,
  deleteSessionsOfUser,
  findOrganizationOf,
  updateSteppedInto,
  type SessionState,
} from '../../store/users/sessions.ts'
import type { Actor } from '../actor.ts'

export type UserActor = Actor & { userId: number; sessionId: number }

type SessionUser = {
  organizationId: number
  userId: number
  steppedInto: number | null
  /** The log-in was by more than a password. Default: no. */
  hasSecondFactor?: boolean
}

export async function findSessionUser(
  { within }: Pick<Scopes, 'within'>,
  { organizationId, userId, steppedInto, hasSecondFactor = false }: SessionUser,
): Promise<Omit<SessionAnswer, 'csrf_token' | 'features'>> {
  const sql = within(organizationId)
  const user = await findUser(sql, organizationId, userId, { role: 'system_admin' })
  const { zone, rights } = await findOwnSettings(sql, organizationId, userId)
  const own = await findOrganizationOf(sql, organizationId)
  if (own === null) throw new Error('a session without an organization')
  const { organization } = own
  const entered = steppedInto === null ? null : await findOrganizationOf(within(steppedInto), steppedInto)
  const other = entered?.organization ?? null
  return {
    user,
    organization,
    stepped_into: other,
    role: other === null ? user.role : 'organization_admin',
    permissions: user.permissions,
    rights: other === null ? rights : null,
    mailing_list_ids: other === null && user.role === 'standard' ? user.mailing_list_ids : null,
    time_zone: zone ?? (other ?? organization).time_zone,
    second_factor_missing: user.second_factor_required && !user.second_factor_enabled && !hasSecondFactor,
  }
}

/** The log of each organization shows when a system administrator came and went. */
export function stepIntoOrganization(
  everywhere: Scoped,
  { audit }: UserActor,
  session: Pick<SessionState, 'id' | 'organization_id'>,
  organizationId: number,
): Promise<void> {
  return everywhere.begin(async (sql) => {
    const found = await findOrganizationOf(sql, organizationId)
    if (found?.isOpen !== true) throw notFound('organization')
    if (organizationId === session.organization_id) {
      throw invalid('organization_id must be that of another organization; this one is your own')
    }
    const before = await updateSteppedInto(sql, session, organizationId)
    if (before === organizationId) return
    if (before !== null) await audit(sql, stepped('organization.left', before), before)
    await audit(sql, stepped('organization.entered', organizationId), organizationId)
  })
}

export function stepOutOfOrganization(
  everywhere: Scoped,
  { audit }: UserActor,
  session: Pick<SessionState, 'id' | 'organization_id'>,
): Promise<void> {
  return everywhere.begin(async (sql) => {
    const before = await updateSteppedInto(sql, session, null)
    if (before !== null) await audit(sql, stepped('organization.left', before), before)
  })
}

function stepped(kind: string, id: number) {
  return { kind, subject_type: 'Organization', subject_id: id }
}

/** A session that ends inside another organization leaves it, and the log of that organization says so. */
export function endSession(
  everywhere: Scoped,
  { caller, audit, userId }: UserActor,
  id: number,
): Promise<void> {
  return everywhere.begin(async (sql) => {
    const ended = await deleteSession(sql, caller.organization_id, userId, id)
    if (ended === null) throw notFound('session')
    const { stepped_into: before } = ended
    if (before !== null) await audit(sql, stepped('organization.left', before), before)
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
