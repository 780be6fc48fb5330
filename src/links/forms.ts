import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { formatHandle, parseHandle } from '../contract/values/handles.ts'
import type { Secrets } from '../secrets/ring.ts'

type Keys = Pick<Secrets, 'keyFor' | 'keysFor'>

const use = 'sign-up links'

export type NewLink = { nonce: Buffer; tokenHash: Buffer }

/**
 * The link of a mail that asks for a confirmation. The database has a nonce and a hash: only a server with the secret can
 * write the link, as often as the mail is tried.
 */
export function createSignUpLinks(secrets: Keys) {
  const tokenFrom = (key: Buffer, organizationId: number, nonce: Uint8Array) =>
    createHmac('sha256', key).update(`${organizationId} `).update(nonce).digest().toString('base64url')
  return {
    make: (organizationId: number): NewLink => {
      const nonce = randomBytes(16)
      return { nonce, tokenHash: hashOf(tokenFrom(secrets.keyFor(use), organizationId, nonce)) }
    },
    /** For the path of the link. @throws Error if no key of the server made the link. */
    write: (organizationId: number, { nonce, tokenHash }: NewLink): string => {
      const tokens = secrets.keysFor(use).map((key) => tokenFrom(key, organizationId, nonce))
      const token = tokens.find((one) => timingSafeEqual(hashOf(one), tokenHash))
      if (token === undefined) throw new Error('a link was made by a key that this server does not know')
      return formatHandle({ organizationId, token })
    },
    read: (text: string): { organizationId: number; tokenHash: Buffer } | null => {
      const handle = parseHandle(text)
      return handle === null
        ? null
        : { organizationId: handle.organizationId, tokenHash: hashOf(handle.token) }
    },
  }
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
