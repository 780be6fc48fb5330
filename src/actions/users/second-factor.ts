import { invalid } from '../../contract/api/errors.ts'
import type { Scoped, Sql } from '../../database/driver/connection.ts'
import type { Secrets } from '../../secrets/ring.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  useTotpStep,
} from '../../store/users/second-factors.ts'
import { databaseTime } from '../../store/server/clock.ts'
import { findOwnPassword } from '../../store/users/log-ins.ts'
import { deleteSessionsOfUser } from '../../store/users/sessions.ts'
import type { Origin } from '../actor.ts'
import { totpPlace, useCode, type LogInParts } from './log-in.ts'
import type { UserActor } from './sessions.ts'
import { countTry, type CountedTry, type Throttle } from './throttle.ts'
import { findTotpStep, newRecoveryCodes, newTotpSecret, otpauthUrl } from './totp.ts'

type Scopes = { sql: Scoped; everywhere: Scoped }
type SetUp = { origin: Origin; password: () => string }

/** The password is required because otherwise a stolen session would be enough to lock its owner out. */
export async function setUpSecondFactor(
  { sql, everywhere }: Scopes,
  actor: UserActor,
  parts: LogInParts,
  { origin, password: readPassword }: SetUp,
): Promise<{ secret: string; otpauth_url: string }> {
  const { caller, userId } = actor
  const { secrets, passwords } = parts
  const factor = await findSecondFactor(sql, caller.organization_id, userId)
  if (factor?.is_confirmed === true) throw invalid(alreadySetUp)
  const password = readPassword()
  const own = await findOwnPassword(sql, caller.organization_id, userId)
  const counted = await countTry(everywhere, parts, 'log in', { email: own.email, ...origin })
  if (!(await passwords.isRight(own.password_hash, password))) {
    await auditLock(sql, actor, counted, origin)
    throw invalid('password is wrong')
  }
  await counted.takeBack()
  const secret = newTotpSecret()
  const sealed = secrets.seal(secret, totpPlace(caller.organization_id, userId))
  const email = await beginSecondFactor(sql, caller.organization_id, userId, sealed)
  if (email === null) throw invalid(alreadySetUp)
  return { secret, otpauth_url: otpauthUrl(secret, email) }
}

const alreadySetUp = 'a second factor is already set up; remove it first'

/** Ends all other sessions: they began without a code. @returns the recovery codes, which replace all earlier ones. */
export function confirmOwnSecondFactor(
  sql: Scoped,
  { caller, audit, userId, sessionId }: UserActor,
  secrets: Secrets,
  code: () => string,
): Promise<string[]> {
  const organizationId = caller.organization_id
  return sql.begin(async (sql) => {
    const factor = await findSecondFactor(sql, organizationId, userId)
    if (factor === null || factor.is_confirmed) throw invalid('there is no second factor to confirm')
    const step = findTotpStep(
      secrets.unseal(factor.totp_sealed, totpPlace(organizationId, userId)),
      code(),
      (await databaseTime(sql)).getTime(),
    )
    if (step === null || !(await useTotpStep(sql, organizationId, userId, step))) {
      throw invalid('code is wrong or was used before')
    }
    const codes = newRecoveryCodes()
    await confirmSecondFactor(sql, organizationId, userId, codes)
    const details = { sessions_ended: await deleteSessionsOfUser(sql, organizationId, userId, sessionId) }
    await audit(sql, { kind: 'user.totp_enabled', subject_type: 'User', subject_id: userId, details })
    return codes
  })
}

type Removal = { origin: Origin; code: () => string }

export async function removeOwnSecondFactor(
  { sql, everywhere }: Scopes,
  actor: UserActor,
  throttle: Throttle,
  { origin, code: readCode }: Removal,
): Promise<void> {
  const { caller, audit, userId } = actor
  const organizationId = caller.organization_id
  const factor = await findSecondFactor(sql, organizationId, userId)
  if (factor?.is_confirmed !== true) throw invalid('there is no second factor')
  const code = readCode()
  // Counted like a log-in: a stolen session must not allow guessing codes.
  const counted = await countTry(everywhere, throttle, 'log in', { email: factor.email, ...origin })
  const user = { organization_id: organizationId, id: userId, totp_sealed: factor.totp_sealed }
  if (!(await useCode(sql, throttle.secrets, user, code))) {
    await auditLock(sql, actor, counted, origin)
    throw invalid('code is wrong or was used before')
  }
  await counted.takeBack()
  await sql.begin(async (sql) => {
    await deleteSecondFactor(sql, organizationId, userId)
    await audit(sql, { kind: 'user.totp_disabled', subject_type: 'User', subject_id: userId })
  })
}

export async function auditLock(
  sql: Sql,
  { audit }: UserActor,
  { locks }: CountedTry,
  origin: Origin,
): Promise<void> {
  const details = { remote_address: origin.remoteAddress, locks }
  if (locks.length > 0) await audit(sql, { kind: 'session.locked', details })
}
