import { AppError, invalid } from '../../contract/api/errors.ts'
import type { Handle } from '../../contract/values/handles.ts'
import type { Scoped, Sql, Transaction } from '../../database/driver/connection.ts'
import type { SealedPlace, Secrets } from '../../secrets/ring.ts'
import { insertAuditEvent } from '../../store/audit-events/rows.ts'
import { findRequiredProvider } from '../../store/resources/log-in-providers.ts'
import { findLogInUser, lockLogInUser, type LogInUser } from '../../store/users/log-ins.ts'
import { databaseTime } from '../../store/server/clock.ts'
import { systemOrganizationId } from '../../store/conditions/system-organization.ts'
import { useRecoveryCode, useTotpStep } from '../../store/users/second-factors.ts'
import { insertSession } from '../../store/users/sessions.ts'
import { emailKey } from '../../store/users/rows.ts'
import type { Origin } from '../actor.ts'
import type { LinkMailLimits } from './link-mails.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { countTry, welcome, type CountedTry, type Throttle } from './throttle.ts'
import { findTotpStep } from './totp.ts'
import { createTries } from './tries.ts'

export type LogInParts = Throttle & { passwords: Passwords; limits: LinkMailLimits }

/** @param now a monotonic clock in milliseconds */
export function createLogInParts(secrets: Secrets, limits: LinkMailLimits, now?: () => number): LogInParts {
  return { secrets, passwords: createPasswords(), tries: createTries(now), limits }
}

type Given = { email: string; password: string; totp?: string | null | undefined }
type LogInRequest = { fields: Given; origin: Origin; requestId: string }

/**
 * An unknown address takes the same steps: the attempt is counted, a password is hashed, a refusal is logged.
 * @throws AppError `not_authorized`, always with the same words; `too_many_requests`; `validation_failed` if the
 * password is right and the code is missing.
 */
export async function logIn(
  everywhere: Scoped,
  parts: LogInParts,
  request: LogInRequest,
): Promise<Handle & { userId: number }> {
  const { fields, origin } = request
  parts.passwords.requirePlace()
  const claim = { email: fields.email, ...origin }
  const counted = await countTry(everywhere, parts, 'log in', claim)
  const user = await findLogInUser(everywhere, emailKey(fields.email))
  const isRight = await parts.passwords
    .isRight(user?.password_hash ?? null, fields.password)
    .catch(async (error: unknown) => {
      await counted.takeBack()
      throw error
    })
  if (user === null || !isRight || !user.may_log_in) return refuse(everywhere, request, user, counted)
  if (!(await hasCode(everywhere, parts.secrets, { user, counted, code: fields.totp }))) {
    return refuse(everywhere, request, user, counted)
  }
  await requirePasswordWorks(everywhere, user, counted)
  const session = await everywhere.begin(async (sql) => {
    // During the hashing the password may have changed, or the user may have been deactivated.
    if (!(await lockLogInUser(sql, user))) return null
    const made = await insertSession(sql, user.organization_id, user.id, {
      ...origin,
      proof: { method: 'password', hasSecondFactor: user.totp_sealed !== null },
    })
    await log(sql, request, user, { kind: 'session.created', subject_id: made.id })
    return made
  })
  if (session === null) return refuse(everywhere, request, user, counted)
  await counted.takeBack()
  await welcome(everywhere, parts, claim)
  return { organizationId: user.organization_id, token: session.token, userId: user.id }
}

/** Only who has the password learns it. @throws AppError `validation_failed` if the organization requires a provider. */
async function requirePasswordWorks(everywhere: Scoped, user: LogInUser, counted: CountedTry): Promise<void> {
  if (user.emergency_log_in) return
  const provider = await findRequiredProvider(everywhere, user.organization_id)
  if (provider === null) return
  await counted.takeBack()
  throw invalid(
    `email belongs to an organization that requires single sign-on: continue with ${provider.name}`,
  )
}

type CodeTry = { user: LogInUser; counted: CountedTry; code: string | null | undefined }

/** @returns whether the code is right or not required. @throws AppError `validation_failed` if it is missing. */
async function hasCode(sql: Sql, secrets: Secrets, { user, counted, code }: CodeTry): Promise<boolean> {
  if (user.totp_sealed === null) return true
  if (code == null || code.trim() === '') {
    await counted.takeBack()
    throw invalid('totp cannot be blank')
  }
  const factor = { organization_id: user.organization_id, id: user.id, totp_sealed: user.totp_sealed }
  return useCode(sql, secrets, factor, code)
}

export function totpPlace(organizationId: number, id: number): SealedPlace {
  return { table: 'users', organizationId, id }
}

type Factor = { organization_id: number; id: number; totp_sealed: Uint8Array }

/** Uses up a code of the second factor, or a recovery code. @returns false if it is wrong or was already used. */
export async function useCode(sql: Sql, secrets: Secrets, user: Factor, code: string): Promise<boolean> {
  const step = findTotpStep(
    secrets.unseal(user.totp_sealed, totpPlace(user.organization_id, user.id)),
    code,
    (await databaseTime(sql)).getTime(),
  )
  return step === null
    ? useRecoveryCode(sql, user.organization_id, user.id, code)
    : useTotpStep(sql, user.organization_id, user.id, step)
}

async function refuse(
  everywhere: Scoped,
  request: LogInRequest,
  user: LogInUser | null,
  { locks }: CountedTry,
): Promise<never> {
  await everywhere.begin(async (sql) => {
    await log(sql, request, user, { kind: 'session.refused' })
    // Once per lock: attempts that a lock refuses are not logged.
    if (locks.length > 0) await log(sql, request, user, { kind: 'session.locked', details: { locks } })
  })
  throw new AppError('not_authorized', 'the address, the password or the code is wrong')
}

/** An attempt for an unknown user is logged in the System Organization, without the address. */
async function log(
  sql: Transaction,
  { origin, requestId }: LogInRequest,
  user: LogInUser | null,
  { kind, subject_id, details }: { kind: string; subject_id?: number; details?: object },
): Promise<void> {
  const organizationId = user?.organization_id ?? systemOrganizationId
  await insertAuditEvent(sql, organizationId, {
    kind,
    user_id: user?.id ?? null,
    ...(user === null ? {} : { actor_organization_id: organizationId }),
    ...(subject_id === undefined ? {} : { subject_type: 'Session', subject_id }),
    request_id: requestId,
    details: { remote_address: origin.remoteAddress, ...details },
  })
}
