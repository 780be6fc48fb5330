import type { Actor, OrganizationActor } from '../../actions/actor.ts'
import {
  addUser,
  changeUser,
  findVisibleUser,
  findVisibleUsers,
  removeUser,
  resetSecondFactor,
} from '../../actions/users/changes.ts'
import type { Links } from '../../actions/users/links.ts'
import {
  createUser,
  createUserOfOrganization,
  deleteUser,
  deleteUserOfOrganization,
  deleteUserTotp,
  deleteUserTotpOfOrganization,
  listUsers,
  listUsersOfOrganization,
  showUser,
  showUserOfOrganization,
  updateUser,
  updateUserOfOrganization,
} from '../../contract/users/endpoints.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Router } from '../route/bind.ts'
import { smallId } from '../route/call.ts'

/** Users, by the paths of the caller's own organization and by those that name one: the same rules for both. */
export function userRoutes(route: Router, links: Links): void {
  ownRoutes(route, links)
  namedRoutes(route, links)
}

/** Where an action works, and for whom. */
type Place = readonly [sql: Scoped, actor: OrganizationActor]

function ownRoutes(route: Router, links: Links): void {
  const own = ({ sql, caller, audit }: Actor & { sql: Scoped }): Place => {
    return [sql, { caller, audit, organizationId: caller.organization_id }]
  }
  route(listUsers, async (call) => ({ data: await findVisibleUsers(...own(call)) }))
  route(createUser, async (call) => ({ data: await addUser(...own(call), links, call.fields) }))
  route(showUser, async (call) => ({ data: await findVisibleUser(...own(call), call.params.id) }))
  route(updateUser, async (call) => ({ data: await changeUser(...own(call), call.params.id, call.fields) }))
  route(deleteUser, async (call) => {
    await removeUser(...own(call), call.params.id)
    return { data: null }
  })
  route(deleteUserTotp, async (call) => {
    await resetSecondFactor(...own(call), call.params.id)
    return { data: null }
  })
}

type NamingCall = Actor & { within: (organizationId: number) => Scoped; params: { organization_id: number } }

function namedRoutes(route: Router, links: Links): void {
  const named = ({ within, params, caller, audit }: NamingCall): Place => {
    const organizationId = smallId(params.organization_id, 'organization')
    return [within(organizationId), { caller, audit, organizationId }]
  }
  route(listUsersOfOrganization, async (call) => ({ data: await findVisibleUsers(...named(call)) }))
  route(createUserOfOrganization, async (call) => ({
    data: await addUser(...named(call), links, call.fields),
  }))
  route(showUserOfOrganization, async (call) => ({
    data: await findVisibleUser(...named(call), call.params.id),
  }))
  route(updateUserOfOrganization, async (call) => ({
    data: await changeUser(...named(call), call.params.id, call.fields),
  }))
  route(deleteUserOfOrganization, async (call) => {
    await removeUser(...named(call), call.params.id)
    return { data: null }
  })
  route(deleteUserTotpOfOrganization, async (call) => {
    await resetSecondFactor(...named(call), call.params.id)
    return { data: null }
  })
}
