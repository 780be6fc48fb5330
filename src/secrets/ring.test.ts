import { expect, test } from 'vitest'
import { openSecrets, openWrapper, secretsOf, type KeyRing, type SealedPlace } from './ring.ts'

const first = 'a secret of the test, thirty-two characters'
const second = 'another secret, also of thirty-two characters'
const place: SealedPlace = { table: 'virtual_mtas', organizationId: 7, id: 3 }

test('a sealed value opens in its own row and nowhere else', () => {
  const { seal, unseal } = openSecrets(first)
  const sealed = seal('smtp://user:password@relay', place)
  expect(unseal(sealed, place)).toBe('smtp://user:password@relay')
  const elsewhere: SealedPlace[] = [
    { ...place, table: 'api_keys' },
    { ...place, organizationId: 8 },
    { ...place, id: 4 },
    { ...place, id: 33 },
  ]
  for (const other of elsewhere) expect(() => unseal(sealed, other)).toThrow()
  expect(() => openSecrets(second).unseal(sealed, place)).toThrow()
  expect(() => unseal(sealed.fill(sealed[40]! ^ 1, 40, 41), place)).toThrow()
  expect(() => unseal(Buffer.of(), place)).toThrow()
})

test('after a rotation the new key seals and signs, and the former one still opens and verifies', () => {
  const before = openSecrets(first)
  const keys = new Map([
    [1, first],
    [2, second],
  ])
  let ring: KeyRing = { currentId: 1, keys, opensUnbound: false }
  const after = secretsOf(() => ring)
  const sealed = before.seal('x', place)
  expect(after.seal('x', place)[0]).toBe(1)
  ring = { ...ring, currentId: 2 }
  expect(after.seal('x', place)[0]).toBe(2)
  expect(after.unseal(sealed, place)).toBe('x')
  expect(after.unseal(after.seal('y', place), place)).toBe('y')
  expect(() => before.unseal(after.seal('y', place), place)).toThrow('does not know the key 2')
  expect(after.keysFor('tracking')).toEqual([
    openSecrets(second).keyFor('tracking'),
    before.keyFor('tracking'),
  ])
  expect(after.fingerprints('k')).toEqual([openSecrets(second).fingerprint('k'), before.fingerprint('k')])
  expect(after.fingerprint('k')).toEqual(openSecrets(second).fingerprint('k'))
})

test('a wrapped key opens by its own secret under its own id', () => {
  const { check, wrap, unwrap } = openWrapper(first)
  expect(unwrap(2, wrap(2, 'key'))).toBe('key')
  expect(() => unwrap(3, wrap(2, 'key'))).toThrow()
  expect(() => openWrapper(second).unwrap(2, wrap(2, 'key'))).toThrow()
  expect(check.equals(openWrapper(second).check)).toBe(false)
})
