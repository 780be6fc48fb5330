import { describe, expect, test } from 'vitest'
import { findTotpStep, newRecoveryCodes, newTotpSecret, otpauthUrl, totpCode } from './totp.ts'

/** The secret of RFC 6238, appendix B, and the last six digits of its codes. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const known = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const

describe('a code of the second factor', () => {
  test('is the one of RFC 6238', () => {
    for (const [seconds, code] of known) expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
  })

  test('is taken in its 30 seconds, and in those before and after', () => {
    for (const [seconds, code] of known) {
      const step = Math.floor(seconds / 30)
      for (const offset of [-1, 0, 1]) {
        expect(findTotpStep(secret, code, (step + offset) * 30_000)).toBe(step + offset >= 0 ? step : null)
      }
      expect(findTotpStep(secret, code, (step + 2) * 30_000)).toBeNull()
      expect(findTotpStep(secret, code, Math.max(step - 2, 0) * 30_000)).toBe(step === 1 ? 1 : null)
    }
    expect(findTotpStep(secret, '005 924', 1_234_567_890_000)).not.toBeNull()
  })

  test('is six digits and nothing else', () => {
    for (const code of ['', '5924', '0005924', 'abcdef', '٠٠٥٩٢٤', '-05924', '1e5000']) {
      expect(findTotpStep(secret, code, 1_234_567_890_000)).toBeNull()
    }
  })
})

test('a secret has 160 bits and can be read by an app from its address', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  const url = new URL(otpauthUrl(made, 'ann+1@example.com'))
  expect([url.protocol, url.host, url.pathname]).toEqual([
    'otpauth:',
    'totp',
    '/Quiver:ann%2B1%40example.com',
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: made,
    issuer: 'Quiver',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

test('there are ten recovery codes, none twice', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
})
