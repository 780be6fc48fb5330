import { describe, expect, test } from 'vitest'
import { clientOf, isSameAddress, isWithin, networkOf, unmapped } from './network.ts'

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

test.each([
  ['192.0.2.1', '::ffff:192.0.2.200', true],
  ['192.0.2.1', '192.0.3.1', false],
  ['2001:db8:1:1::1', '2001:db8:1:2::1', true],
  ['2001:db8:1::1', '2001:db8:2::1', false],
])('%s and %s are in one network: %s', (one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne)
})

test.each([
  ['10.1.2.3', ['192.0.2.1', '10.0.0.0/8'], true],
  ['::ffff:10.1.2.3', ['10.1.2.3'], true],
  ['2001:db8::5', ['10.0.0.0/8', '2001:db8::/32'], true],
  ['2001:db8::5', ['10.0.0.0/8'], false],
  ['11.0.0.1', ['10.0.0.0/8'], false],
  ['nobody', ['10.0.0.0/8'], false],
])('%s is within %j: %s', (address, networks, isIn) => {
  expect(isWithin(address, networks)).toBe(isIn)
})
