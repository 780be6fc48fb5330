import {
  addUser,
  changeUser,
  endSessionsOf,
  findVisibleUser,
  findVisibleUsers,
  removeUser,
  resetSecondFactor,
} from '../../actions/users/changes.ts'
import {
  createUser,
  createUserOfOrganization,
  deleteUser,
  deleteUserOfOrganization,
  deleteUserSessions,
  deleteUserSessionsOfOrganization,
  deleteUserTotp,
  deleteUserTotpOfOrganization,
  listUsers,
  listUsersOfOrganization,
  showUser,
  showUserOfOrganization,
  updateUser,
  updateUserOfOrganization,
} from '../../contract/users/endpoints.ts'
import type { Router } from '../route/bind.ts'
import { namedPlace, ownPlace } from '../route/place.ts'

/** Users of the caller's own organization and of a named one, with the same rules. */
export function userRoutes(route: Router): void {
  ownRoutes(route)
  namedRoutes(route)
}

function ownRoutes(route: Router): void {
  route(listUsers, async (call) => ({ data: await findVisibleUsers(...ownPlace(call)) }))
  route(createUser, async (call) => ({ data: await addUser(...ownPlace(call), call.fields) }))
  route(showUser, async (call) => ({ data: await findVisibleUser(...ownPlace(call), call.params.id) }))
  route(updateUser, async (call) => ({
    data: await changeUser(...ownPlace(call), call.params.id, call.fields),
  }))
  route(deleteUser, async (call) => {
    await removeUser(...ownPlace(call), call.params.id)
    return { data: null }
  })
  route(deleteUserTotp, async (call) => {
    await resetSecondFactor(...ownPlace(call), call.params.id)
    return { data: null }
  })
  route(deleteUserSessions, async (call) => {
    await endSessionsOf(...ownPlace(call), call.params.id)
    return { data: null }
  })
}

function namedRoutes(route: Router): void {
  route(listUsersOfOrganization, async (call) => ({ data: await findVisibleUsers(...namedPlace(call)) }))
  route(createUserOfOrganization, async (call) => ({
    data: await addUser(...namedPlace(call), call.fields),
  }))
  route(showUserOfOrganization, async (call) => ({
    data: await findVisibleUser(...namedPlace(call), call.params.id),
  }))
  route(updateUserOfOrganization, async (call) => ({
    data: await changeUser(...namedPlace(call), call.params.id, call.fields),
  }))
  route(deleteUserOfOrganization, async (call) => {
    await removeUser(...namedPlace(call), call.params.id)
    return { data: null }
  })
  route(deleteUserTotpOfOrganization, async (call) => {
    await resetSecondFactor(...namedPlace(call), call.params.id)
    return { data: null }
  })
  route(deleteUserSessionsOfOrganization, async (call) => {
    await endSessionsOf(...namedPlace(call), call.params.id)
    return { data: null }
  })
}
