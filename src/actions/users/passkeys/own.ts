import { invalid, notFound } from '../../../contract/api/errors.ts'
import { passkeysMax, type Attestation } from '../../../contract/users/passkeys.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import { findOwnPassword } from '../../../store/users/log-ins.ts'
import {
  deletePasskey,
  findCredentialIds,
  findPasskeys,
  insertPasskey,
  renamePasskey,
  type PasskeyRow,
} from '../../../store/users/passkeys.ts'
import type { Origin } from '../../actor.ts'
import type { LogInParts } from '../log-in.ts'
import { auditLock } from '../second-factor.ts'
import type { UserActor } from '../sessions.ts'
import { countTry } from '../throttle.ts'
import { newChallenge, placeOf, useChallenge, userHandle } from './ceremony.ts'

export type PasskeyParts = LogInParts & { baseUrl: string }

type Scopes = { sql: Scoped; everywhere: Scoped }

type Beginning = { token: string; options: Record<string, unknown> }

/**
 * With the password, counted like a log-in: a stolen session must not stay by a passkey. Who has no password logs in with a
 * provider, which must be able to end that.
 */
export async function beginOwnPasskey(
  { sql, everywhere }: Scopes,
  actor: UserActor,
  parts: PasskeyParts,
  { origin, password: readPassword }: { origin: Origin; password: () => string },
): Promise<Beginning> {
  const { caller, userId } = actor
  const { organization_id: organizationId } = caller
  const place = placeOf(parts.baseUrl)
  const password = readPassword()
  const own = await findOwnPassword(sql, organizationId, userId)
  const counted = await countTry(everywhere, parts, 'log in', { email: own.email, ...origin })
  if (!(await parts.passwords.isRight(own.password_hash, password))) {
    await auditLock(sql, actor, counted, origin)
    throw invalid('password is wrong')
  }
  await counted.takeBack()
  const known = await findCredentialIds(sql, organizationId, userId)
  if (known.length >= passkeysMax)
    throw invalid(`a user can have at most ${passkeysMax} passkeys: remove one first`)
  const { challenge, token } = await newChallenge(parts.secrets, { organizationId, userId })
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const options = await generateRegistrationOptions({
    rpName: 'Quiver',
    rpID: place.id,
    userName: own.email,
    userID: new Uint8Array(Buffer.from(userHandle(organizationId, userId))),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { token, options: { ...options } }
}

type Given = { token: string; name: string; credential: Attestation }

export async function addOwnPasskey(
  { sql, everywhere }: Scopes,
  { caller, userId, audit }: UserActor,
  parts: PasskeyParts,
  { token, name, credential }: Given,
): Promise<PasskeyRow> {
  const { organization_id: organizationId } = caller
  const place = placeOf(parts.baseUrl)
  const challenge = await useChallenge(everywhere, parts.secrets, token, { organizationId, userId })
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as Parameters<
      typeof verifyRegistrationResponse
    >[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw invalid(`credential was refused: ${error instanceof Error ? error.message : 'it cannot be read'}`)
  })
  if (!verified) throw invalid('credential was refused')
  const { id: credentialId, publicKey, counter } = registrationInfo.credential
  return sql.begin(async (sql) => {
    const made = await insertPasskey(sql, organizationId, userId, { name, credentialId, publicKey, counter })
    if (made === null) throw invalid('credential is known already')
    await audit(sql, {
      kind: 'user.passkey_added',
      subject_type: 'User',
      subject_id: userId,
      details: { name },
    })
    return made
  })
}

export function findOwnPasskeys(sql: Scoped, { caller, userId }: UserActor): Promise<PasskeyRow[]> {
  return findPasskeys(sql, caller.organization_id, userId)
}

export function renameOwnPasskey(
  sql: Scoped,
  { caller, userId, audit }: UserActor,
  { id, name: readName }: { id: number; name: () => string },
): Promise<PasskeyRow> {
  return sql.begin(async (sql) => {
    const all = await findPasskeys(sql, caller.organization_id, userId)
    if (!all.some((one) => one.id === id)) throw notFound('passkey')
    const named = await renamePasskey(sql, caller.organization_id, userId, { id, name: readName() })
    const details = { name: named.name }
    await audit(sql, { kind: 'user.passkey_renamed', subject_type: 'User', subject_id: userId, details })
    return named
  })
}

export function removeOwnPasskey(
  sql: Scoped,
  { caller, userId, audit }: UserActor,
  id: number,
): Promise<void> {
  return sql.begin(async (sql) => {
    await deletePasskey(sql, caller.organization_id, userId, id)
    await audit(sql, { kind: 'user.passkey_removed', subject_type: 'User', subject_id: userId })
  })
}
