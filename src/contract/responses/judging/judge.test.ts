import { expect, test } from 'vitest'
import { judgeHit } from './judge.ts'
import { isScannerNetwork, networkPrefix } from './networks.ts'
import type { Seen } from './verdict.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const seen = (more: Partial<Seen> = {}): Seen => ({
  userAgent: chrome,
  purpose: '',
  isHead: false,
  network: '198.51.100.0/24',
  ...more,
})

test.each([
  ['a browser', {}, 'no_sign'],
  ['a phone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1' }, 'no_sign'],
  ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' }, 'known_agent'],
  ['a library', { userAgent: 'python-requests/2.32.3' }, 'known_agent'],
  ['a scanner', { userAgent: 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0) Mimecast' }, 'security_scanner'],
  ['a proxy for pictures', { userAgent: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)' }, 'known_agent'],
  ['nobody', { userAgent: '' }, 'no_agent'],
  ['a look at the header', { isHead: true }, 'head'],
  ['a prefetch', { purpose: 'prefetch;prerender' }, 'prefetch'],
  ['a network of a scanner', { network: '209.222.82.0/24' }, 'scanner_network'],
  ['a network of a scanner in IPv6', { network: networkPrefix('2a01:111:f403:c101::7') }, 'scanner_network'],
  ['an unknown network', { network: null }, 'no_sign'],
])('a click of %s is told by its reason', (_name, more, reason) => {
  expect(judgeHit({ kind: 'click', seen: seen(more as Partial<Seen>), ageSeconds: null }).reason).toBe(reason)
}) // oxfmt-ignore

test.each([
  ['Gmail’s proxy', 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)', 'picture_proxy', false],
  ['Yahoo’s proxy', 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'picture_proxy', false],
  ['Outlook', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', 'mail_program', false],
  ['Outlook on a phone', 'Outlook-iOS/723.4027091.prod.iphone (3.24.0)', 'mail_program', false],
  ['Thunderbird', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.4.0', 'mail_program', false],
  ['Apple Mail without its privacy', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)', 'no_sign', false],
  ['Apple’s privacy', 'Mozilla/5.0', 'apple_privacy', true],
  ['Gmail before it shows the message', `${chrome.replace('142.0.0.0', '42.0.2311.135')} Edge/12.246 Mozilla/5.0`, 'prefetch', true],
] as const)('an open by %s', (_name, userAgent, reason, isMachine) => {
  expect(judgeHit({ kind: 'open', seen: seen({ userAgent }), ageSeconds: 1 })).toEqual({ isMachine, reason })
}) // oxfmt-ignore

test('a network is kept without the part that names a person, and every published one can be found by it', () => {
  expect(networkPrefix('203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkPrefix('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(networkPrefix('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48')
  expect(networkPrefix('fe80::1%eth0')).toBe('fe80::/48')
  expect(networkPrefix('no address')).toBeNull()
  expect(isScannerNetwork('40.107.255.0/24')).toBe(true)
  expect(isScannerNetwork('40.108.0.0/24')).toBe(false)
})
