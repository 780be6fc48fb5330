import * as fc from 'fast-check'

/** People as the model of segments knows them. Times are hours before now: never close to the edge of a day of 24 hours. */

/** `version`: which content of the campaign, from 1. */
export type Sent = { campaign: number | null; version: number; state: string; hours: number }
/** Hours since the first one of each. `byMachine`: whether programs opened it, and clicked. */
export type Response = {
  campaign: number | null
  opened: number | null
  clicked: number | null
  bounced: { severity: string; hours: number } | null
  complained: number | null
  unsubscribed: number | null
  byMachine: [opened: boolean, clicked: boolean]
}
/** `form`: a place in `formNames`. */
export type GivenConsent = { form: number; version: number; isConfirmed: boolean; hours: number }
export type LinkClick = { campaign: number | null; url: string; hours: number | null }

export type Person = {
  email: string
  status: string
  subscribed: number | null
  removed: number | null
  confirmedAt: number | null
  confirmed: boolean | null
  format: string | null
  ip: string | null
  /** By the name of the field. Days are relative to today. */
  text: string | null
  number: number | null
  date: number | null
  birthday: string | null
  choice: string | null
  choices: string[] | null
  flag: boolean | null
  sent: Sent[]
  responses: Response[]
  clicks: LinkClick[]
  consents: GivenConsent[]
  /** By two imports: one that is kept in bits, and one in pieces. */
  imports: (string | null)[]
  /** On the other list: the status there. */
  other: string | null
  isSuppressed: boolean
  /** Hours since it was over; negative: until it is. */
  pause: number | null
}

export const statuses = ['active', 'unsubscribed', 'bounced', 'scomp', 'deactivated']
export const options = ['Red', 'Green, dark', 'Blau']
/** Case, escapes, and letters whose case is peculiar. */
export const texts = [
  'Berlin', 'BERLIN', 'berlin', '100%', '100x', 'a_b', 'axb', 'a\\b', '\\', "O'Hara", 'É', 'é', 'Straße', 'STRASSE',
  'ΣΑΣ', 'σας', 'σασ', '🎂 Party', ' padded ', 'tab\there', '%', '_', '"', '--', ';', 'İzmir', 'true', '7', 'null',
] // oxfmt-ignore
export const domains = ['example.com', 'Example.org', 'mail.example.com', 'notexample.com']
export const urls = [
  'https://shop.example.com/',
  'https://shop.example.com/A_b%20c',
  'https://other.example.org/?x=1',
]
/** The first has double opt-in, the others single opt-in; the last was deleted. */
export const formNames = ['Door', 'Quick', 'Former']
export const ips = ['10.0.0.1', '10.0.1.77', '2001:db8::1']
const days = [0, 1, 2, 6, 7, 8, 29, 30, 31, 365, 400, -1, -7, -30, -364]

const hours = fc.integer({ min: 0, max: 60 }).map((day) => day * 24 + 12)
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 3 })
/** Two campaigns that started, one that did not, and null: the autoresponder. */
const sender = fc.constantFrom(0, 1, null)

export const person: fc.Arbitrary<Omit<Person, 'email'> & { local: string; domain: string }> = fc.record({
  local: fc.constantFrom('Anna', 'ben.x', 'c_d', 'e%f', 'a+b'),
  domain: fc.constantFrom(...domains),
  status: fc.oneof({ weight: 3, arbitrary: fc.constant('active') }, { weight: 1, arbitrary: fc.constantFrom(...statuses) }), // oxfmt-ignore
  subscribed: maybe(hours),
  removed: maybe(hours),
  confirmedAt: maybe(hours),
  confirmed: maybe(fc.boolean()),
  format: maybe(fc.constantFrom('html', 'text', 'both')),
  ip: maybe(fc.constantFrom(...ips)),
  text: maybe(fc.constantFrom(...texts)),
  number: maybe(fc.constantFrom(-5, 0, 7, 8, 100, 9_007_199_254_740_991)),
  date: maybe(fc.constantFrom(...days)),
  birthday: maybe(fc.constantFrom('02-28', '02-29', '03-01', '12-31', '01-01', '06-15')),
  choice: maybe(fc.constantFrom(...options)),
  choices: maybe(fc.subarray(options, { minLength: 1 })),
  flag: maybe(fc.boolean()),
  sent: fc.uniqueArray(
    fc.record({
      campaign: sender,
      version: fc.constantFrom(1, 2),
      state: fc.constantFrom('accepted', 'accepted', 'bounced', 'skipped', 'uncertain', 'deferred'),
      hours,
    }),
    { maxLength: 3, selector: ({ campaign }) => campaign },
  ),
  responses: fc.uniqueArray(
    fc.record({
      campaign: sender,
      opened: maybe(hours),
      clicked: maybe(hours),
      bounced: maybe(fc.record({ severity: fc.constantFrom('hard', 'soft', 'other'), hours })),
      complained: maybe(hours),
      unsubscribed: maybe(hours),
      byMachine: fc.tuple(fc.boolean(), fc.boolean()),
    }),
    { maxLength: 3, selector: ({ campaign }) => campaign },
  ),
  clicks: fc.uniqueArray(
    fc.record({ campaign: sender, url: fc.constantFrom(...urls), hours: maybe(hours) }),
    { maxLength: 3, selector: ({ campaign, url }) => `${campaign} ${url}` },
  ),
  consents: fc.array(
    fc.record({
      form: fc.constantFrom(0, 1, 2),
      version: fc.constantFrom(1, 2, 3),
      isConfirmed: fc.boolean(),
      hours,
    }),
    { maxLength: 2 },
  ),
  imports: fc.tuple(maybe(fc.constantFrom('added', 'changed')), maybe(fc.constantFrom('added', 'changed'))),
  other: maybe(fc.constantFrom(...statuses)),
  isSuppressed: fc.boolean(),
  pause: maybe(fc.constantFrom(-24, 24)),
})

/** Different addresses. */
export function somePeople(count: number, seed: number): Person[] {
  return fc.sample(person, { numRuns: count, seed }).map(({ local, domain, ...others }, place) => ({
    ...others,
    email: `${local}${place}@${domain}`,
  }))
}
