import { isSetUpOpen, setUpServer } from '../../actions/users/set-up.ts'
import { findSessionUser } from '../../actions/users/sessions.ts'
import type { LogInParts } from '../../actions/users/log-in.ts'
import { setUp, showSetUp } from '../../contract/users/set-up.ts'
import type { Features } from '../../contract/users/sessions.ts'
import type { Router } from '../route/bind.ts'
import { csrfTokenOf, sessionCookie } from '../route/session-auth.ts'

export function setUpRoutes(route: Router, parts: LogInParts, features: Features): void {
  route.open(showSetUp, async ({ database }) => ({
    data: { is_open: await isSetUpOpen(database.everywhere()) },
  }))

  route.open(setUp, async (call) => {
    const { userId, ...handle } = await setUpServer(call.database.everywhere(), parts, call)
    const { organizationId } = handle
    const found = await findSessionUser(call.database, { organizationId, userId, steppedInto: null })
    const data = { ...found, features, csrf_token: csrfTokenOf(parts.secrets, handle) }
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })
}
