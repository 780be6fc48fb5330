import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** WebAuthn by hand: a device with one passkey, which can lie. */
export type Authenticator = {
  id: string
  /** What it keeps of its user. */
  userHandle: string
  counter: number
  origin: string
  rpId: string
  /** User present, user verified. */
  flags: number
  make: (options: Options) => object
  sign: (options: Options) => Assertion
}

type Options = { challenge: string; user?: { id: string } }
type Assertion = {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string }
}

const present = 0x01
const verified = 0x04
const hasCredential = 0x40

export const flagsOf = { present, both: present | verified } as const

export function anAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const id = credential.toString('base64url')
  const own: Authenticator = {
    id,
    userHandle: '',
    counter: 0,
    origin,
    rpId: new URL(origin).hostname,
    flags: flagsOf.both,
    make: ({ challenge, user }) => {
      own.userHandle = user?.id ?? ''
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const data = Buffer.concat([
        headOf(own, own.flags | hasCredential),
        Buffer.alloc(16),
        length,
        credential,
        cbor(coseOf(publicKey)),
      ])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      )
      const response = {
        clientDataJSON: clientData(own, 'webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', response }
    },
    sign: ({ challenge }) => {
      own.counter += 1
      const data = headOf(own, own.flags)
      const client = clientData(own, 'webauthn.get', challenge)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        userHandle: own.userHandle,
      }
      return { id, rawId: id, type: 'public-key', response }
    },
  }
  return own
}

function headOf({ rpId, counter }: Authenticator, flags: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count])
}

function clientData({ origin }: Authenticator, type: string, challenge: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** RFC 9053: kty EC2, alg ES256, crv P-256. */
function coseOf(key: KeyObject): Map<number, Cbor> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, Cbor>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}

type Cbor = number | string | Buffer | Map<number, Cbor> | Map<string, Cbor>

/** The little of RFC 8949 that WebAuthn needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value.entries()].flatMap(([key, one]) => [cbor(key), cbor(one)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.of((major << 5) | length)
  if (length < 256) return Buffer.of((major << 5) | 24, length)
  return Buffer.of((major << 5) | 25, length >> 8, length & 255)
}
