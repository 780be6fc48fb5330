import { describe, expect, test } from 'vitest'
import { tricks } from '../../test/harness/ssrf/tricks.ts'
import { countsSoFar } from '../work/counts.ts'
import { admit, isGlobalUnicast, readUrl, resolveHost } from './address-guard.ts'
import { RequestFailed } from './request-failed.ts'

const nothing = { allow: [], allowLoopback: false }

/** First and last address of every range that is not public, and where ranges touch public ones, the neighbours. */
const ranges: [first: string, last: string][] = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['::1', '::ffff'],
  ['::127.0.0.1', '::8.8.8.8'],
  ['::ffff:0:0', '::ffff:0:ffff'],
  ['64:ff9b::', '64:ff9b::808:808'],
  ['64:ff9b:1::', '64:ff9b:1:ffff::1'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['4000::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
]

const publicAddresses = [
  ...'1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255'.split(
    ' ',
  ),
  ...'128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255'.split(' '),
  ...'192.169.0.0 198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255'.split(' '),
  ...'2001:200:: 2001:4860:4860::8888 2003:: 2606:4700::1111 2a00:1450::1 3ffe:ffff::1 ::ffff:8.8.8.8'.split(
    ' ',
  ),
]

describe('an address is public', () => {
  test.each(publicAddresses)('%s', (address) => {
    expect(isGlobalUnicast(address)).toBe(true)
  })
})

describe('an address is not public', () => {
  test.each(ranges)('from %s to %s', (first, last) => {
    expect([isGlobalUnicast(first), isGlobalUnicast(last)]).toEqual([false, false])
  })

  test.each([
    '',
    'example.com',
    '8.8.8.8/8',
    '8.8.8.8:80',
    '[2606:4700::1111]',
    'fe80::1%lo',
    ' 8.8.8.8',
    '1.2.3.4.5',
  ])('when it is none: %j', (text) => {
    expect(isGlobalUnicast(text)).toBe(false)
  })
})

// The same tricks as in a network of their own (download.ssrf.test.ts), judged without one: nothing is connected to.
test.each(tricks.map(({ url, answers }) => [JSON.stringify(url), url, answers] as const))(
  '%s is refused for good',
  async (_name, text, answers) => {
    const judge = async () => {
      const url = readUrl(text)
      admit(url, await resolveHost(url, answers && (async () => answers)), nothing)
    }
    const refusal: unknown = await judge().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(RequestFailed)
    expect(refusal).toMatchObject({ retry: false })
  },
)

describe('a refusal tells what to do', () => {
  const refusalOf = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return error instanceof Error ? error.message : error
    }
    return 'no refusal'
  }

  test.each([
    ['members.csv', 'The url cannot be read; it must look like https://example.com/file.csv.'],
    ['ftp://example.com/', 'The url must begin with http:// or https://.'],
    ['https://anna:secret@example.com/', 'The url must not contain a user name or a password.'],
    ['https://example.com:0/', 'The url must not name port 0.'],
  ])('%s', (url, message) => {
    expect(refusalOf(() => readUrl(url))).toBe(message)
  })

  test('for a private address, without telling which address the name has', () => {
    const url = new URL('http://intranet.example/members.csv')
    expect(refusalOf(() => admit(url, ['10.1.2.3'], nothing))).toBe(
      'intranet.example is not on the public internet, and Quiver does not fetch from private addresses; use a public ' +
        'url, or ask the administrator to name intranet.example:80 in IMPORT_URL_ALLOW.',
    )
  })

  test.each([
    [
      'http://8.8.4.4/members.csv',
      '8.8.4.4 is this server itself, and Quiver does not fetch from its own addresses; use another url, or ask the ' +
        'administrator to name 8.8.4.4:80 in IMPORT_URL_ALLOW.',
    ],
    [
      'http://files.example:9999/members.csv',
      'files.example:9999 names port 9999, and Quiver does not fetch from unusual ports; use port 80, 443, 8080, 8443, ' +
        'or ask the administrator to name files.example:9999 in IMPORT_URL_ALLOW.',
    ],
  ])('for %s', (text, message) => {
    const url = new URL(text)
    const own = { ...nothing, ownAddresses: () => ['127.0.0.1', '8.8.4.4'] }
    const addresses = url.hostname === '8.8.4.4' ? ['8.8.4.4'] : ['93.184.216.34']
    expect(refusalOf(() => admit(url, addresses, own))).toBe(message)
  })

  test('in a few words, however long the url is', () => {
    const url = new URL(`http://${'a'.repeat(10_000)}.example/`)
    expect(refusalOf(() => admit(url, ['10.1.2.3'], nothing))).toHaveProperty('length', 356)
  })
})

