import * as fc from 'fast-check'
import { isIP } from 'node:net'
import { expect, test } from 'vitest'
import { parseIp } from './ip.ts'

test('an address comes back in its one canonical spelling', () => {
  const spellings: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    [' 192.0.2.1\t', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['::', '::'],
    ['1::', '1::'],
    ['::1', '::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
    ['::FFFF:c000:0201', '::ffff:192.0.2.1'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ]
  for (const [text, canonical] of spellings) expect(parseIp(text), text).toBe(canonical)
})

test('what only some readers take for an address is refused', () => {
  const refused =
    '010.1.1.1 01.2.3.4 1.2.3 127.1 2130706433 0x7f.0.0.1 256.1.1.1 1.2.3.4.5 1.2.3.4/24 1.2.3.4:80 ١.2.3.4'
  const refused6 =
    '::1%eth0 fe80::1/64 [::1] ::: 1::2::3 1:2:3:4:5:6:7 1:2:3:4:5:6:7:8:9 12345:: 1:2:3:4::5:6:7:8 ::g :1 1: ::1.2.3 1.2.3.4::'
  for (const text of ['', ' ', '1.2.3.4 5', ...refused.split(' '), ...refused6.split(' ')]) {
    expect(parseIp(text), text).toBeNull()
  }
})

test('exactly the addresses that the system knows are read', () => {
  const word = fc.stringMatching(/^(?:[0-9a-fA-F]{0,5}|0|[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3})$/)
  const words = fc.array(word, { minLength: 1, maxLength: 9 })
  const pieces = fc.array(fc.constantFrom('0', '1', ':', '::', '.', 'f'), { maxLength: 20 })
  const texts = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    words.map((list) => list.join(':')),
    pieces.map((list) => list.join('')),
  )
  const property = fc.property(texts, (text) => {
    expect(parseIp(text) !== null).toBe(isIP(text) !== 0)
  })
  fc.assert(property, { numRuns: 5000 })
})

test('the canonical spelling is that of a URL, except that a mapped IPv4 address stays readable', () => {
  const hostOf = (text: string) =>
    new URL(text.includes(':') ? `http://[${text}]` : `http://${text}`).hostname
  const property = fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
    const canonical = parseIp(text) ?? ''
    expect(hostOf(canonical)).toBe(hostOf(text))
    if (!canonical.startsWith('::ffff:')) expect(hostOf(text).replace(/^\[|\]$/g, '')).toBe(canonical)
    expect(parseIp(canonical)).toBe(canonical)
  })
  fc.assert(property, { numRuns: 2000 })
})
