import { invalid } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  useTotpStep,
} from '../../store/users/second-factors.ts'
import type { Actor, Origin } from '../actor.ts'
import { useCode } from './log-in.ts'
import { countTry } from './throttle.ts'
import { findTotpStep, newRecoveryCodes, newTotpSecret, otpauthUrl } from './totp.ts'

export type UserActor = Actor & { userId: number }

/**
 * Sets up a second factor; log-ins need it once it is confirmed.
 * @throws AppError `validation_failed` if there is one already.
 */
export async function setUpSecondFactor(
  sql: Sql,
  { caller, userId }: UserActor,
  secrets: Secrets,
): Promise<{ secret: string; otpauth_url: string }> {
  const secret = newTotpSecret()
  const email = await beginSecondFactor(sql, caller.organization_id, userId, secrets.seal(secret))
  if (email === null) throw invalid('a second factor is already set up; remove it first')
  return { secret, otpauth_url: otpauthUrl(secret, email) }
}

/** @returns the recovery codes, which replace all earlier ones. */
export function confirmOwnSecondFactor(
  sql: Scoped,
  { caller, audit, userId }: UserActor,
  secrets: Secrets,
  code: () => string,
): Promise<string[]> {
  const organizationId = caller.organization_id
  return sql.begin(async (sql) => {
    const factor = await findSecondFactor(sql, organizationId, userId)
    if (factor === null || factor.is_confirmed) throw invalid('there is no second factor to confirm')
    const step = findTotpStep(secrets.unseal(factor.totp_sealed), code(), Date.now())
    if (step === null || !(await useTotpStep(sql, organizationId, userId, step))) {
      throw invalid('code is wrong or was used before')
    }
    const codes = newRecoveryCodes()
    await confirmSecondFactor(sql, organizationId, userId, codes)
    await audit(sql, { kind: 'user.totp_enabled', subject_type: 'User', subject_id: userId })
    return codes
  })
}

type Removal = { secrets: Secrets; origin: Origin; code: () => string }

/**
 * @param removal.code a code of the second factor or a recovery code.
 * @throws AppError `validation_failed`, `too_many_requests`.
 */
export async function removeOwnSecondFactor(
  { sql, everywhere }: { sql: Scoped; everywhere: Scoped },
  { caller, audit, userId }: UserActor,
  { secrets, origin, code: readCode }: Removal,
): Promise<void> {
  const organizationId = caller.organization_id
  const factor = await findSecondFactor(sql, organizationId, userId)
  if (factor?.is_confirmed !== true) throw invalid('there is no second factor')
  const code = readCode()
  // Counted like a log-in: a stolen session must not allow guessing codes.
  const counted = await countTry(everywhere, secrets, 'log in', { email: factor.email, ...origin })
  const user = { organization_id: organizationId, id: userId, totp_sealed: factor.totp_sealed }
  if (!(await useCode(sql, secrets, user, code))) {
    const { locks } = counted
    const details = { remote_address: origin.remoteAddress, locks }
    if (locks.length > 0) await audit(sql, { kind: 'session.locked', details })
    throw invalid('code is wrong or was used before')
  }
  await counted.takeBack()
  await sql.begin(async (sql) => {
    await deleteSecondFactor(sql, organizationId, userId)
    await audit(sql, { kind: 'user.totp_disabled', subject_type: 'User', subject_id: userId })
  })
}
