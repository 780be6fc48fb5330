import { describe, expect, test } from 'vitest'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'

describe('loopback is 127.0.0.0/8 and ::1', () => {
  test.each(['127.0.0.1', '127.255.255.254', '::1'])('%s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true)
  })

  test.each([
    '0.0.0.0',
    '::',
    '126.255.255.255',
    '128.0.0.1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '::2',
    'localhost',
    '',
  ])('and not %j', (address) => {
    expect(isLoopbackAddress(address)).toBe(false)
  })
})

describe('a host of this machine is localhost or a loopback address', () => {
  test.each(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]', '0:0:0:0:0:0:0:1'])('%s', (host) => {
    expect(isLoopbackHost(host)).toBe(true)
  })

  test.each([
    '127.0.0.1.example.com',
    '127.1',
    'localhost.example.com',
    'localhost.',
    '[localhost]x',
    '[::2]',
    '::ffff:127.0.0.1',
    '[::ffff:7f00:1]',
    '0.0.0.0',
    '',
  ])('and not %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false)
  })
})
