import type { Role } from '../../contract/api/endpoint.ts'
import { forbidden, invalid } from '../../contract/api/errors.ts'
import type { UserChanges, UserInput } from '../../contract/users/input.ts'
import * as endpoints from '../../contract/users/endpoints.ts'
import type { User } from '../../contract/users/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Caller } from '../../store/callers.ts'
import { systemOrganizationId } from '../../store/organizations/system.ts'
import { requireOrganization } from '../../store/resources/rows.ts'
import { deleteSecondFactor } from '../../store/users/second-factors.ts'
import { deleteSessionsOfUser } from '../../store/users/sessions.ts'
import { deleteUserTokens } from '../../store/users/tokens.ts'
import * as store from '../../store/users/rows.ts'
import { prepareLink } from './links.ts'
import type { Links } from './links.ts'
import { smallId } from '../route/call.ts'
import type { Call } from '../route/call.ts'
import type { Router } from '../route/bind.ts'

/** Users, by the paths of the caller's own organization and by those that name one: the same rules for both. */
export function userRoutes(route: Router, links: Links): void {
  ownRoutes(route, links)
  namedRoutes(route, links)
}

/** Whose users a call is about. */
type Target = {
  sql: Scoped
  organizationId: number
  caller: Caller
  audit: Call<string, never>['audit']
}

function ownRoutes(route: Router, links: Links): void {
  const targetOf = ({ sql, caller, audit }: Omit<Target, 'organizationId'>): Target => {
    return { sql, organizationId: caller.organization_id, caller, audit }
  }
  route(endpoints.listUsers, async ({ sql, caller }) => {
    return { data: await store.findUsers(sql, caller.organization_id, caller) }
  })
  route(endpoints.createUser, async (call) => {
    return { data: await create(targetOf(call), call.fields, links) }
  })
  route(endpoints.showUser, async ({ sql, caller, params }) => {
    return { data: await store.findUser(sql, caller.organization_id, params.id, caller) }
  })
  route(endpoints.updateUser, async (call) => {
    return { data: await update(targetOf(call), call.params.id, call.fields) }
  })
  route(endpoints.deleteUser, async (call) => {
    return { data: await remove(targetOf(call), call.params.id) }
  })
  route(endpoints.deleteUserTotp, async (call) => {
    return { data: await resetSecondFactor(targetOf(call), call.params.id) }
  })
}

type NamingCall = Pick<Call<string, never>, 'within' | 'caller' | 'audit'> & {
  params: { organization_id: number }
}

function namedRoutes(route: Router, links: Links): void {
  const targetOf = async ({ within, caller, params, audit }: NamingCall): Promise<Target> => {
    const organizationId = smallId(params.organization_id, 'organization')
    const sql = within(organizationId)
    await requireOrganization(sql, organizationId)
    return { sql, organizationId, caller, audit }
  }
  route(endpoints.listUsersOfOrganization, async (call) => {
    const { sql, organizationId, caller } = await targetOf(call)
    return { data: await store.findUsers(sql, organizationId, caller) }
  })
  route(endpoints.createUserOfOrganization, async (call) => {
    return { data: await create(await targetOf(call), call.fields, links) }
  })
  route(endpoints.showUserOfOrganization, async (call) => {
    const { sql, organizationId, caller } = await targetOf(call)
    return { data: await store.findUser(sql, organizationId, call.params.id, caller) }
  })
  route(endpoints.updateUserOfOrganization, async (call) => {
    return { data: await update(await targetOf(call), call.params.id, call.fields) }
  })
  route(endpoints.deleteUserOfOrganization, async (call) => {
    return { data: await remove(await targetOf(call), call.params.id) }
  })
  route(endpoints.deleteUserTotpOfOrganization, async (call) => {
    return { data: await resetSecondFactor(await targetOf(call), call.params.id) }
  })
}

async function create(target: Target, fields: () => UserInput, links: Links): Promise<User> {
  const { sql, organizationId, caller, audit } = target
  const input = fields()
  refuseRole(target, input.role)
  const { user, link } = await sql.begin(async (sql) => {
    const id = await store.insertUser(sql, organizationId, input)
    const link = await prepareLink(sql, links, { organization_id: organizationId, id }, 'invitation')
    const event = {
      kind: 'user.created',
      subject_type: 'User',
      subject_id: id,
      details: { role: input.role },
    }
    await audit(sql, event, organizationId)
    return { user: await store.findUser(sql, organizationId, id, caller), link }
  })
  if (link !== null) links.tell(link)
  return user
}

async function update(target: Target, id: number, fields: () => UserChanges): Promise<User> {
  const { sql, organizationId, caller, audit } = target
  return sql.begin(async (sql) => {
    const before = await store.lockUser(sql, organizationId, id, caller)
    const changes = fields()
    if (changes.role !== before.role) refuseRole(target, changes.role)
    await store.updateUser(sql, organizationId, id, changes)
    const after = await store.findUser(sql, organizationId, id, caller)
    if (!after.active) await deleteSessionsOfUser(sql, organizationId, id)
    // A link must not work for whoever reads the mail of the address before.
    if (!after.active || after.email !== before.email) await deleteUserTokens(sql, organizationId, id)
    const details = changeDetails(before, after)
    await audit(sql, { kind: 'user.updated', subject_type: 'User', subject_id: id, details }, organizationId)
    return after
  })
}

async function remove({ sql, organizationId, caller, audit }: Target, id: number): Promise<null> {
  return sql.begin(async (sql) => {
    const user = await store.lockUser(sql, organizationId, id, caller)
    await store.deleteUser(sql, organizationId, user.id)
    await audit(sql, { kind: 'user.deleted', subject_type: 'User', subject_id: user.id }, organizationId)
    return null
  })
}

/**
 * For a user who has lost the second factor and its recovery codes. Not for one's own: who has got hold of a session
 * must not get rid of it without a code.
 */
async function resetSecondFactor(target: Target, id: number): Promise<null> {
  const { sql, organizationId, caller, audit } = target
  return sql.begin(async (sql) => {
    const user = await store.lockUser(sql, organizationId, id, caller)
    if (user.id === caller.user_id) {
      throw forbidden('your own second factor is removed with a code: DELETE users/current/totp')
    }
    if (!user.second_factor_enabled) throw invalid('there is no second factor')
    await deleteSecondFactor(sql, organizationId, user.id)
    const ended = await deleteSessionsOfUser(sql, organizationId, user.id)
    const details = { sessions_ended: ended }
    const event = { kind: 'user.totp_reset', subject_type: 'User', subject_id: user.id, details }
    await audit(sql, event, organizationId)
    return null
  })
}

/** System administrators are made by their like, on the System Organization (specification, section 2.3). */
function refuseRole({ caller, organizationId }: Target, role: Role | undefined): void {
  if (role !== 'system_admin') return
  if (caller.role !== 'system_admin') throw forbidden('only a system_admin can make a user a system_admin')
  if (organizationId !== systemOrganizationId) {
    throw invalid('role system_admin exists on the System Organization only')
  }
}

/** Names of what has another value, never the values; but for the role, which says who may do what. */
function changeDetails(before: User, after: User): object {
  const changed = Object.entries(after).flatMap(([name, value]) =>
    JSON.stringify(value) === JSON.stringify(Object.entries(before).find(([key]) => key === name)?.[1])
      ? []
      : [name],
  )
  const role = before.role === after.role ? {} : { role_changed: { from: before.role, to: after.role } }
  return { changed, ...role }
}
