import { createHmac, timingSafeEqual } from 'node:crypto'
import { domainToASCII } from 'node:url'
import type { Secrets } from '../secrets/ring.ts'
import { packNumbers, unpackNumbers } from './packing.ts'
import type { MessageRef } from './token.ts'

/** `message`: to one person. Its list and its subscriber are 0, its source is the stream, its occasion the message. */
export type SentRef = Readonly<
  Omit<MessageRef, 'source'> & { source: MessageRef['source'] | 'message'; occasion: number }
>

export function isOfMailing(ref: SentRef): ref is SentRef & MessageRef {
  return ref.source !== 'message'
}

/** Lower-case base 32, because mail servers may change the case of a local part. */
export type MessageNames = {
  /** With `<` and `>`. The same for every attempt, so that receivers detect duplicates. */
  messageId: (ref: SentRef, domain: string) => string
  readMessageId: (messageId: string) => SentRef | null
  /** `bounces+<token>@example.com`. Unchanged if the local part would exceed 64 octets (RFC 5321). */
  returnPath: (bounceAddress: string, ref: SentRef) => string
  readReturnPath: (address: string) => SentRef | null
  /** `bounces+unsub-<token>@example.com`. null if it would be too long. */
  unsubscribeAddress: (bounceAddress: string, ref: SentRef | MessageRef) => string | null
  readUnsubscribeAddress: (address: string) => SentRef | null
}

/** 80 bits keep the address short. Each guess costs a message, and a valid token gives no access. */
const signatureBytes = 10
const localPartMax = 64
const tokenLengthMax = 110

/** Positions are part of the name: append only. */
const sources = ['campaign', 'autoresponder', 'message'] as const

export function createMessageNames(secrets: Secrets): MessageNames {
  const sent = createCodec(secrets, 'message names')
  // With another key, because every relay sees return paths and must not be able to unsubscribe.
  const unsubscribing = createCodec(secrets, 'unsubscribe addresses')
  return {
    messageId: (ref, domain) => `<${sent.write(ref)}@${domain}>`,
    readMessageId: (messageId) => sent.read(/^<?([a-z2-7]+)@/i.exec(messageId.slice(0, 500))?.[1] ?? ''),
    returnPath: (address, ref) => {
      const at = address.lastIndexOf('@')
      const local = `${address.slice(0, at)}+${sent.write(ref)}`
      return Buffer.byteLength(local) > localPartMax ? address : local + address.slice(at)
    },
    readReturnPath: (address) => sent.read(/\+([a-z2-7]+)@[^@+]*$/i.exec(address.slice(0, 600))?.[1] ?? ''),
    unsubscribeAddress: (address, ref) => {
      const at = address.lastIndexOf('@')
      // A subscriber leaves the list, whatever the occasion of the message was.
      const leaving = ref.source === 'message' ? ref : { ...ref, occasion: 0 }
      const local = `${address.slice(0, at)}+unsub-${unsubscribing.write(leaving)}`
      const whole = `${local}@${domainToASCII(address.slice(at + 1))}`
      return local.length > localPartMax || !isPlain.test(whole) ? null : whole
    },
    readUnsubscribeAddress: (address) =>
      unsubscribing.read(/\+unsub-([a-z2-7]+)@[^@+]*$/i.exec(address.slice(0, 600))?.[1] ?? ''),
  }
}

const isPlain = /^[\w.+-]+@[\w.-]{1,60}$/

function createCodec(secrets: Pick<Secrets, 'keyFor' | 'keysFor'>, use: string) {
  const sign = (payload: Uint8Array, key = secrets.keyFor(use)) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)
  const isSigned = (payload: Uint8Array, signature: Uint8Array) =>
    secrets.keysFor(use).some((key) => timingSafeEqual(signature, sign(payload, key)))
  let latest: { ref: SentRef; text: string } | null = null
  return {
    write: (ref: SentRef): string => {
      // A message's return path and its Message-ID have the same token.
      if (latest?.ref === ref) return latest.text
      const payload = packNumbers(numbersOf(ref))
      const text = toBase32(Buffer.concat([payload, sign(payload)]))
      latest = { ref, text }
      return text
    },
    read: (text: string): SentRef | null => {
      const bytes = text.length > tokenLengthMax ? null : fromBase32(text.toLowerCase())
      if (bytes === null || bytes.length <= signatureBytes) return null
      const payload = bytes.subarray(0, -signatureBytes)
      if (!isSigned(payload, bytes.subarray(-signatureBytes))) return null
      return refOf(unpackNumbers(payload) ?? [])
    },
  }
}

function numbersOf(ref: SentRef): number[] {
  const { organizationId, listId, sourceId, subscriberId, occasion } = ref
  return [sources.indexOf(ref.source), organizationId, listId, sourceId, subscriberId, occasion]
}

function refOf(numbers: readonly number[]): SentRef | null {
  const [what = -1, organizationId, listId, sourceId, subscriberId, occasion] = numbers
  const source = sources[what]
  if (source === undefined || numbers.length !== 6) return null
  if (organizationId === undefined || listId === undefined || sourceId === undefined) return null
  if (subscriberId === undefined || occasion === undefined) return null
  return { organizationId, listId, source, sourceId, subscriberId, occasion }
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

function toBase32(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += letters[(pending >> (bits - 5)) & 31]
  }
  return bits === 0 ? text : text + letters[(pending << (5 - bits)) & 31]
}

/** Rejects non-zero padding bits, so that each value has one spelling. */
function fromBase32(text: string): Buffer | null {
  const bytes: number[] = []
  let pending = 0
  let bits = 0
  for (const letter of text) {
    const value = letters.indexOf(letter)
    if (value === -1) return null
    pending = ((pending << 5) | value) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((pending >> bits) & 0xff)
  }
  return bits < 5 && (pending & ((1 << bits) - 1)) === 0 ? Buffer.from(bytes) : null
}
