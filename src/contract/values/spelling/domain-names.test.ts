import { domainToASCII, domainToUnicode } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiDomain, domainInLetters } from './domain-names.ts'
import { mailboxOf, parseEmail, spellingsOf } from '../email.ts'

const letters = 'aäöüßéñçøłžабвгдкмнτυφχאבגعمن例えテスト中文한국भारतไทย𠮷'
const label = fc.string({ unit: fc.constantFrom(...Array.from(letters)), minLength: 1, maxLength: 14 })
const domain = fc.tuple(label, label).map((labels) => labels.join('.'))

test('a domain in letters and in Punycode are one key', () => {
  fc.assert(
    fc.property(domain, fc.boolean(), (name, isUpper) => {
      const upper = name.toUpperCase()
      const inAscii = domainToASCII(name)
      const key = parseEmail(`ann@${isUpper && upper.toLowerCase() === name ? upper : name}`)?.key
      fc.pre(inAscii !== '' && key !== undefined)
      expect(key).toBe(`ann@${inAscii}`)
      expect(parseEmail(`Ann@${isUpper ? inAscii.toUpperCase() : inAscii}`)?.key).toBe(key)
      expect(parseEmail(`ann@${domainToUnicode(inAscii)}`)?.key).toBe(key)
      expect(spellingsOf(key)).toContain(`ann@${domainToUnicode(inAscii)}`)
    }),
    { numRuns: 100 },
  )
})

test('a key in ASCII is what it always was, also with labels that only look like Punycode', () => {
  const ascii = fc.stringMatching(/^(?:xn--)?[A-Za-z0-9]{1,12}\.[A-Za-z]{2,6}$/)
  fc.assert(
    fc.property(ascii, (name) => {
      expect(parseEmail(`Ann@${name}`)?.key).toBe(`ann@${name.toLowerCase()}`)
      expect(asciiDomain(domainInLetters(name))).toBe(name.toLowerCase())
    }),
  )
  for (const name of ['xn--a.example', 'xn--.example', 'xn--99999999999.example', 'xn--a-.example'])
    expect(domainInLetters(name)).toBe(name)
})

test('the vectors of RFC 3492 and names in use', () => {
  for (const [name, inAscii] of [
    ['bücher.example', 'xn--bcher-kva.example'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['例え.テスト', 'xn--r8jz45g.xn--zckzah'],
    ['3年b組金八先生.jp', 'xn--3b-ww4c5e180e575a65lsy2b.jp'],
    ['почемужеонинеговорятпорусски.рф', 'xn--b1abfaaepdrnnbgefbadotcwatmq2g4l.xn--p1ai'],
  ] as const) {
    expect(asciiDomain(name)).toBe(inAscii)
    expect(domainInLetters(inAscii)).toBe(name)
  }
})

test('letters that stand for another name are no address', () => {
  // Cherokee small letters and a Greek iota below stand for others.
  for (const name of ['ꭰꭱ.example', 'ᾳβ.example']) expect(parseEmail(`ann@${name}`)).toBeNull()
})

test('limits count a mailbox once, whatever the spelling of its domain', () => {
  expect(mailboxOf('Ann+x@Bücher.example')).toBe(mailboxOf('ann@xn--bcher-kva.example'))
})
