import { changeOwnUser, findOwnUser } from '../../actions/users/current.ts'
import type { LogInParts } from '../../actions/users/log-in.ts'
import { showOwnUser, updateOwnUser } from '../../contract/users/current.ts'
import type { Router } from '../route/bind.ts'
import { userOf } from './sessions.ts'

export function ownUserRoutes(route: Router, parts: LogInParts): void {
  route(showOwnUser, async (call) => ({ data: await findOwnUser(call.sql, userOf(call)) }))

  route(updateOwnUser, async (call) => {
    const scopes = { sql: call.sql, everywhere: call.everywhere() }
    const change = { origin: call.origin, fields: call.fields }
    return { data: await changeOwnUser(scopes, userOf(call), parts, change) }
  })
}
