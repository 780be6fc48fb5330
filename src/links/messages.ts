import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets/ring.ts'
import { packNumbers, unpackNumbers } from './packing.ts'

/** Of a message to one person, which has no list and no subscriber. */
export type MessageToken = { organizationId: number; messageId: number } & (
  | { kind: 'open' | 'unsubscribe' }
  /** `link`: its position in the message. */
  | { kind: 'click'; link: number }
)

export type MessageTokens = {
  write: (token: MessageToken) => string
  /** Never throws. @returns null unless this server wrote exactly this text. */
  read: (text: string) => MessageToken | null
}

const signatureBytes = 16
const tokenLengthMax = 80

/** Positions are part of the token: append only. */
const kinds = ['open', 'click', 'unsubscribe'] as const

/** With another key than that of mailings, so that a token of one is nothing to the other. Tokens never expire. */
export function createMessageTokens(secrets: Pick<Secrets, 'keyFor' | 'keysFor'>): MessageTokens {
  const sign = (payload: Uint8Array, key = secrets.keyFor('message links')) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)
  const isSigned = (payload: Uint8Array, signature: Uint8Array) =>
    secrets.keysFor('message links').some((key) => timingSafeEqual(signature, sign(payload, key)))
  return {
    write: (token) => {
      const payload = packNumbers(numbersOf(token))
      return Buffer.concat([payload, sign(payload)]).toString('base64url')
    },
    read: (text) => {
      if (text.length > tokenLengthMax) return null
      const bytes = Buffer.from(text, 'base64url')
      // Buffer ignores invalid characters and accepts several spellings of the same bytes.
      if (bytes.length <= signatureBytes || bytes.toString('base64url') !== text) return null
      const payload = bytes.subarray(0, -signatureBytes)
      if (!isSigned(payload, bytes.subarray(-signatureBytes))) return null
      return tokenOf(unpackNumbers(payload) ?? [])
    },
  }
}

function numbersOf(token: MessageToken): number[] {
  const ref = [kinds.indexOf(token.kind), token.organizationId, token.messageId]
  return token.kind === 'click' ? [...ref, token.link] : ref
}

function tokenOf(numbers: readonly number[]): MessageToken | null {
  const [what = -1, organizationId, messageId, link] = numbers
  const kind = kinds[what]
  if (kind === undefined || organizationId === undefined || messageId === undefined) return null
  if (kind !== 'click') return numbers.length === 3 ? { kind, organizationId, messageId } : null
  return link === undefined || numbers.length !== 4 ? null : { kind, organizationId, messageId, link }
}
