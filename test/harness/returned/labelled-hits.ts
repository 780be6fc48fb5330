import { createRandom } from '../../../bench/data.ts'
import type { HitKind } from '../../../src/contract/responses/judging/verdict.ts'

/**
 * Hits whose makers are known, made by what vendors publish of their products and by how people read: not by the lists
 * and limits of the judge. Some of each kind cannot be told from the other.
 */
export type LabelledHit = {
  kind: HitKind
  /** null: an open. 0: the link that no person sees. */
  linkId: number | null
  atMs: number
  userAgent: string
  purpose: string
  isHead: boolean
  address: string
  isMachine: boolean
}

/** Times are milliseconds after the message was taken by a server. */
export type LabelledMessage = { linkCount: number; hits: LabelledHit[] }

const chromes = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
]
export const browsers = [
  ...chromes,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1',
]
export const openers = [
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.17928; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.18129; Pro)',
  'Outlook-iOS/723.4027091.prod.iphone (4.2539.0)',
  'Outlook-Android/2.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_6_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Thunderbird/140.3.1',
  'Mozilla/5.0 (Linux; Android 14; SM-S918B Build/UP1A.231005.007; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.7339.207 Mobile Safari/537.36',
  ...chromes,
]
export const libraries = [
  'python-requests/2.32.3',
  'Go-http-client/1.1',
  'Java/17.0.9',
  'Apache-HttpClient/4.5.14 (Java/11.0.22)',
  'okhttp/4.12.0',
  'curl/8.5.0',
  '',
  'Mozilla/5.0 (compatible; Barracuda Sentinel (EE))',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_1) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Applebot/0.1)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'WhatsApp/2.23.20.0',
]
/** Of vendors that publish them, and of clouds, which belong to anybody. */
const gatewayNetworks = [
  '209.222.82.',
  '148.163.150.',
  '205.220.171.',
  '170.10.129.',
  '216.82.251.',
  '40.107.22.',
]
const cloudNetworks = ['3.93.140.', '34.86.12.', '52.5.190.', '20.120.6.', '104.196.33.', '13.66.201.']
const homeNetworks = ['84.112.9.', '93.184.77.', '203.0.113.', '91.64.200.', '2.205.18.', '176.63.4.']

const minuteMs = 60_000
const hourMs = 3_600_000

