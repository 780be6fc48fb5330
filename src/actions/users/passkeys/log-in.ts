import { AppError, invalid } from '../../../contract/api/errors.ts'
import type { Assertion } from '../../../contract/users/passkeys.ts'
import type { Handle } from '../../../contract/values/handles.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import { insertAuditEvent } from '../../../store/audit-events/rows.ts'
import { systemOrganizationId } from '../../../store/conditions/system-organization.ts'
import { findRequiredProvider } from '../../../store/resources/log-in-providers.ts'
import { findKnownPasskey, usePasskey, type KnownPasskey } from '../../../store/users/passkeys.ts'
import { insertSession } from '../../../store/users/sessions.ts'
import type { Origin } from '../../actor.ts'
import { countTry, welcome, type CountedTry } from '../throttle.ts'
import { newChallenge, placeOf, readUserHandle, useChallenge, type Place } from './ceremony.ts'
import type { PasskeyParts } from './own.ts'

const anybody = { organizationId: null, userId: null }

/** No credential is named: the browser offers those that it has for this server. */
export async function beginLogIn({
  secrets,
  baseUrl,
}: PasskeyParts): Promise<{ token: string; options: Record<string, unknown> }> {
  const place = placeOf(baseUrl)
  const { challenge, token } = await newChallenge(secrets, anybody)
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  const options = await generateAuthenticationOptions({
    rpID: place.id,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
  })
  return { token, options: { ...options } }
}

type Request = { fields: { token: string; credential: Assertion }; origin: Origin; requestId: string }

/**
 * The authenticator has verified the person, so it is both factors. Failures count like those of passwords, for the account
 * that the answer names. @throws AppError `not_authorized`, always with the same words; `too_many_requests`
 */
export async function logInByPasskey(
  everywhere: Scoped,
  parts: PasskeyParts,
  request: Request,
): Promise<Handle & { userId: number }> {
  const { fields, origin } = request
  const place = placeOf(parts.baseUrl)
  const { credential } = fields
  const named = readUserHandle(credential.response.userHandle)
  const known = named === null ? null : await findKnownPasskey(everywhere, named, credential.id)
  const claim = { email: known?.email ?? `passkey ${credential.id}`, ...origin }
  const counted = await countTry(everywhere, parts, 'log in', claim)
  const refused = { request, counted, organizationId: named?.organizationId ?? 0, known }
  const challenge = await useChallenge(everywhere, parts.secrets, fields.token, anybody).catch(
    async (error: unknown) => {
      await counted.takeBack()
      throw error
    },
  )
  const counter = known === null ? null : await counterOf(known, credential, { place, challenge })
  if (named === null || known === null || counter === null || !known.may_log_in)
    return refuse(everywhere, refused)
  await requirePasskeyWorks(everywhere, named.organizationId, known, counted)
  const session = await everywhere.begin(async (sql) => {
    if (!(await usePasskey(sql, named.organizationId, known, counter))) return null
    const proof = { method: 'passkey', hasSecondFactor: true } as const
    const made = await insertSession(sql, named.organizationId, known.user_id, { ...origin, proof })
    await insertAuditEvent(sql, named.organizationId, {
      kind: 'session.created',
      user_id: known.user_id,
      actor_organization_id: named.organizationId,
      subject_type: 'Session',
      subject_id: made.id,
      request_id: request.requestId,
      details: { remote_address: origin.remoteAddress, method: 'passkey' },
    })
    return made
  })
  if (session === null) return refuse(everywhere, refused)
  await counted.takeBack()
  await welcome(everywhere, parts, claim)
  return { organizationId: named.organizationId, token: session.token, userId: known.user_id }
}

/** @returns the new counter. null: the signature is not right, or a copy of the authenticator was used. */
async function counterOf(
  known: KnownPasskey,
  credential: Assertion,
  { place, challenge }: { place: Place; challenge: string },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const given = { ...credential, clientExtensionResults: {} } as Parameters<
    typeof verifyAuthenticationResponse
  >[0]['response']
  const answer = await verifyAuthenticationResponse({
    response: given,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.id,
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(known.public_key),
      counter: known.counter,
    },
  }).catch(() => null)
  return answer?.verified === true ? answer.authenticationInfo.newCounter : null
}

/** @throws AppError `validation_failed` if the organization requires a provider. */
async function requirePasskeyWorks(
  everywhere: Scoped,
  organizationId: number,
  { emergency_log_in: isExempt }: KnownPasskey,
  counted: CountedTry,
): Promise<void> {
  const provider = isExempt ? null : await findRequiredProvider(everywhere, organizationId)
  if (provider === null) return
  await counted.takeBack()
  throw invalid(`your organization requires single sign-on: continue with ${provider.name}`)
}

type Refused = {
  request: Request
  counted: CountedTry
  organizationId: number
  known: KnownPasskey | null
}

async function refuse(
  everywhere: Scoped,
  { request, counted, organizationId, known }: Refused,
): Promise<never> {
  const place = known === null ? systemOrganizationId : organizationId
  const actor = known === null ? {} : { user_id: known.user_id, actor_organization_id: place }
  const details = { remote_address: request.origin.remoteAddress, method: 'passkey' }
  const event = { ...actor, request_id: request.requestId, details }
  await everywhere.begin(async (sql) => {
    await insertAuditEvent(sql, place, { kind: 'session.refused', ...event })
    const { locks } = counted
    if (locks.length === 0) return
    await insertAuditEvent(sql, place, { kind: 'session.locked', ...event, details: { ...details, locks } })
  })
  throw new AppError('not_authorized', 'the passkey is not known here, or was not right')
}
