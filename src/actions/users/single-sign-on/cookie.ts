import type { Attempt } from '../../../outbound/openid/provider.ts'
import type { Secrets } from '../../../secrets/ring.ts'

/** What a browser keeps until it comes back from the provider: a log-in that began in another browser does not end in it. */
export type Kept = Attempt & { organizationId: number; providerId: number; to: string }

const use = 'single sign-on'
const lifetime = '10m'

export async function seal(secrets: Secrets, kept: Kept): Promise<string> {
  const { EncryptJWT } = await import('jose')
  return new EncryptJWT({ kept })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .encrypt(secrets.keyFor(use))
}

/** @returns null for what this server has not sealed, or longer than ten minutes ago. */
export async function open(secrets: Secrets, sealed: string): Promise<Kept | null> {
  const { jwtDecrypt } = await import('jose')
  for (const key of secrets.keysFor(use)) {
    const opened = await jwtDecrypt<{ kept: Kept }>(sealed, key).catch(() => null)
    if (opened !== null) return opened.payload.kept
  }
  return null
}
