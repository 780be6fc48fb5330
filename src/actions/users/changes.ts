import type { Role } from '../../contract/api/endpoint.ts'
import { AppError, forbidden, invalid } from '../../contract/api/errors.ts'
import type { User } from '../../contract/users/endpoints.ts'
import { permissionsIn } from '../../contract/users/permissions.ts'
import type { UserChanges, UserInput } from '../../contract/users/input.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { requireLists } from '../../store/lists/named.ts'
import { requireOrganization } from '../../store/resources/rows.ts'
import { deleteIdentitiesOf } from '../../store/users/identities.ts'
import { deletePasskeysOf } from '../../store/users/passkeys.ts'
import { deletePassword } from '../../store/users/log-ins.ts'
import {
  deleteUser,
  emailKey,
  findUser,
  findUsers,
  insertUser,
  lockUser,
  updateUser,
} from '../../store/users/rows.ts'
import { lockRole } from '../../store/users/roles.ts'
import { deleteSecondFactor } from '../../store/users/second-factors.ts'
import { deleteSessionsOfUser } from '../../store/users/sessions.ts'
import { deleteUserTokens } from '../../store/users/tokens.ts'
import type { OrganizationActor, WarnedActor } from '../actor.ts'
import { invite, type LinkMails } from './link-mails.ts'
import { endLockout, type Throttle } from './throttle.ts'
import { requireEmergencyLogIn } from './single-sign-on/required.ts'
import { findInviter, queueAddressChange, queueInvitation } from './links.ts'

export async function findVisibleUsers(sql: Sql, actor: OrganizationActor): Promise<User[]> {
  await checkOrganization(sql, actor)
  return findUsers(sql, actor.organizationId, actor.caller)
}

export async function findVisibleUser(sql: Sql, actor: OrganizationActor, id: number): Promise<User> {
  await checkOrganization(sql, actor)
  return findUser(sql, actor.organizationId, id, actor.caller)
}

/** `warn` says that a mail was not sent. */
type WarnedMails = LinkMails & Pick<WarnedActor, 'warn'>

/**
 * Another organization's user with the address is no error: the address is checked when the user sets a password. What limits
 * mails does not limit users: a program that moves hundreds of them gets a warning for each who was not mailed.
 */
export async function addUser(
  sql: Scoped,
  actor: OrganizationActor,
  mails: WarnedMails,
  fields: () => UserInput,
): Promise<User> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  const input = fields()
  checkRole(actor, input.role)
  await checkScopes(sql, organizationId, input)
  refuseOwnPermissions(input.role_id ?? null, input.permissions, {})
  const inviter = await findInviter(mails.everywhere, caller)
  const adding = (isInvited: boolean) => async (sql: Transaction) => {
    const id = await insertUser(sql, organizationId, input)
    if (isInvited) await queueInvitation(sql, { organization_id: organizationId, id }, inviter)
    const { role, role_id, mailing_list_ids } = input
    const details = { role, role_id, mailing_list_ids }
    await audit(sql, { kind: 'user.created', ...subject(id), details }, organizationId)
    return findUser(sql, organizationId, id, caller)
  }
  if (input.invite === false) return sql.begin(adding(false))
  try {
    return await invite(mails, { organizationId, email: input.email }, () => sql.begin(adding(true)))
  } catch (error) {
    const isOverLimit = error instanceof AppError && error.code === 'too_many_requests'
    if (!isOverLimit || caller.api_key_id === null) throw error
    mails.warn(`the invitation was not mailed: ${error.message}; POST users/:id/invite mails it later`)
    return sql.begin(adding(false))
  }
}

/**
 * Deactivation ends the user's sessions and links. A new address must be proven like the first one: the password and
 * the sessions end (callers keep their own), and an invitation goes to the address.
 */
export async function changeUser(
  sql: Scoped,
  actor: OrganizationActor,
  { id, mails }: { id: number; mails: LinkMails },
  fields: () => UserChanges,
): Promise<User> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  const { email } = await findUser(sql, organizationId, id, caller)
  const changes = fields()
  const hasMoved = changes.email !== undefined && emailKey(changes.email) !== emailKey(email)
  const inviter = hasMoved ? await findInviter(mails.everywhere, caller) : null
  const change = async (sql: Transaction) => {
    const before = await lockUser(sql, organizationId, id, caller)
    if (changes.role !== before.role) checkRole(actor, changes.role)
    const changed = await checkRights(sql, organizationId, before, changes)
    if (hasMoved) {
      await deletePassword(sql, organizationId, id)
      await deleteIdentitiesOf(sql, organizationId, id)
      await deletePasskeysOf(sql, organizationId, id)
    }
    await updateUser(sql, organizationId, id, changed)
    const after = await findUser(sql, organizationId, id, caller)
    const endsSessions = !after.active || (hasMoved && id !== caller.user_id)
    if (endsSessions) await deleteSessionsOfUser(sql, organizationId, id)
    // A link must not work for a reader of the previous address.
    if (!after.active || after.email !== before.email) await deleteUserTokens(sql, organizationId, id)
    await requireEmergencyLogIn(sql, organizationId)
    if (inviter !== null) await queueAddressChange(sql, { organization_id: organizationId, id }, inviter)
    const details = changeDetails(before, after)
    await audit(sql, { kind: 'user.updated', ...subject(id), details }, organizationId)
    return after
  }
  if (!hasMoved) return sql.begin(change)
  return invite(mails, { organizationId, email: changes.email ?? email }, () => sql.begin(change))
}

