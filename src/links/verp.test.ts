import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSecrets } from '../secrets/ring.ts'
import { createMessageNames, type SentRef } from './verp.ts'

const names = createMessageNames(openSecrets('a secret of the test, thirty-two characters'))
const ref: SentRef = {
  organizationId: 7,
  listId: 12,
  source: 'autoresponder',
  sourceId: 3141,
  subscriberId: 271_828,
  occasion: 9,
}

const id = fc.maxSafeNat()
const anyRef: fc.Arbitrary<SentRef> = fc.record({
  organizationId: id,
  listId: id,
  source: fc.constantFrom('campaign', 'autoresponder'),
  sourceId: id,
  subscriberId: id,
  occasion: id,
})

test('a Message-ID says whose message it is, and is the same each time', () => {
  fc.assert(
    fc.property(anyRef, (ref) => {
      const messageId = names.messageId(ref, 'example.com')
      expect(messageId).toMatch(/^<[a-z2-7]+@example\.com>$/)
      expect(names.messageId(ref, 'example.com')).toBe(messageId)
      expect(names.readMessageId(messageId)).toEqual(ref)
    }),
  )
})

test('the second message of an autoresponder to one subscriber has a Message-ID of its own', () => {
  expect(names.messageId(ref, 'x.example')).not.toBe(names.messageId({ ...ref, occasion: 10 }, 'x.example'))
})

test('a bounce address says whose message came back, in whatever case it comes', () => {
  const address = names.returnPath('bounces@example.com', ref)
  expect(address).toMatch(/^bounces\+[a-z2-7]+@example\.com$/)
  expect(names.readReturnPath(address)).toEqual(ref)
  expect(names.readReturnPath(address.toUpperCase())).toEqual(ref)
})

test('an address with a plus of its own keeps it', () => {
  const address = names.returnPath('our+bounces@example.com', ref)
  expect(address).toMatch(/^our\+bounces\+/)
  expect(names.readReturnPath(address)).toEqual(ref)
})

test('no local part is longer than 64 octets: a bounce address too long for a token goes without', () => {
  fc.assert(
    fc.property(anyRef, fc.integer({ min: 1, max: 64 }), (ref, length) => {
      const plain = `${'b'.repeat(length)}@example.com`
      const address = names.returnPath(plain, ref)
      expect(address.indexOf('@')).toBeLessThanOrEqual(64)
      expect(address === plain ? null : ref).toEqual(names.readReturnPath(address))
    }),
  )
})

test('a bounce address that was changed in one character is none of ours', () => {
  const address = names.returnPath('b@example.com', ref)
  for (let place = 2; place < address.indexOf('@'); place++) {
    const changed = address.slice(0, place) + (address[place] === 'a' ? 'b' : 'a') + address.slice(place + 1)
    expect(names.readReturnPath(changed)).toBeNull()
  }
})

test('the names of another server are none of ours', () => {
  const other = createMessageNames(openSecrets('another secret, also of thirty-two characters'))
  expect(names.readReturnPath(other.returnPath('b@example.com', ref))).toBeNull()
  expect(names.readMessageId(other.messageId(ref, 'example.com'))).toBeNull()
})

test('hostile addresses and Message-IDs are none of ours, and nothing throws', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[a-z2-7]{0,120}$/).map((token) => `b+${token}@example.com`),
    fc.stringMatching(/^[a-z2-7]{0,120}$/).map((token) => `<${token}@example.com>`),
  )
  fc.assert(
    fc.property(hostile, (text) => {
      expect(names.readReturnPath(text)).toBeNull()
      expect(names.readMessageId(text)).toBeNull()
    }),
  )
  for (const text of [
    '',
    '@',
    '+@',
    'b+@x',
    '+'.repeat(1_000_000),
    '@'.repeat(1_000_000),
    'a'.repeat(1_000_000),
  ]) {
    expect(names.readReturnPath(text)).toBeNull()
    expect(names.readMessageId(text)).toBeNull()
  }
})
