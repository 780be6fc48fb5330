import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets/ring.ts'
import { packNumbers, unpackNumbers } from './packing.ts'

type Keys = Pick<Secrets, 'keyFor' | 'keysFor'>
type Form = { organizationId: number; id: number; consent_version: number }

/**
 * `early`: faster than people type. `old`: the page is older than a day, or shows another consent. `foreign`: not of this
 * form, or forged.
 */
export type TicketState = 'valid' | 'early' | 'old' | 'foreign'

const use = 'form tickets'
const signatureBytes = 16
const earlySeconds = 2
const oldSeconds = 24 * 3600
const textLengthMax = 100

/** What the page of a form carries: for which form and consent it was made, and when. */
export function createFormTickets(secrets: Keys, nowMs: () => number = Date.now) {
  const sign = (payload: Uint8Array, key: Buffer) =>
    createHmac('sha256', key).update(payload).digest().subarray(0, signatureBytes)
  const seconds = () => Math.floor(nowMs() / 1000)
  return {
    write: ({ organizationId, id, consent_version: version }: Form): string => {
      const payload = packNumbers([organizationId, id, version, seconds()])
      return Buffer.concat([payload, sign(payload, secrets.keyFor(use))]).toString('base64url')
    },
    read: (text: string, form: Form): TicketState => {
      const bytes = Buffer.from(text.slice(0, textLengthMax), 'base64url')
      if (bytes.length <= signatureBytes || bytes.toString('base64url') !== text) return 'foreign'
      const payload = bytes.subarray(0, -signatureBytes)
      const signature = bytes.subarray(-signatureBytes)
      if (!secrets.keysFor(use).some((key) => timingSafeEqual(signature, sign(payload, key))))
        return 'foreign'
      const [organizationId, id, version, made = 0] = unpackNumbers(payload) ?? []
      if (organizationId !== form.organizationId || id !== form.id) return 'foreign'
      const age = seconds() - made
      if (age > oldSeconds || version !== form.consent_version) return 'old'
      // Below zero another machine, whose clock is ahead, made the page.
      return age >= 0 && age < earlySeconds ? 'early' : 'valid'
    },
  }
}

/** About 130,000 hashes: half a second of a browser. */
export const workBits = 17

/** The first bits of the hash of ticket, address and answer are zero (http/pages/sign-up.js finds such an answer). */
export function isWorked(ticket: string, email: string, answer: string): boolean {
  if (!/^\d{1,15}$/.test(answer)) return false
  const hash = createHash('sha256').update(`${ticket}\n${email}\n${answer}`).digest()
  return hash.readUInt32BE(0) >>> (32 - workBits) === 0
}
