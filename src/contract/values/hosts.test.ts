import { describe, expect, test } from 'vitest'
import { parseDomain, parseHost } from './hosts.ts'

/** The words of `text`, plus inputs that it cannot express, such as those with spaces. */
const words = (text: string, ...others: string[]) => [...text.split(' '), ...others]

describe('a domain', () => {
  test.each([
    ['links.example.com', 'links.example.com'],
    [' LINKS.Example.COM ', 'links.example.com'],
    ['bücher.example', 'bücher.example'],
    ['a_b.example.com', 'a_b.example.com'],
  ])('is read from %j', (text, domain) => {
    expect(parseDomain(text)).toBe(domain)
  })

  test.each(
    words(
      'example a..b .a.b a.b. -a.b a-.b 1.2.3.4 a.1 a@b.c a.b/c https://a.b a.b:80 a.b?x a.b#x <a>.b "a".b',
      '',
      ' ',
      'a b.c',
      'a\r\n.b',
      `${'a'.repeat(260)}.b`,
    ),
  )('is not %j', (text) => {
    expect(parseDomain(text)).toBe(null)
  })
})

describe('a host', () => {
  test.each([
    ['db.example.com', 'db.example.com'],
    ['localhost', 'localhost'],
    [' Warehouse-1 ', 'warehouse-1'],
    ['10.0.0.7', '10.0.0.7'],
    ['::1', '::1'],
    ['FD00:0:0::7', 'fd00::7'],
  ])('is read from %j', (text, host) => {
    expect(parseHost(text)).toBe(host)
  })

  test.each(
    words(
      '127.1 2130706433 0x7f.1 010.1.1.1 /var/run/postgresql @abstract a:5432 [::1] a..b a. -a a- a@b a,b',
      '',
      ' ',
      'postgres://a',
      'a?b',
      "a'b",
      'a b',
      'a\nb',
      'x'.repeat(300),
    ),
  )('is not %j', (text) => {
    expect(parseHost(text)).toBe(null)
  })
})
