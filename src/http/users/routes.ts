import {
  addUser,
  changeUser,
  clearLockout,
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
  deleteUserLockout,
  deleteUserLockoutOfOrganization,
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
  type User,
} from '../../contract/users/endpoints.ts'
import type { LinkMails } from '../../actions/users/link-mails.ts'
import type { LogInParts } from '../../actions/users/log-in.ts'
import type { Scoped } from '../../database/driver/connection.ts'
import { findLockoutsOf } from '../../actions/users/throttle.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { Caller } from '../../store/callers.ts'
import type { Router } from '../route/bind.ts'
import { namedPlace, ownPlace } from '../route/place.ts'

export function userRoutes(route: Router, parts: LogInParts): void {
  ownRoutes(route, parts)
  namedRoutes(route, parts)
}

function ownRoutes(route: Router, parts: LogInParts): void {
  route(listUsers, async (call) => ({
    data: await shownAll(call, parts, await findVisibleUsers(...ownPlace(call))),
  }))
  route(createUser, async (call) => ({
    data: await shown(call, parts, await addUser(...ownPlace(call), mailsOf(call, parts), call.fields)),
  }))
  route(showUser, async (call) => ({
    data: await shown(call, parts, await findVisibleUser(...ownPlace(call), call.params.id)),
  }))
  route(updateUser, async (call) => ({
    data: await shown(
      call,
      parts,
      await changeUser(...ownPlace(call), { id: call.params.id, mails: mailsOf(call, parts) }, call.fields),
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
  route(deleteUserLockout, async (call) => {
    await clearLockout(...ownPlace(call), {
      id: call.params.id,
      everywhere: call.everywhere(),
      throttle: parts,
    })
    return { data: null }
  })
  route(inviteUser, async (call) => {
    await inviteAgain(...ownPlace(call), call.params.id, mailsOf(call, parts))
    return { data: null }
  })
}

function namedRoutes(route: Router, parts: LogInParts): void {
  route(listUsersOfOrganization, async (call) => ({
    data: await shownAll(call, parts, await findVisibleUsers(...namedPlace(call))),
  }))
  route(createUserOfOrganization, async (call) => ({
    data: await shown(call, parts, await addUser(...namedPlace(call), mailsOf(call, parts), call.fields)),
  }))
  route(showUserOfOrganization, async (call) => ({
    data: await shown(call, parts, await findVisibleUser(...namedPlace(call), call.params.id)),
  }))
  route(updateUserOfOrganization, async (call) => ({
    data: await shown(
      call,
      parts,
      await changeUser(...namedPlace(call), { id: call.params.id, mails: mailsOf(call, parts) }, call.fields),
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
  route(deleteUserLockoutOfOrganization, async (call) => {
    await clearLockout(...namedPlace(call), {
      id: call.params.id,
      everywhere: call.everywhere(),
      throttle: parts,
    })
    return { data: null }
  })
  route(inviteUserOfOrganization, async (call) => {
    await inviteAgain(...namedPlace(call), call.params.id, mailsOf(call, parts))
    return { data: null }
  })
}

type ShowingCall = { everywhere: () => Scoped; caller: Pick<Caller, 'time_zone'> }

async function shown(call: ShowingCall, parts: LogInParts, user: User): Promise<User> {
  return (await shownAll(call, parts, [user]))[0] ?? user
}

/** With their lockouts: of who has a password, for until then the address may be that of another organization's user. */
async function shownAll(
  { everywhere, caller }: ShowingCall,
  { secrets }: LogInParts,
  users: readonly User[],
): Promise<User[]> {
  const emails = users.flatMap(({ email, password_set: has }) => (has ? [email] : []))
  const lockouts = emails.length === 0 ? [] : await findLockoutsOf(everywhere(), secrets, emails)
  const untilOf = new Map(emails.map((email, index) => [email, lockouts[index] ?? null]))
  return users.map((user) => {
    const until = untilOf.get(user.email) ?? null
    const locked_out_until = until === null ? null : formatInstant(until.getTime(), caller.time_zone)
    return { ...user, password_failure_lockout: { locked_out: until !== null, locked_out_until } }
  })
}

type MailingCall = { everywhere: () => Scoped; warn: (sentence: string) => void }

function mailsOf({ everywhere, warn }: MailingCall, { secrets, limits }: LogInParts) {
  return { everywhere: everywhere(), secrets, limits, warn } satisfies LinkMails & Pick<MailingCall, 'warn'>
}
