import {
  addUser,
  changeUser,
  endSessionsOf,
  findVisibleUser,
  findVisibleUsers,
  inviteAgain,
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
  inviteUser,
  inviteUserOfOrganization,
  listUsers,
  listUsersOfOrganization,
  showUser,
  showUserOfOrganization,
  updateUser,
  updateUserOfOrganization,
} from '../../contract/users/endpoints.ts'
import type { LinkMails } from '../../actions/users/link-mails.ts'
import type { LogInParts } from '../../actions/users/log-in.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import type { Router } from '../route/bind.ts'
import { namedPlace, ownPlace } from '../route/place.ts'

export function userRoutes(route: Router, parts: LogInParts): void {
  ownRoutes(route, parts)
  namedRoutes(route, parts)
}

function ownRoutes(route: Router, parts: LogInParts): void {
  route(listUsers, async (call) => ({ data: await findVisibleUsers(...ownPlace(call)) }))
  route(createUser, async (call) => ({
    data: await addUser(...ownPlace(call), mailsOf(call, parts), call.fields),
  }))
  route(showUser, async (call) => ({ data: await findVisibleUser(...ownPlace(call), call.params.id) }))
  route(updateUser, async (call) => ({
    data: await changeUser(
      ...ownPlace(call),
      { id: call.params.id, mails: mailsOf(call, parts) },
      call.fields,
    ),
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
  route(inviteUser, async (call) => {
    await inviteAgain(...ownPlace(call), call.params.id, mailsOf(call, parts))
    return { data: null }
  })
}

function namedRoutes(route: Router, parts: LogInParts): void {
  route(listUsersOfOrganization, async (call) => ({ data: await findVisibleUsers(...namedPlace(call)) }))
  route(createUserOfOrganization, async (call) => ({
    data: await addUser(...namedPlace(call), mailsOf(call, parts), call.fields),
  }))
  route(showUserOfOrganization, async (call) => ({
    data: await findVisibleUser(...namedPlace(call), call.params.id),
  }))
  route(updateUserOfOrganization, async (call) => ({
    data: await changeUser(
      ...namedPlace(call),
      { id: call.params.id, mails: mailsOf(call, parts) },
      call.fields,
    ),
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
  route(inviteUserOfOrganization, async (call) => {
    await inviteAgain(...namedPlace(call), call.params.id, mailsOf(call, parts))
    return { data: null }
  })
}

function mailsOf(call: { everywhere: () => Scoped }, { secrets, limits }: LogInParts): LinkMails {
  return { everywhere: call.everywhere(), secrets, limits }
}
