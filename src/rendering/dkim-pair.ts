import { createPrivateKey, createPublicKey, generateKeyPair, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

/** `privateKey`: PEM (PKCS #8). `publicKey`: base64 of the DER, as in the DNS record (RFC 6376, section 3.6.1). */
export type DkimPair = { privateKey: string; publicKey: string }

const bitsMin = 1024
/** Records of longer keys are too large for many resolvers. */
const bitsMax = 4096

/** Takes about 0.2 seconds in libuv's thread pool. */
export async function generateDkimPair(): Promise<DkimPair> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return pairOf(privateKey)
}

/** @returns null unless it is an RSA private key of allowed length, without a pass phrase, that matches its public key. */
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

/** Parsing does not verify a key; without this check, a damaged one would only fail when the first message is signed. */
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
