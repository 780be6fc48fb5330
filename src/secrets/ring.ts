import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Every column with sealed values. A value is bound to its row: in any other it does not open. */
export const sealedColumns = {
  api_keys: 'key_sealed',
  users: 'totp_sealed',
  idempotency_keys: 'answer_sealed',
  dkim_keys: 'private_key_sealed',
  virtual_mtas: 'relay_url_sealed',
  database_connections: 'password_sealed',
  webhooks: 'secret_sealed',
  log_in_providers: 'client_secret_sealed',
  plans: 'body_sealed',
} as const

export type SealedTable = keyof typeof sealedColumns

/** `id`: of the row within its organization. */
export type SealedPlace = { table: SealedTable; organizationId: number; id: number | string }

/**
 * The keys that the server has used, by their ids of 1 to 255. The current one seals and signs; the others open and
 * verify what they sealed and signed before a rotation.
 */
export type KeyRing = {
  currentId: number
  keys: ReadonlyMap<number, string>
  /** Whether values that were sealed before they were bound to a row still open. */
  opensUnbound: boolean
}

/**
 * Each use of a key has its own derived key, so that a leaked one does not compromise the others.
 */
export type Secrets = {
  /** HMAC-SHA-256 of a credential, to look up its row without storing the credential. */
  fingerprint: (text: string) => Buffer
  /** By all keys, the current one first: a row may have the fingerprint of a former one. */
  fingerprints: (text: string) => Buffer[]
  /** AES-256-GCM: id of the key (1 byte), nonce (12), tag (16), ciphertext. */
  seal: (text: string, place: SealedPlace) => Buffer
  /** @throws Error if it was sealed for another place or by an unknown key. */
  unseal: (sealed: Uint8Array, place: SealedPlace) => string
  /** The id of the key that seals now. */
  currentKeyId: () => number
  /** A derived key of 32 bytes for a named use. */
  keyFor: (use: string) => Buffer
  /** Those of all keys, the current one first, to verify what a former one signed. */
  keysFor: (use: string) => Buffer[]
}

/** In the format of Standard Webhooks: `whsec_` and 256 random bits in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

const unboundId = 0
const nonceBytes = 12
const tagBytes = 16

/** The secrets of a server whose only key ever is its SECRET_KEY: the first key of every ring. */
export function openSecrets(secretKey: string): Secrets {
  const ring = { currentId: 1, keys: new Map([[1, secretKey]]), opensUnbound: false }
  return secretsOf(() => ring)
}

/** @param ring read again with every use, because a rotation changes it under a running server. */
export function secretsOf(ring: () => KeyRing): Secrets {
  const derive = createDerivation()
  const ofKey = (id: number, use: string) => {
    const key = ring().keys.get(id)
    if (key === undefined) throw new Error(`This process does not know the key ${id} of the server.`)
    return derive(key, use)
  }
  const keyFor = (use: string) => ofKey(ring().currentId, use)
  const keysFor = (use: string) => {
    const { currentId, keys } = ring()
    const former = [...keys.keys()].filter((id) => id !== currentId).toReversed()
    return [currentId, ...former].map((id) => ofKey(id, use))
  }
  const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  return {
    currentKeyId: () => ring().currentId,
    keyFor,
    keysFor,
    fingerprint: (text) => hmac(keyFor(uses.fingerprint), text),
    fingerprints: (text) => keysFor(uses.fingerprint).map((key) => hmac(key, text)),
    seal: (text, place) => {
      const { currentId } = ring()
      return Buffer.concat([Buffer.of(currentId), encrypt(ofKey(currentId, uses.seal), text, aadOf(place))])
    },
    unseal: (sealed, place) => {
      const [id = unboundId] = sealed
      const bytes = sealed.subarray(1)
      if (id !== unboundId) return decrypt(ofKey(id, uses.seal), bytes, aadOf(place))
      if (!ring().opensUnbound) throw new Error('This value was sealed without its place.')
      return decrypt(ofKey(1, uses.seal), bytes, null)
    },
  }
}

const uses = { fingerprint: 'credential fingerprint', seal: 'credential seal' }

function createDerivation() {
  const derived = new Map<string, Buffer>()
  return (key: string, use: string): Buffer => {
    const name = `${use}\n${key}`
    const known = derived.get(name) ?? Buffer.from(hkdfSync('sha256', key, 'quiver', use, 32))
    derived.set(name, known)
    return known
  }
}

function aadOf({ table, organizationId, id }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, sealedColumns[table], organizationId, String(id)]))
}

function encrypt(key: Buffer, text: string, aad: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

function decrypt(key: Buffer, bytes: Uint8Array, aad: Buffer | null): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
  if (aad !== null) decipher.setAAD(aad)
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  const ciphertext = bytes.subarray(nonceBytes + tagBytes)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
}

/** A SECRET_KEY, which protects the keys of the ring where the database stores them. */
export type Wrapper = {
  /** Tells one SECRET_KEY from another without revealing it. */
  check: Buffer
  wrap: (id: number, key: string) => Buffer
  unwrap: (id: number, wrapped: Uint8Array) => string
}

/** @param secretKey at least 32 characters, checked by the configuration. */
export function openWrapper(secretKey: string): Wrapper {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secretKey, 'quiver', use, 32))
  const wrapKey = derive('key ring')
  const aad = (id: number) => Buffer.from(JSON.stringify(['key_ring', id]))
  return {
    check: createHmac('sha256', derive('secret check')).update('quiver').digest().subarray(0, 16),
    wrap: (id, key) => encrypt(wrapKey, key, aad(id)),
    unwrap: (id, wrapped) => decrypt(wrapKey, wrapped, aad(id)),
  }
}
