import { createPrivateKey, createPublicKey, generateKeyPair, sign, verify, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'

type Algorithm = 'rsa' | 'ed25519'

/** `privateKey`: PEM (PKCS #8). `publicKey`: base64 as in the DNS (RFC 6376, section 3.6.1; RFC 8463, section 4). */
export type DkimPair = { algorithm: Algorithm; privateKey: string; publicKey: string }

const bitsMin = 1024
/** Records of longer keys are too large for many resolvers. */
const bitsMax = 4096
const ed25519PrefixBytes = 12

export async function generateDkimPair(algorithm: Algorithm): Promise<DkimPair> {
  const { privateKey } =
    algorithm === 'rsa'
      ? await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
      : await promisify(generateKeyPair)('ed25519')
  return pairOf(privateKey, algorithm)
}

/** @returns null unless it is a valid key of allowed length without a pass phrase. */
export function readDkimPair(pem: string): DkimPair | null {
  try {
    const key = createPrivateKey(pem)
    const algorithm = algorithmOf(key)
    return algorithm !== null && isSound(key, algorithm) ? pairOf(key, algorithm) : null
  } catch {
    return null
  }
}

function algorithmOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): Algorithm | null {
  if (type === 'ed25519') return 'ed25519'
  const bits = details?.modulusLength ?? 0
  return type === 'rsa' && bits >= bitsMin && bits <= bitsMax ? 'rsa' : null
}

/** Parsing does not verify a key; a damaged one would only fail when it signs. */
function isSound(key: KeyObject, algorithm: Algorithm): boolean {
  const text = Buffer.from('DKIM')
  const digest = algorithm === 'rsa' ? 'sha256' : null
  return verify(digest, text, createPublicKey(key), sign(digest, text, key))
}

function pairOf(key: KeyObject, algorithm: Algorithm): DkimPair {
  const der = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return {
    algorithm,
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: (algorithm === 'rsa' ? der : der.subarray(ed25519PrefixBytes)).toString('base64'),
  }
}
