import { readIp } from '../../../src/contract/values/ip.ts'
import { meWords } from '../../words/session/me.ts'

const words = meWords.sessions

/** The first mark that is found counts: browsers name those that they descend from, too. */
const browsers = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Enough to recognize one's own. */
export function deviceOf(agent: string): string {
  const browser = browsers.find(([mark]) => agent.includes(mark))?.[1]
  const system = systems.find(([mark]) => agent.includes(mark))?.[1]
  if (browser === undefined) return agent === '' ? words.unknown : agent
  return system === undefined ? browser : words.on(browser, system)
}

/** Where somebody logged in, as far as the address says it. @param here that of the session that looks */
export function placeOf(address: string, here: string): string {
  const [ip, own] = [readIp(address), readIp(here)]
  if (ip === null) return words.places.unknown
  const range = ip.range()
  if (range === 'loopback') return words.places.server
  if (range === 'private' || range === 'uniqueLocal' || range === 'linkLocal') return words.places.local
  if (own !== null && networkOf(ip) === networkOf(own)) return words.places.same
  return words.places.other
}

/** The /24 of IPv4 or the /48 of IPv6 usually belongs to one owner. */
function networkOf(ip: NonNullable<ReturnType<typeof readIp>>): string {
  const bytes = ip.toByteArray()
  return bytes.slice(0, bytes.length === 4 ? 3 : 6).join('.')
}
