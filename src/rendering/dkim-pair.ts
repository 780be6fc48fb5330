import { createPrivateKey, createPublicKey, generateKeyPair, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** `privateKey`: PEM (PKCS #8). `publicKey`: what the DNS record says, base64 of the DER (RFC 6376, section 3.6.1). */
export type DkimPair = { privateKey: string; publicKey: string }

const bitsMin = 1024
/** The record of a longer one does not fit into what resolvers pass on. */
const bitsMax = 4096

/** Takes a fifth of a second, in another thread. */
export async function generateDkimPair(): Promise<DkimPair> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return pairOf(privateKey)
}

/** @returns null: it is no RSA private key, has a pass phrase, is too short or too long, or its halves do not fit. */
export function readDkimPair(pem: string): DkimPair | null {
  try {
    const key = createPrivateKey(pem)
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
    const isOfSize = key.asymmetricKeyType === 'rsa' && bits >= bitsMin && bits <= bitsMax
    return isOfSize && isSound(key) ? pairOf(key) : null
  } catch {
    return null
  }
}

/** Reading a key does not look into it; one that was damaged would be found out by the first message to be signed. */
function isSound(key: KeyObject): boolean {
  const text = Buffer.from('DKIM')
  return verify('sha256', text, createPublicKey(key), sign('sha256', text, key))
}

function pairOf(key: KeyObject): DkimPair {
  return {
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64'),
  }
}
