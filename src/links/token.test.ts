import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSecrets } from '../secrets/ring.ts'
import { packNumbers, unpackNumbers } from './packing.ts'
import { createTrackingTokens, type TrackingToken } from './token.ts'

const tokens = createTrackingTokens(openSecrets('a secret of the test, thirty-two characters'))
const ref = {
  organizationId: 7,
  listId: 12,
  source: 'campaign',
  sourceId: 3141,
  subscriberId: 271828,
} as const

const id = fc.oneof(fc.nat(), fc.maxSafeNat())
const base = {
  organizationId: id,
  listId: id,
  source: fc.constantFrom('campaign' as const, 'autoresponder' as const),
  sourceId: id,
  subscriberId: id,
}
const anyToken: fc.Arbitrary<TrackingToken> = fc.oneof(
  fc.record({ kind: fc.constantFrom('open' as const, 'unsubscribe' as const, 'web_view' as const), ...base }),
  fc.record({ kind: fc.constant('click' as const), ...base, linkId: id }),
)

test('whatever is written is read back', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      expect(tokens.read(tokens.write(token))).toEqual(token)
    }),
  )
})

test('a token stands in a URL as it is, and is short', () => {
  fc.assert(
    fc.property(anyToken, (token) => {
      expect(tokens.write(token)).toMatch(/^[\w-]{24,100}$/)
    }),
  )
  expect(tokens.write({ kind: 'click', ...ref, linkId: 5 }).length).toBeLessThan(40)
})

test('no two tokens are the same text', () => {
  fc.assert(
    fc.property(anyToken, anyToken, (one, other) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(other))
      expect(tokens.write(one)).not.toBe(tokens.write(other))
    }),
  )
})

test('a token that was changed in one character is none', () => {
  fc.assert(
    fc.property(
      anyToken,
      fc.nat(),
      fc.constantFrom('A', 'Z', 'a', 'z', '0', '9', '-', '_'),
      (token, at, character) => {
        const text = tokens.write(token)
        const place = at % text.length
        fc.pre(text[place] !== character)
        expect(tokens.read(text.slice(0, place) + character + text.slice(place + 1))).toBeNull()
      },
    ),
  )
})

test('a token that was cut, lengthened or spelled another way is none', () => {
  const text = tokens.write({ kind: 'open', ...ref })
  for (let length = 0; length < text.length; length++) expect(tokens.read(text.slice(0, length))).toBeNull()
  for (const other of [`${text}A`, `${text}=`, ` ${text}`, `${text}\n`, `${text}.`, text.repeat(2)]) {
    expect(tokens.read(other)).toBeNull()
  }
})

test('an open cannot be turned into an unsubscription', () => {
  const open = Buffer.from(tokens.write({ kind: 'open', ...ref }), 'base64url')
  const unsubscribe = Buffer.from(tokens.write({ kind: 'unsubscribe', ...ref }), 'base64url')
  const forged = Buffer.concat([unsubscribe.subarray(0, -16), open.subarray(-16)])
  expect(tokens.read(forged.toString('base64url'))).toBeNull()
})

test('the tokens of another server are none', () => {
  const other = createTrackingTokens(openSecrets('another secret, also of thirty-two characters'))
  expect(tokens.read(other.write({ kind: 'unsubscribe', ...ref }))).toBeNull()
})

test('the signature has 128 bits', () => {
  const text = tokens.write({ kind: 'open', ...ref })
  const payload = packNumbers([0, ref.organizationId, ref.listId, ref.sourceId, ref.subscriberId])
  expect(Buffer.from(text, 'base64url').length - payload.length).toBe(16)
})

test('hostile texts are no tokens, and nothing throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(tokens.read(text)).toBeNull()
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      expect(tokens.read(Buffer.from(bytes).toString('base64url'))).toBeNull()
    }),
  )
  for (const text of ['', '../..', '__proto__', '\0', 'A'.repeat(10_000_000)]) {
    expect(tokens.read(text)).toBeNull()
  }
})

test('numbers survive packing, and each has one spelling', () => {
  fc.assert(
    fc.property(fc.array(id), (numbers) => {
      expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
      const numbers = unpackNumbers(bytes)
      if (numbers !== null) expect([...packNumbers(numbers)]).toEqual([...bytes])
    }),
  )
  expect(unpackNumbers(Buffer.from([0x80]))).toBeNull()
  expect(unpackNumbers(Buffer.from([0x81, 0x00]))).toBeNull()
  expect(unpackNumbers(Buffer.alloc(9, 0xff))).toBeNull()
  expect(unpackNumbers(Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x10]))).toBeNull()
  expect(() => packNumbers([-1])).toThrow('cannot be packed')
  expect(() => packNumbers([1.5])).toThrow('cannot be packed')
})
