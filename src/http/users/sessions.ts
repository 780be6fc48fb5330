import { forbidden, invalid } from '../../contract/api/errors.ts'
import { parseHandle } from '../../contract/values/handles.ts'
import type { Handle } from '../../contract/values/handles.ts'
import * as endpoints from '../../contract/users/sessions.ts'
import type { SessionAnswer } from '../../contract/users/sessions.ts'
import type { Database, Sql } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { findLogInUser, updatePassword } from '../../store/users/log-ins.ts'
import { deleteSession, deleteSessionsOfUser, findOrganizationOf } from '../../store/users/sessions.ts'
import { deleteUserTokens, findTokenOwner } from '../../store/users/tokens.ts'
import { emailKey, findUser } from '../../store/users/rows.ts'
import type { Authenticated } from '../route/auth.ts'
import { prepareLink } from './links.ts'
import type { Links } from './links.ts'
import { logIn } from './log-in.ts'
import { createPasswords } from './passwords.ts'
import type { Passwords } from './passwords.ts'
import type { Router } from '../route/bind.ts'
import { csrfTokenOf, endedCookie, sessionCookie } from '../route/session-auth.ts'
import { countTry, forgetFailures } from './throttle.ts'

type Parts = { secrets: Secrets; links: Links }

/** Logging in and out, and the links by which passwords are set. */
export function sessionRoutes(route: Router, { secrets, links }: Parts): void {
  const passwords = createPasswords()
  sessionRecordRoutes(route, secrets, passwords)

  // The same answer and the same steps, whether or not somebody has the address.
  route.open(endpoints.createPasswordReset, async ({ database, fields, origin }) => {
    await countTry(database, secrets, 'reset', { email: fields.email, ...origin })
    const link = await database.everywhere().begin(async (sql) => {
      const user = await findLogInUser(sql, emailKey(fields.email))
      const nobody = { organization_id: 0, id: 0 }
      return prepareLink(sql, links, user?.may_log_in === true ? user : nobody, 'password_reset')
    })
    if (link !== null) links.tell(link)
    return { data: null }
  })

  route.open(endpoints.setPassword, async ({ database, fields, requestId }) => {
    const email = await setPassword(database, passwords, { ...fields, requestId })
    await forgetFailures(database, secrets, email)
    return { data: null }
  })
}

function sessionRecordRoutes(route: Router, secrets: Secrets, passwords: Passwords): void {
  route.open(endpoints.createSession, async (call) => {
    const { userId, ...handle } = await logIn({ secrets, passwords }, call)
    const sql = call.database.within(handle.organizationId)
    const csrfToken = csrfTokenOf(secrets, handle)
    const data = await presentSession(sql, handle.organizationId, userId, csrfToken)
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })

  route(endpoints.showCurrentSession, async ({ sql, caller }) => {
    const { session, userId } = requireSession(caller)
    return { data: await presentSession(sql, caller.organization_id, userId, session.csrf_token) }
  })

  route(endpoints.deleteCurrentSession, async ({ sql, caller, audit }) => {
    const { session } = requireSession(caller)
    await sql.begin(async (sql) => {
      await deleteSession(sql, caller.organization_id, session.id)
      await audit(sql, { kind: 'session.ended', subject_type: 'Session', subject_id: session.id })
    })
    return { data: null, headers: { 'set-cookie': endedCookie } }
  })
}

/** @throws AppError `not_authorized`, 403: an API key has no session. */
export function requireSession({ session, user_id: userId }: Authenticated) {
  if (session === null || userId === null) throw forbidden('this call is for users who have logged in')
  return { session, userId }
}

async function presentSession(
  sql: Sql,
  organizationId: number,
  userId: number,
  csrfToken: string,
): Promise<SessionAnswer> {
  // Everybody may see who he is himself.
  const user = await findUser(sql, organizationId, userId, { role: 'system_admin' })
  return {
    user,
    organization: await findOrganizationOf(sql, organizationId),
    csrf_token: csrfToken,
    second_factor_missing: user.second_factor_required && !user.second_factor_enabled,
  }
}

type NewPassword = { token: string; password: string; requestId: string }

/**
 * Sets the password of whom a link was made for. The link is looked at before anything is hashed, and once more, held
 * for good, when the password is written: of two that use one link at once, one is refused.
 * @returns the user's address. @throws AppError `validation_failed`.
 */
async function setPassword(database: Database, passwords: Passwords, given: NewPassword): Promise<string> {
  const handle = parseHandle(given.token.trim())
  if (handle === null) throw wrongLink()
  const { organizationId } = handle
  const scoped = database.within(organizationId)
  const owner = await ownerOf(scoped, handle)
  if (given.password.trim().toLowerCase() === owner.email_key) throw invalid('password cannot be the address')
  const hash = await passwords.hash(given.password)
  await scoped.begin(async (sql) => {
    const { id } = await ownerOf(sql, handle)
    await updatePassword(sql, organizationId, id, hash)
    await deleteUserTokens(sql, organizationId, id)
    const ended = await deleteSessionsOfUser(sql, organizationId, id)
    await insertAuditEvent(sql, organizationId, {
      kind: 'user.password_set',
      user_id: id,
      actor_organization_id: organizationId,
      subject_type: 'User',
      subject_id: id,
      request_id: given.requestId,
      details: { sessions_ended: ended },
    })
  })
  return owner.email_key
}

async function ownerOf(sql: Sql, handle: Handle) {
  const owner = await findTokenOwner(sql, handle)
  if (owner === null) throw wrongLink()
  return owner
}

function wrongLink() {
  return invalid('token is wrong, was used or has expired')
}
