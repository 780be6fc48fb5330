import type { Actor } from '../../actions/actor.ts'
import { logIn, type LogInParts } from '../../actions/users/log-in.ts'
import {
  endOtherSessions,
  endSession,
  findSessionUser,
  stepIntoOrganization,
  stepOutOfOrganization,
  type UserActor,
} from '../../actions/users/sessions.ts'
import { requestPasswordReset, setPasswordByLink } from '../../actions/users/set-password.ts'
import { forbidden } from '../../contract/api/errors.ts'
import {
  createPasswordReset,
  createSession,
  deleteCurrentSession,
  deleteOtherSessions,
  deleteSession,
  listSessions,
  setPassword,
  showCurrentSession,
  stepInto,
  stepOut,
  type Features,
  type SessionAnswer,
  type SessionRecord,
} from '../../contract/users/sessions.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Scopes } from '../../database/driver/connection.ts'
import { findSessions, type SessionRow } from '../../store/users/sessions.ts'
import type { Authenticated } from '../route/auth.ts'
import type { Router } from '../route/bind.ts'
import {
  challengeSession,
  csrfTokenOf,
  endedCookie,
  sessionCookie,
  type OwnSession,
} from '../route/session-auth.ts'

export function sessionRoutes(route: Router, parts: LogInParts, features: Features): void {
  currentSessionRoutes(route, parts, features)
  steppingRoutes(route, features)
  sessionRecordRoutes(route)

  route.open(createPasswordReset, async ({ database, fields, origin }) => {
    const request = { email: fields.email, remoteAddress: origin.remoteAddress }
    await requestPasswordReset(database.everywhere(), parts, request)
    return { data: null }
  })

  route.open(setPassword, async ({ database, fields, requestId, origin }) => {
    const given = { ...fields, requestId, remoteAddress: origin.remoteAddress }
    await setPasswordByLink(database, parts, given)
    return { data: null }
  })
}

function currentSessionRoutes(route: Router, parts: LogInParts, features: Features): void {
  const { secrets } = parts
  route.open(createSession, async (call) => {
    const { userId, ...handle } = await logIn(call.database.everywhere(), parts, call).catch(challengeSession)
    const { organizationId } = handle
    const found = await findSessionUser(call.database, { organizationId, userId, steppedInto: null })
    const data = { ...found, features, csrf_token: csrfTokenOf(secrets, handle) }
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })

  route(showCurrentSession, async (call) => ({ data: await presentCurrent(call, features) }))

  route(deleteCurrentSession, async (call) => {
    const actor = userOf(call)
    await endSession(call.everywhere(), actor, actor.sessionId)
    return { data: null, headers: { 'set-cookie': endedCookie } }
  })
}

function steppingRoutes(route: Router, features: Features): void {
  route(stepInto, async (call) => {
    const actor = userOf(call)
    const { session } = requireSession(call.caller)
    const { organization_id: steppedInto } = call.fields()
    await stepIntoOrganization(call.everywhere(), actor, session, steppedInto)
    return { data: await presentCurrent(call, features, steppedInto) }
  })

  route(stepOut, async (call) => {
    const actor = userOf(call)
    const { session } = requireSession(call.caller)
    await stepOutOfOrganization(call.everywhere(), actor, session)
    return { data: await presentCurrent(call, features, null) }
  })
}

async function presentCurrent(
  call: Pick<Scopes, 'within'> & { caller: Authenticated },
  features: Features,
  steppedInto?: number | null,
): Promise<SessionAnswer> {
  const { session, userId } = requireSession(call.caller)
  const found = await findSessionUser(call, {
    organizationId: session.organization_id,
    userId,
    steppedInto: steppedInto === undefined ? session.stepped_into : steppedInto,
    hasSecondFactor: !session.second_factor_missing,
  })
  return { ...found, features, csrf_token: session.csrf_token }
}

function sessionRecordRoutes(route: Router): void {
  route(listSessions, async (call) => {
    const { caller, userId, sessionId } = userOf(call)
    const rows = await findSessions(call.sql, caller.organization_id, userId)
    return { data: rows.map((row) => presentSession(row, sessionId, caller.time_zone)) }
  })

  route(deleteSession, async (call) => {
    const actor = userOf(call)
    const { id } = call.params
    await endSession(call.everywhere(), actor, id)
    return { data: null, ...(id === actor.sessionId && { headers: { 'set-cookie': endedCookie } }) }
  })

  route(deleteOtherSessions, async (call) => {
    await endOtherSessions(call.sql, userOf(call))
    return { data: null }
  })
}

function presentSession(row: SessionRow, currentId: number, zone: string): SessionRecord {
  return {
    id: row.id,
    created_at: formatInstant(row.created_at.getTime(), zone),
    last_used_at: formatInstant(row.last_seen_at.getTime(), zone),
    ip: row.remote_address,
    user_agent: row.user_agent,
    method: row.method,
    current: row.id === currentId,
  }
}

/** @throws AppError `not_authorized`, 403: API keys have no account. */
export function userOf(call: Actor & { caller: Authenticated }): UserActor {
  const { session, userId } = requireSession(call.caller)
  return { caller: call.caller, audit: call.audit, userId, sessionId: session.id }
}

function requireSession(caller: Authenticated): { session: OwnSession; userId: number } {
  const { session, user_id: userId } = caller
  if (session === null || userId === null) throw forbidden('this call needs the session of a user')
  return { session, userId }
}
