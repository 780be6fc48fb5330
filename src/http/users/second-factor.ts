import { invalid } from '../../contract/api/errors.ts'
import { confirmTotp, createTotp, deleteTotp } from '../../contract/users/sessions.ts'
import type { Secrets } from '../../secrets.ts'
import * as store from '../../store/users/second-factors.ts'
import { useCode } from './log-in.ts'
import type { Router } from '../route/bind.ts'
import { requireSession } from './sessions.ts'
import { countTry } from './throttle.ts'
import { findTotpStep, newRecoveryCodes, newTotpSecret, otpauthUrl } from './totp.ts'

/** The second factor of the user who is logged in. */
export function secondFactorRoutes(route: Router, secrets: Secrets): void {
  setUpRoutes(route, secrets)

  route(deleteTotp, async ({ sql, everywhere, caller, fields, audit, origin }) => {
    const { userId } = requireSession(caller)
    const organizationId = caller.organization_id
    const factor = await store.findSecondFactor(sql, organizationId, userId)
    if (factor?.is_confirmed !== true) throw invalid('there is no second factor')
    const { code } = fields()
    // Counted like a log-in: who has got hold of a session could guess codes here.
    const counted = await countTry({ everywhere }, secrets, 'log in', { email: factor.email, ...origin })
    const user = { organization_id: organizationId, id: userId, totp_sealed: factor.totp_sealed }
    if (!(await useCode(sql, secrets, user, code))) {
      const { locks } = counted
      const details = { remote_address: origin.remoteAddress, locks }
      if (locks.length > 0) await audit(sql, { kind: 'session.locked', details })
      throw invalid('code is wrong or was used before')
    }
    await counted.takeBack()
    await sql.begin(async (sql) => {
      await store.deleteSecondFactor(sql, organizationId, userId)
      await audit(sql, { kind: 'user.totp_disabled', subject_type: 'User', subject_id: userId })
    })
    return { data: null }
  })
}

function setUpRoutes(route: Router, secrets: Secrets): void {
  route(createTotp, async ({ sql, caller }) => {
    const { userId } = requireSession(caller)
    const secret = newTotpSecret()
    const email = await store.beginSecondFactor(sql, caller.organization_id, userId, secrets.seal(secret))
    if (email === null) throw invalid('there is a second factor; remove it first')
    return { data: { secret, otpauth_url: otpauthUrl(secret, email) } }
  })

  route(confirmTotp, ({ sql, caller, fields, audit }) =>
    sql.begin(async (sql) => {
      const { userId } = requireSession(caller)
      const organizationId = caller.organization_id
      const factor = await store.findSecondFactor(sql, organizationId, userId)
      if (factor === null || factor.is_confirmed) throw invalid('there is no second factor to confirm')
      const step = findTotpStep(secrets.unseal(factor.totp_sealed), fields().code, Date.now())
      if (step === null || !(await store.useTotpStep(sql, organizationId, userId, step))) {
        throw invalid('code is wrong or was used before')
      }
      const codes = newRecoveryCodes()
      await store.confirmSecondFactor(sql, organizationId, userId, codes)
      await audit(sql, { kind: 'user.totp_enabled', subject_type: 'User', subject_id: userId })
      return { data: { recovery_codes: codes } }
    }),
  )
}
