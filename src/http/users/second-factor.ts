import {
  confirmOwnSecondFactor,
  removeOwnSecondFactor,
  setUpSecondFactor,
} from '../../actions/users/second-factor.ts'
import { confirmTotp, createTotp, deleteTotp } from '../../contract/users/sessions.ts'
import type { LogInParts } from '../../actions/users/log-in.ts'
import type { Router } from '../route/bind.ts'
import { userOf } from './sessions.ts'

export function secondFactorRoutes(route: Router, parts: LogInParts): void {
  const { secrets } = parts
  route(createTotp, async (call) => {
    const scopes = { sql: call.sql, everywhere: call.everywhere() }
    const setUp = { origin: call.origin, password: () => call.fields().password }
    return { data: await setUpSecondFactor(scopes, userOf(call), parts, setUp) }
  })

  route(confirmTotp, async (call) => {
    const codes = await confirmOwnSecondFactor(call.sql, userOf(call), secrets, () => call.fields().code)
    return { data: { recovery_codes: codes } }
  })

  route(deleteTotp, async (call) => {
    const scopes = { sql: call.sql, everywhere: call.everywhere() }
    const removal = { origin: call.origin, code: () => call.fields().code }
    await removeOwnSecondFactor(scopes, userOf(call), parts, removal)
    return { data: null }
  })
}
