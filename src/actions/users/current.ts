import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { OwnChanges } from '../../contract/users/current.ts'
import type { User } from '../../contract/users/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findOwnPassword, updatePassword } from '../../store/users/log-ins.ts'
import { emailKey, findUser, lockUser, updateUser } from '../../store/users/rows.ts'
import { deleteSessionsOfUser, findOrganizationOf } from '../../store/users/sessions.ts'
import { deleteUserTokens } from '../../store/users/tokens.ts'
import type { Origin } from '../actor.ts'
import type { LogInParts } from './log-in.ts'
import { auditLock } from './second-factor.ts'
import type { UserActor } from './sessions.ts'
import { checkPassword } from './set-password.ts'
import { countTry, welcome } from './throttle.ts'

type Scopes = { sql: Scoped; everywhere: Scoped }
type Change = { origin: Origin; fields: () => OwnChanges }

/** Users see themselves, whatever their role. */
const self = { role: 'system_admin' } as const

export function findOwnUser(sql: Scoped, { caller, userId }: UserActor): Promise<User> {
  return findUser(sql, caller.organization_id, userId, self)
}

/** A new password ends the other sessions: they may belong to a person who knew the former password. */
export async function changeOwnUser(
  { sql, everywhere }: Scopes,
  actor: UserActor,
  parts: LogInParts,
  { origin, fields }: Change,
): Promise<User> {
  const { caller, audit, userId, sessionId } = actor
  const organizationId = caller.organization_id
  const { password, current_password: current, ...changes } = fields()
  const hash =
    password === undefined
      ? null
      : await hashNewPassword({ sql, everywhere }, actor, parts, { origin, password, current })
  return sql.begin(async (sql) => {
    const before = await lockUser(sql, organizationId, userId, self)
    await updateUser(sql, organizationId, userId, changes)
    const subject = { subject_type: 'User', subject_id: userId }
    if (hash !== null) {
      const { password_hash: former } = await findOwnPassword(sql, organizationId, userId)
      if (former !== hash.former) throw forbidden('the password has changed meanwhile; log in again')
      await updatePassword(sql, organizationId, userId, hash.hash)
      await deleteUserTokens(sql, organizationId, userId)
      const ended = await deleteSessionsOfUser(sql, organizationId, userId, sessionId)
      await audit(sql, { kind: 'user.password_set', ...subject, details: { sessions_ended: ended } })
    }
    const after = await findUser(sql, organizationId, userId, self)
    const changed = changedNames(before, after)
    if (changed.length > 0) await audit(sql, { kind: 'user.updated', ...subject, details: { changed } })
    return after
  })
}

type NewPassword = { origin: Origin; password: string; current: string | undefined }

/** The former password is counted like a log-in: a stolen session must not allow guessing it. */
async function hashNewPassword(
  { sql, everywhere }: Scopes,
  actor: UserActor,
  parts: LogInParts,
  { origin, password, current }: NewPassword,
): Promise<{ hash: string; former: string | null }> {
  const { caller, userId } = actor
  if (current === undefined) throw invalid('current_password cannot be blank')
  const { full_name } = await findUser(sql, caller.organization_id, userId, self)
  const { email, password_hash: former } = await findOwnPassword(sql, caller.organization_id, userId)
  const counted = await countTry(everywhere, parts, 'log in', { email, ...origin })
  if (!(await parts.passwords.isRight(former, current))) {
    await auditLock(sql, actor, counted, origin)
    throw invalid('current_password is wrong')
  }
  await counted.takeBack()
  await welcome(everywhere, parts, { email, ...origin })
  const organization = (await findOrganizationOf(sql, caller.organization_id))?.organization.name ?? ''
  await checkPassword(password, { email, email_key: emailKey(email), full_name, organization })
  return { hash: await parts.passwords.hash(password), former }
}

function changedNames(before: User, after: User): string[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(former.get(name)) ? [] : [name],
  )
}