test.each(['168.63.129.16', '::ffff:168.63.129.16'])(
  'the wire server at %s is refused on every port',
  (address) => {
    for (const port of [80, 8080, 32_526]) {
      const url = new URL(`http://wire.example:${port}/`)
      expect(() => admit(url, [address], { ...nothing, allowLoopback: true })).toThrow(RequestFailed)
    }
  },
)

test('each refusal is counted by the setting that makes exceptions, and what is admitted is not', () => {
  const counted = () =>
    Object.fromEntries(
      countsSoFar()
        .filter(({ name }) => name === 'refused_addresses')
        .map(({ labels, value }) => [labels['setting'], value]),
    )
  const { IMPORT_URL_ALLOW: imports = 0, WEBHOOK_ALLOW: webhooks = 0 } = counted()
  const url = new URL('http://web.example/')
  const hooks = { ...nothing, setting: 'WEBHOOK_ALLOW' as const }
  expect(() => admit(url, ['10.1.2.3'], nothing)).toThrow(RequestFailed)
  expect(() => admit(url, ['10.1.2.3'], hooks)).toThrow(RequestFailed)
  expect(() => admit(new URL('http://web.example:25/'), ['8.8.4.4'], hooks)).toThrow(RequestFailed)
  admit(url, ['8.8.4.4'], hooks)
  expect(() => admit(url, [], hooks)).toThrow(RequestFailed)
  expect(counted()).toMatchObject({ IMPORT_URL_ALLOW: imports + 1, WEBHOOK_ALLOW: webhooks + 2 })
})

test('an address that was added to an interface after the start is refused', () => {
  const own: string[] = []
  const admission = { ...nothing, ownAddresses: () => own }
  const fetched = () => admit(new URL('http://late.example/'), ['8.8.4.4'], admission)
  expect(fetched).not.toThrow()
  own.push('::ffff:8.8.4.4')
  expect(fetched).toThrow(RequestFailed)
})

test.each(['80', '443', '8080', '8443'])('port %s of a public server may be reached', (port) => {
  expect(() => admit(new URL(`http://web.example:${port}/`), ['93.184.216.34'], nothing)).not.toThrow()
})

describe('an operator names what else may be reached', () => {
  test.each([
    ['http://files.internal/', 'files.internal:80'],
    ['https://files.internal/', 'files.internal:443'],
    ['https://FILES.internal:8443/', 'Files.Internal:8443'],
    ['http://0xa.1.2.3/', '10.1.2.3:80'],
    ['http://[FD00:0::7]:8080/', '[fd00::7]:8080'],
  ])('%s by %s', (url, entry) => {
    expect(() => admit(new URL(url), ['10.1.2.3'], { allow: [entry], allowLoopback: false })).not.toThrow()
  })

  test.each([
    'files.internal',
    'files.internal:443',
    '.internal:80',
    '*:80',
    'iles.internal:80',
    'files.internal.:80',
    '',
  ])('and nothing else by %j', (entry) => {
    const url = new URL('http://files.internal/')
    expect(() => admit(url, ['10.1.2.3'], { allow: [entry], allowLoopback: false })).toThrow(RequestFailed)
  })
})