/** @throws AppError `validation_failed` for a user who can log in already, or may not. */
export async function inviteAgain(
  sql: Scoped,
  actor: OrganizationActor,
  id: number,
  mails: LinkMails,
): Promise<void> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  const { email } = await findUser(sql, organizationId, id, caller)
  const inviter = await findInviter(mails.everywhere, caller)
  const again = async (sql: Transaction) => {
    const user = await lockUser(sql, organizationId, id, caller)
    if (!user.active) throw invalid('the user is not active: activate the user first')
    if (user.password_set) {
      throw invalid('the user has a password already: a forgotten one is replaced on the log-in page')
    }
    await deleteUserTokens(sql, organizationId, id)
    await queueInvitation(sql, { organization_id: organizationId, id }, inviter)
    await audit(sql, { kind: 'user.invited', ...subject(id) }, organizationId)
  }
  return invite(mails, { organizationId, email }, () => sql.begin(again))
}

export async function removeUser(sql: Scoped, actor: OrganizationActor, id: number): Promise<void> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  return sql.begin(async (sql) => {
    const user = await lockUser(sql, organizationId, id, caller)
    await deleteUser(sql, organizationId, user.id)
    await requireEmergencyLogIn(sql, organizationId)
    await audit(sql, { kind: 'user.deleted', ...subject(user.id) }, organizationId)
  })
}

type Lockout = { id: number; everywhere: Scoped; throttle: Throttle }

/** @throws AppError `validation_failed` for a user who has no password: nobody can log in as them. */
export async function clearLockout(
  sql: Scoped,
  actor: OrganizationActor,
  { id, everywhere, throttle }: Lockout,
): Promise<void> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  const user = await findUser(sql, organizationId, id, caller)
  if (!user.password_set) throw invalid('the user has no password: there is nothing to lock')
  await sql.begin((sql) => audit(sql, { kind: 'user.lockout_cleared', ...subject(id) }, organizationId))
  await endLockout(everywhere, throttle, user.email)
}

/** @throws AppError `not_authorized` for the caller's own second factor: a stolen session must not be enough. */
export async function resetSecondFactor(sql: Scoped, actor: OrganizationActor, id: number): Promise<void> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  return sql.begin(async (sql) => {
    const user = await lockUser(sql, organizationId, id, caller)
    if (user.id === caller.user_id) {
      throw forbidden('your own second factor is removed with a code: DELETE users/current/totp')
    }
    const passkeys = await deletePasskeysOf(sql, organizationId, user.id)
    if (!user.second_factor_enabled && passkeys === 0) throw invalid('there is no second factor')
    await deleteSecondFactor(sql, organizationId, user.id)
    const details = {
      ...(passkeys > 0 && { passkeys }),
      sessions_ended: await deleteSessionsOfUser(sql, organizationId, user.id),
    }
    await audit(sql, { kind: 'user.totp_reset', ...subject(user.id), details }, organizationId)
  })
}

export async function endSessionsOf(sql: Scoped, actor: OrganizationActor, id: number): Promise<void> {
  const { organizationId, caller, audit } = actor
  await checkOrganization(sql, actor)
  return sql.begin(async (sql) => {
    const user = await lockUser(sql, organizationId, id, caller)
    const details = { sessions_ended: await deleteSessionsOfUser(sql, organizationId, user.id) }
    await audit(sql, { kind: 'user.sessions_ended', ...subject(user.id), details }, organizationId)
  })
}

const subject = (id: number) => ({ subject_type: 'User', subject_id: id })

async function checkOrganization(sql: Sql, { organizationId, caller }: OrganizationActor): Promise<void> {
  if (organizationId !== caller.organization_id) await requireOrganization(sql, organizationId)
}

/** Only system administrators create others, and only in the System Organization (specification, section 2.3). */
function checkRole({ caller, organizationId }: OrganizationActor, role: Role | undefined): void {
  if (role !== 'system_admin') return
  if (caller.role !== 'system_admin') throw forbidden('only a system_admin can make a user a system_admin')
  if (organizationId !== systemOrganizationId) {
    throw invalid('role system_admin exists on the System Organization only')
  }
}

type Scopes = Pick<UserChanges, 'role_id' | 'mailing_list_ids'>

/** A role that is named stays until the transaction has ended. @throws AppError `validation_failed` for what does not exist. */
async function checkScopes(
  sql: Sql,
  organizationId: number,
  { role_id: roleId, mailing_list_ids: ids }: Scopes,
) {
  if (roleId != null && !(await lockRole(sql, organizationId, roleId))) {
    throw invalid('role_id is no role of the organization')
  }
  await requireLists(sql, organizationId, ids)
}

/** @returns what to write: permissions of the role, which a program sends back as it got them, are not the user's own. */
async function checkRights(
  sql: Transaction,
  organizationId: number,
  before: User,
  changes: UserChanges,
): Promise<UserChanges> {
  await checkScopes(sql, organizationId, changes)
  const { role_id: roleId = before.role_id, permissions } = changes
  refuseOwnPermissions(roleId, permissions, before.permissions)
  return roleId === null ? changes : { ...changes, permissions: undefined }
}

function refuseOwnPermissions(roleId: number | null, given: object | undefined, shown: object): void {
  if (roleId === null || given === undefined) return
  if (JSON.stringify(permissionsIn([given])) === JSON.stringify(permissionsIn([shown]))) return
  throw invalid(
    'permissions follow from the role of the user: change the role, or send role_id null with permissions',
  )
}

/** Names of the changed attributes without their values, except for what decides rights. */
function changeDetails(before: User, after: User): object {
  const changed = Object.entries(after).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(Object.entries(before).find(([key]) => key === name)?.[1])
      ? []
      : [name],
  )
  const rights = (['role', 'role_id', 'mailing_list_ids'] as const)
    .filter((name) => changed.includes(name))
    .map((name) => [`${name}_changed`, { from: before[name], to: after[name] }])
  return { changed, ...Object.fromEntries(rights) }
}
