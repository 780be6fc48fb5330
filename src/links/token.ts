import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets/ring.ts'
import { packNumbers, unpackNumbers } from './packing.ts'

export type MessageRef = {
  organizationId: number
  listId: number
  source: 'campaign' | 'autoresponder'
  sourceId: number
  subscriberId: number
}

export type TrackingToken = MessageRef &
  (
    | { kind: 'open' | 'unsubscribe' | 'web_view' | 'preferences' }
    | { kind: 'hidden' }
    | { kind: 'click'; linkId: number }
  )

export type TrackingTokens = {
  write: (token: TrackingToken) => string
  /** Never throws. @returns null unless this server wrote exactly this text. */
  read: (text: string) => TrackingToken | null
}

const signatureBytes = 16
const tokenLengthMax = 100

/** Tokens name them by their places: append only. */
const kinds = ['open', 'click', 'unsubscribe', 'web_view', 'preferences', 'hidden'] as const
const sources = ['campaign', 'autoresponder'] as const

/** The kind is signed too, so an open token cannot unsubscribe. Tokens never expire, as unsubscribe links must not. */
export function createTrackingTokens(secrets: Secrets): TrackingTokens {
  // As text, because Node makes a string of a digest in two thirds of the time of a Buffer.
  const sign = (payload: Uint8Array, key = secrets.keyFor('tracking')) =>
    createHmac('sha256', key).update(payload).digest('binary').slice(0, signatureBytes)
  // Messages sent before a rotation are signed with a former key.
  const isSigned = (payload: Uint8Array, signature: Uint8Array) =>
    secrets
      .keysFor('tracking')
      .some((key) => timingSafeEqual(signature, Buffer.from(sign(payload, key), 'latin1')))
  return {
    write: (token) => {
      const payload = packNumbers(numbersOf(token))
      return Buffer.from(payload.toString('latin1') + sign(payload), 'latin1').toString('base64url')
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

function numbersOf(token: TrackingToken): number[] {
  const what = kinds.indexOf(token.kind) * sources.length + sources.indexOf(token.source)
  const ref = [what, token.organizationId, token.listId, token.sourceId, token.subscriberId]
  return token.kind === 'click' ? [...ref, token.linkId] : ref
}

function tokenOf(numbers: readonly number[]): TrackingToken | null {
  const [what = -1, organizationId, listId, sourceId, subscriberId, linkId] = numbers
  const kind = kinds[Math.floor(what / sources.length)]
  const source = sources[what % sources.length]
  if (kind === undefined || source === undefined) return null
  if (organizationId === undefined || listId === undefined) return null
  if (sourceId === undefined || subscriberId === undefined) return null
  const ref = { organizationId, listId, source, sourceId, subscriberId }
  if (kind !== 'click') return numbers.length === 5 ? { kind, ...ref } : null
  return linkId === undefined || numbers.length !== 6 ? null : { kind, ...ref, linkId }
}