export function labelledMessages(seed: number, hitsWanted: number): LabelledMessage[] {
  const random = createRandom(seed)
  const between = (least: number, most: number) => least + random() * (most - least)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
  const address = (networks: readonly string[]) => `${pick(networks)}${Math.floor(between(1, 255))}`
  const hit = (
    given: Pick<LabelledHit, 'atMs' | 'userAgent' | 'address' | 'isMachine'> & Partial<LabelledHit>,
  ) => ({ kind: 'open', linkId: null, purpose: '', isHead: false, ...given }) satisfies LabelledHit
  const click = (linkId: number, given: Parameters<typeof hit>[0]) => hit({ kind: 'click', linkId, ...given })

  /** Opens minutes to days later, some of them again; a third follows links, a few several side by side. */
  const person = (linkCount: number): LabelledHit[] => {
    const from = address(homeNetworks)
    const isMachine = false
    const openedMs = minuteMs * Math.exp(between(-1, 7.5))
    const opens = Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, time) =>
      hit({
        atMs: openedMs + time * between(2, 40) * hourMs,
        userAgent: pick(openers),
        address: from,
        isMachine,
      }),
    )
    if (random() > 0.4) return opens
    const browser = pick(browsers)
    const count = random() < 0.75 ? 1 : Math.min(linkCount, Math.ceil(between(1, 4)))
    // Side by side in tabs, or one after the other.
    const paceMs = random() < 0.1 ? between(900, 3_000) : between(8_000, 90_000)
    const clicks = Array.from(
      { length: count },
      (_, place) =>
      click(1 + ((place * 2) % linkCount), {
        atMs: openedMs + between(2_000, 40_000) + place * paceMs, userAgent: browser, address: from, isMachine,
      }), // oxfmt-ignore
    )
    return [...opens, ...clicks]
  }

  const everyLink = (
    linkCount: number,
    seen: Omit<Parameters<typeof hit>[0], 'atMs'>,
    startMs: number,
    paceMs: number,
  ) =>
    Array.from({ length: linkCount }, (_, place) =>
      click(place + 1, { ...seen, atMs: startMs + place * paceMs }),
    )

  const machines: readonly ((linkCount: number) => LabelledHit[])[] = [
    // Apple's privacy: every picture, within hours.
    () => [hit({ atMs: between(1, 180) * minuteMs, userAgent: 'Mozilla/5.0', address: address(['172.224.226.']), isMachine: true })],
    () => [hit({ atMs: between(1, 30) * minuteMs, userAgent: 'Mozilla/5.0', address: address(['146.75.188.']), isMachine: true })],
    // Gmail, before it shows the message.
    () => [hit({ atMs: between(1_000, minuteMs), userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0', address: address(['66.249.84.']), isMachine: true })],
    // A gateway that follows all links as a browser, from a network that its vendor publishes.
    (links) => everyLink(links, { userAgent: pick(chromes), address: address(gatewayNetworks), isMachine: true }, between(2_000, 5 * minuteMs), between(50, 4_000)),
    // The same from a cloud.
    (links) => everyLink(links, { userAgent: pick(chromes), address: address(cloudNetworks), isMachine: true }, between(1_000, 10 * minuteMs), between(20, 1_500)),
    // One that looks at the header first, and then at the page.
    (links) => {
      const seen = { userAgent: pick(browsers), address: address(cloudNetworks), isMachine: true }
      return everyLink(links, seen, between(500, minuteMs), between(100, 900)).flatMap((one) => [{ ...one, isHead: true }, { ...one, atMs: one.atMs + 40 }])
    },
    // A sandbox that renders the message: picture and links within seconds of the delivery.
    (links) => {
      const seen = { userAgent: pick(chromes), address: address(cloudNetworks), isMachine: true }
      const startMs = between(200, 1_500)
      return [hit({ ...seen, atMs: startMs }), ...everyLink(links, seen, startMs + 200, between(20, 200))]
    },
    // One that takes links one after the other over minutes, the hidden one too.
    (links) => {
      const seen = { userAgent: pick(chromes), address: address(cloudNetworks), isMachine: true }
      const startMs = between(20_000, 10 * minuteMs)
      return [hit({ ...seen, kind: 'hidden', linkId: 0, atMs: startMs }), ...everyLink(links, seen, startMs + between(5_000, 30_000), between(12_000, 60_000))]
    },
    // Libraries, previews of chats, crawlers.
    (links) => [click(1 + Math.floor(random() * links), { atMs: between(1_000, 30 * hourMs), userAgent: pick(libraries), address: address(cloudNetworks), isMachine: true })],
    // A browser that loads ahead what may be clicked.
    () => [click(1, { atMs: between(minuteMs, hourMs), userAgent: pick(chromes), address: address(homeNetworks), purpose: 'prefetch;prerender', isMachine: true })],
    // One link, later, as a browser and from a cloud: nothing tells it from a person.
    () => random() < 0.4 ? [click(1, { atMs: between(8_000, hourMs), userAgent: pick(chromes), address: address(cloudNetworks), isMachine: true })] : [],
  ] // oxfmt-ignore

  const messages: LabelledMessage[] = []
  for (let hits = 0; hits < hitsWanted;) {
    const linkCount = Math.ceil(between(2, 12))
    const made = [
      ...(random() < 0.75 ? person(linkCount) : []),
      ...(random() < 0.3 ? pick(machines)(linkCount) : []),
    ]
    if (made.length === 0) continue
    hits += made.length
    messages.push({ linkCount, hits: made.toSorted((one, other) => one.atMs - other.atMs) })
  }
  return messages
}
