import { beginLogIn, logInByPasskey } from '../../actions/users/passkeys/log-in.ts'
import {
  addOwnPasskey,
  beginOwnPasskey,
  findOwnPasskeys,
  removeOwnPasskey,
  renameOwnPasskey,
  type PasskeyParts,
} from '../../actions/users/passkeys/own.ts'
import { findSessionUser } from '../../actions/users/sessions.ts'
import * as contract from '../../contract/users/passkeys.ts'
import type { Features } from '../../contract/users/sessions.ts'
import { formatInstant } from '../../contract/times/zones.ts'
import type { PasskeyRow } from '../../store/users/passkeys.ts'
import type { Router } from '../route/bind.ts'
import { challengeSession, csrfTokenOf, sessionCookie } from '../route/session-auth.ts'
import { userOf } from './sessions.ts'

export function passkeyRoutes(route: Router, parts: PasskeyParts, features: Features): void {
  ownRoutes(route, parts)

  route.open(contract.beginPasskeyLogIn, async () => ({ data: await beginLogIn(parts) }))

  route.open(contract.logInWithPasskey, async (call) => {
    const logIn = logInByPasskey(call.database.everywhere(), parts, call)
    const { userId, ...handle } = await logIn.catch(challengeSession)
    const { organizationId } = handle
    const user = { organizationId, userId, steppedInto: null, hasSecondFactor: true }
    const found = await findSessionUser(call.database, user)
    const data = { ...found, features, csrf_token: csrfTokenOf(parts.secrets, handle) }
    return { data, headers: { 'set-cookie': sessionCookie(handle) } }
  })
}

function ownRoutes(route: Router, parts: PasskeyParts): void {
  route(contract.listPasskeys, async (call) => {
    const actor = userOf(call)
    const rows = await findOwnPasskeys(call.sql, actor)
    return { data: rows.map((row) => present(row, actor.caller.time_zone)) }
  })

  route(contract.beginPasskey, async (call) => {
    const scopes = { sql: call.sql, everywhere: call.everywhere() }
    const given = { origin: call.origin, password: () => call.fields().password }
    return { data: await beginOwnPasskey(scopes, userOf(call), parts, given) }
  })

  route(contract.createPasskey, async (call) => {
    const actor = userOf(call)
    const scopes = { sql: call.sql, everywhere: call.everywhere() }
    const row = await addOwnPasskey(scopes, actor, parts, call.fields())
    return { data: present(row, actor.caller.time_zone) }
  })

  route(contract.updatePasskey, async (call) => {
    const actor = userOf(call)
    const { id } = call.params
    const row = await renameOwnPasskey(call.sql, actor, { id, name: () => call.fields().name })
    return { data: present(row, actor.caller.time_zone) }
  })

  route(contract.deletePasskey, async (call) => {
    await removeOwnPasskey(call.sql, userOf(call), call.params.id)
    return { data: null }
  })
}

function present({ created_at, last_used_at, ...row }: PasskeyRow, zone: string): contract.PasskeyRecord {
  return {
    ...row,
    created_at: formatInstant(created_at.getTime(), zone),
    last_used_at: last_used_at === null ? null : formatInstant(last_used_at.getTime(), zone),
  }
}
