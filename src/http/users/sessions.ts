import type { Actor } from '../../actions/actor.ts'
import { logIn } from '../../actions/users/log-in.ts'
import { createPasswords } from '../../actions/users/passwords.ts'
import type { Passwords } from '../../actions/users/passwords.ts'
import type { UserActor } from '../../actions/users/second-factor.ts'
import { endSession, findSessionUser } from '../../actions/users/sessions.ts'
import { requestPasswordReset, setPasswordByLink } from '../../actions/users/set-password.ts'
import { forbidden } from '../../contract/api/errors.ts'
import {
  createPasswordReset,
  createSession,
  deleteCurrentSession,
  setPassword,
  showCurrentSession,
} from '../../contract/users/sessions.ts'
import type { Secrets } from '../../secrets.ts'
import type { Authenticated } from '../route/auth.ts'
import type { Router } from '../route/bind.ts'
import { challengeSession, csrfTokenOf, endedCookie, sessionCookie } from '../route/session-auth.ts'
import type { OwnSession } from '../route/session-auth.ts'

export function sessionRoutes(route: Router, secrets: Secrets): void {
  const passwords = createPasswords()
  sessionRecordRoutes(route, secrets, passwords)

  route.open(createPasswordReset, async ({ database, fields, origin }) => {
    const request = { email: fields.email, remoteAddress: origin.remoteAddress }
    await requestPasswordReset(database.everywhere(), secrets, request)
    return { data: null }
  })

  route.open(setPassword, async ({ database, fields, requestId }) => {
    await setPasswordByLink(database, { secrets, passwords }, { ...fields, requestId })
    return { data: null }
  })
}

function sessionRecordRoutes(route: Router, secrets: Secrets, passwords: Passwords): void {
  route.open(createSession, async (call) => {
    const parts = { secrets, passwords }
    const { userId, ...handle } = await logIn(call.database.everywhere(), parts, call).catch(challengeSession)
    const { organizationId } = handle
    const found = await findSessionUser(call.database.within(organizationId), organizationId, userId)
    const data = { ...found, csrf_token: csrfTokenOf(secrets, handle) }
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })

  route(showCurrentSession, async ({ sql, caller }) => {
    const { session, userId } = requireSession(caller)
    const found = await findSessionUser(sql, caller.organization_id, userId)
    return { data: { ...found, csrf_token: session.csrf_token } }
  })

  route(deleteCurrentSession, async (call) => {
    await endSession(call.sql, call, requireSession(call.caller).session.id)
    return { data: null, headers: { 'set-cookie': endedCookie } }
  })
}

/** The user who calls about their own account. @throws AppError `not_authorized`, 403: API keys have no account. */
export function userOf(call: Actor & { caller: Authenticated }): UserActor {
  return { caller: call.caller, audit: call.audit, userId: requireSession(call.caller).userId }
}

function requireSession(caller: Authenticated): { session: OwnSession; userId: number } {
  const { session, user_id: userId } = caller
  if (session === null || userId === null) throw forbidden('this call needs the session of a user')
  return { session, userId }
}
