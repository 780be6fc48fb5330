import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with SHA-1, 30 seconds and six digits, which every app supports. */

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits in base32, the format of authenticator apps. */
export function newTotpSecret(): string {
  return base32(randomBytes(20))
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => base32(randomBytes(10)).replaceAll(/(.{4})(?=.)/g, '$1-'))
}

export function otpauthUrl(secret: string, email: string): string {
  const label = `Quiver:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=Quiver&algorithm=SHA1&digits=6&period=${stepSeconds}`
}

/** @param step counted in 30 seconds since 1970. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** @returns the step of a code, at most one before or after now; null if the code is wrong. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | null {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const now = Math.floor(nowMs / 1000 / stepSeconds)
  const steps = [now, now - 1, now + 1].filter((step) => step >= 0)
  return (
    steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(digits))) ?? null
  )
}

function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
