import { domainToASCII } from 'node:url'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf, parseEmail } from './email.ts'

const accepted = (text: string) => expect(parseEmail(text)?.address, text).toBe(text)
const refused = (text: string) => expect(parseEmail(text), JSON.stringify(text)).toBeNull()

test('the spelling is kept and the lower-case form is the identity', () => {
  expect(parseEmail("Bob.O'Neil+News@Example.COM")).toEqual({
    address: "Bob.O'Neil+News@Example.COM",
    key: "bob.o'neil+news@example.com",
  })
})

test('white space around an address is dropped, inside it is not allowed', () => {
  for (const text of [
    ' a@example.com',
    'a@example.com\r\n',
    '\u00a0a@example.com\ufeff',
    '\ta@example.com ',
  ]) {
    expect(parseEmail(text)).toEqual({ address: 'a@example.com', key: 'a@example.com' })
  }
  for (const text of [
    'a b@example.com',
    'a@exa mple.com',
    'a @example.com',
    'a@ example.com',
    'a\0@example.com',
  ])
    refused(text)
})

test('the local part takes letters, digits and the listed signs, dots anywhere', () => {
  for (const sign of "-._+=%/:;?!#$&'*`{}|~") accepted(`a${sign}b@example.com`)
  for (const text of ['.a@example.com', 'a.@example.com', 'a..b@example.com', '-@example.com']) accepted(text)
  for (const sign of '^"(),<>[]\\ @é😀\u007f\u0001') refused(`a${sign}b@example.com`)
  refused('"quoted"@example.com')
  refused('@example.com')
})

test('no part is longer than mail servers take', () => {
  accepted(`${'a'.repeat(64)}@example.com`)
  refused(`${'a'.repeat(65)}@example.com`)
  accepted(`a@${'b'.repeat(63)}.com`)
  refused(`a@${'b'.repeat(64)}.com`)
  refused(`a@b.${'c'.repeat(64)}`)
  const label = 'b'.repeat(60)
  accepted(`${'a'.repeat(6)}@${label}.${label}.${label}.${label}.co`)
  refused(`${'a'.repeat(8)}@${label}.${label}.${label}.${label}.com`)
  // The limit applies to the Punycode form (xn--…).
  accepted(`a@${'ü'.repeat(56)}.de`)
  refused(`a@${'ü'.repeat(60)}.de`)
  const wide = 'ü'.repeat(50)
  refused(`a@${wide}.${wide}.${wide}.${wide}.${wide}.de`)
  for (const text of ['', ' ', '@', 'a@', 'plain', 'a@b@example.com', 'example.com']) refused(text)
})

test('a domain has letters, digits, dashes and underscores between single dots', () => {
  for (const domain of [
    'a-b.example.com',
    'a_b.example.com',
    '_a.example.co',
    'xn--mnchen-3ya.de',
    '1.example.com',
    'a--b.de',
  ]) {
    accepted(`a@${domain}`)
  }
  const broken =
    '.example.com example.com. exa..mple.com -example.com example.com- a-.example.com example.-com a.com- . .. - -.com'
  for (const domain of broken.split(' ')) refused(`a@${domain}`)
  for (const sign of "+=%/:;?!#$&'*`{}|~^,") refused(`a@exam${sign}ple.com`)
})

test('a domain shaped like an IP address is refused', () => {
  for (const domain of [
    '192.168.0.1',
    '1.1.1.1',
    '999.1.1.1',
    '1.2.3',
    '10.1',
    '[192.168.0.1]',
    '[::1]',
    'example.1',
  ]) {
    refused(`me@${domain}`)
  }
  accepted('me@1.2.3.4a')
  accepted('me@163.com')
})

test('a domain of a single label is a typing error', () => {
  refused('anna@gmail')
  refused('root@localhost')
  refused('a@münchen')
})

test('an internationalized domain is kept as written and compared in ASCII', () => {
  for (const domain of [
    'münchen.de',
    'пример.рф',
    '例え.テスト',
    'मुंबई.भारत',
    'مثال.إختبار',
    'straße.de',
    'a_b.münchen.de',
    'é.com',
  ]) {
    expect(parseEmail(`Anna@${domain}`)).toEqual({
      address: `Anna@${domain}`,
      key: `anna@${domainToASCII(domain)}`,
    })
  }
  expect(parseEmail('A@MÜNCHEN.de')?.key).toBe('a@xn--mnchen-3ya.de')
  expect(parseEmail('a@mu\u0308nchen.de')?.key).toBe('a@xn--mnchen-3ya.de')
})

test('what no internationalized name may hold is refused', () => {
  const broken = [
    'ex☃.com',
    '😀.com',
    'ａ.com',
    '①.com',
    'ﬁ.com',
    'ü。de',
    '-ü.de',
    'ü-.de',
    'ü..de',
    '.ü.de',
    'ü.de.',
    'ab--ü.de',
    '-a.ü.de',
    'a-.ü.de',
    'ü.-a.de',
    'ü.a-.de',
  ]
  const invisible = [
    'a\u200bü.de',
    'ü\u00ad.de',
    'ü\ud83d.de',
    '\u0308a.de',
    'ü.\u0661\u0662',
    'ü .de',
    'ü@.de',
    `${'ü'.repeat(64)}.de`,
  ]
  for (const domain of [...broken, ...invisible]) refused(`a@${domain}`)
})

test('the key of a key is the key, and case never makes two identities', () => {
  const local = fc.stringMatching(/^[A-Za-z0-9._+'-]{1,20}$/)
  const domain = fc.stringMatching(/^[A-Za-zÄÖÜäöüß]{1,9}\.[A-Za-z]{2,6}$/)
  fc.assert(
    fc.property(local, domain, (name, host) => {
      const text = `${name}@${host}`
      const key = parseEmail(text)?.key ?? ''
      expect(parseEmail(key)).toEqual({ address: key, key })
      expect(parseEmail(text.toLowerCase())?.key).toBe(key)
    }),
  )
})

test('limits know a mailbox by all the addresses that lead to it', () => {
  for (const address of ['ann@example.com', 'Ann@EXAMPLE.com', 'ann+news@example.com', 'ann++@example.com'])
    expect(mailboxOf(address)).toBe('ann@example.com')
  for (const address of ['a.n.n@gmail.com', 'ann+x.y@googlemail.com']) {
    expect(mailboxOf(address)).toBe('ann@gmail.com')
  }
  expect(mailboxOf('a.n.n@example.com')).toBe('a.n.n@example.com')
  // Nothing would be left of it.
  expect(mailboxOf('+49301234@example.com')).toBe('+49301234@example.com')
})
