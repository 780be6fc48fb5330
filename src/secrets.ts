import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Each use of the server secret has its own derived key, so that a leaked key does not compromise the others.
 */
export type Secrets = {
  /** HMAC-SHA-256 of a credential, to look up its row without storing the credential. */
  fingerprint: (text: string) => Buffer
  /** AES-256-GCM: nonce (12 bytes), tag (16), ciphertext. */
  seal: (text: string) => Buffer
  unseal: (sealed: Uint8Array) => string
  /** A derived key of 32 bytes for a named use. */
  keyFor: (use: string) => Buffer
}

/** In the format of Standard Webhooks: `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** @param secretKey at least 32 characters, checked by the configuration. */
export function openSecrets(secretKey: string): Secrets {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, 'quiver', use, 32))
  const fingerprintKey = keyFor('credential fingerprint')
  const sealKey = keyFor('credential seal')
  return {
    keyFor,
    fingerprint: (text) => createHmac('sha256', fingerprintKey).update(text).digest(),
    seal: (text) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
    },
    unseal: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
