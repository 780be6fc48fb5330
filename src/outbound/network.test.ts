import { describe, expect, test } from 'vitest'
import { clientOf, isSameAddress, unmapped } from './network.ts'

describe('two spellings of one address are the same', () => {
  test.each([
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['::ffff:a01:203', '10.1.2.3', true],
    ['fd00:0::7', 'fd00::7', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.1.2.3', '::10.1.2.3', false],
    ['::1', '127.0.0.1', false],
    ['', '', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSameAddress(one, other)).toBe(isSame)
  })
})

test.each([
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::ffff:7f00:1', '127.0.0.1'],
  ['::127.0.0.1', '::7f00:1'],
  ['127.0.0.1', '127.0.0.1'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['nobody', null],
])('%s without its mapping into IPv6 is %s', (address, plain) => {
  expect(unmapped(address)).toBe(plain)
})

describe('one client is one IPv4 address or one /64', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['fe80::1%eth0', 'fe80::2', true],
    ['unknown', 'unknown', true],
    ['unknown', 'other', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(clientOf(one) === clientOf(other)).toBe(isSame)
  })
})
