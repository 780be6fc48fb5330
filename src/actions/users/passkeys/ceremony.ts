import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { invalid } from '../../../contract/api/errors.ts'
import type { Scoped } from '../../../database/driver/connection.ts'
import type { Secrets } from '../../../secrets/ring.ts'
import { insertFinishedLogIn } from '../../../store/users/identities.ts'

/** Where passkeys count: a browser gives one to no other origin. */
export type Place = { origin: string; id: string }

/** @throws AppError `validation_failed`: WebAuthn knows no addresses, and no plain http but on localhost. */
export function placeOf(baseUrl: string): Place {
  const { origin, hostname, protocol } = new URL(baseUrl)
  const isName = isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0
  if (isName && (protocol === 'https:' || hostname === 'localhost')) return { origin, id: hostname }
  throw invalid('passkeys need a server with a name and https: ask its administrator to set BASE_URL')
}

/** `userId` null: anybody, who logs in. */
type Begun = { organizationId: number | null; userId: number | null }

const use = 'passkey'

/** @returns the challenge, and what proves later that this server has made it, and for whom */
export async function newChallenge(
  secrets: Secrets,
  begun: Begun,
): Promise<{ challenge: string; token: string }> {
  const { SignJWT } = await import('jose')
  const challenge = randomBytes(32).toString('base64url')
  const token = await new SignJWT({ challenge, ...begun })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('5m')
    .sign(secrets.keyFor(use))
  return { challenge, token }
}

/** A challenge counts once. @throws AppError `validation_failed` */
export async function useChallenge(
  everywhere: Scoped,
  secrets: Secrets,
  token: string,
  { organizationId, userId }: Begun,
): Promise<string> {
  const { jwtVerify } = await import('jose')
  for (const key of secrets.keysFor(use)) {
    const read = await jwtVerify<Begun & { challenge: string }>(token, key).catch(() => null)
    if (read === null) continue
    const { challenge, ...begun } = read.payload
    if (begun.organizationId !== organizationId || begun.userId !== userId) break
    const hash = createHash('sha256').update(challenge).digest()
    if (await everywhere.begin((sql) => insertFinishedLogIn(sql, hash))) return challenge
    break
  }
  throw invalid('token is wrong, was used or has expired: begin again')
}

/** What the authenticator keeps of a user, and gives back at a log-in: nothing that names the person. */
export function userHandle(organizationId: number, userId: number): string {
  return `${organizationId}.${userId}`
}

export function readUserHandle(
  base64url: string | null | undefined,
): { organizationId: number; userId: number } | null {
  const text = Buffer.from(base64url ?? '', 'base64url').toString('latin1')
  const [, organizationId, userId] = /^([1-9]\d{0,8})\.([1-9]\d{0,8})$/.exec(text) ?? []
  return userId === undefined ? null : { organizationId: Number(organizationId), userId: Number(userId) }
}
