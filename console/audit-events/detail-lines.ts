import { becomes, comma, count, instantWithoutZone } from '../design/figures.ts'
import { detailWords as words } from '../words/audit/details.ts'
import { menuWords } from '../words/session/menu.ts'

/** What the log says beside the details. */
export type Beside = {
  /** What the records are called whose ids are in the details. */
  names: Readonly<Record<string, string>>
  zone: string
}

/** The part of the console that shows what a system administrator looked at. The log has the call. */
const places: readonly [call: RegExp, place: keyof typeof menuWords.items][] = [
  [/ApiKey/, 'keys'],
  [/AuditEvent/, 'audit'],
  [/Credit/, 'credits'],
  [/Job/, 'jobs'],
  [/MessagesSent/, 'sent'],
  [/SeedList/, 'seeds'],
  [/SenderDomain/, 'domains'],
  [/SendingRule/, 'sendingRules'],
  [/SubscriberCount/, 'people'],
  [/Suppress/, 'suppression'],
  [/User/, 'users'],
  [/VirtualMta|UrlDomain|BounceEmail/, 'routes'],
]

/** They say something to programs only. */
const hidden = new Set(['id', 'seen'])

function nameOf(attribute: string): string {
  return words.names[attribute] ?? attribute.replaceAll(/[._]/g, ' ')
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A value as people read it: an identifier stays as it is, so that it can be searched for. */
function shown(value: unknown, zone: string): string {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') {
    return words.states[value] ?? (timePattern.test(value) ? instantWithoutZone(value, zone) : value)
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? words.none : value.map((one) => shown(one, zone)).join(comma)
  }
  return Object.entries(value)
    .map(([name, one]) => `${nameOf(name)} ${shown(one, zone)}`)
    .join(comma)
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * What an event says besides its kind, a line for each part: `role: standard user → administrator`. An import can change
 * thousands of people: the page has the first, the API all.
 */
export function detailLines(details: Readonly<Record<string, unknown>>, beside: Beside): string[] {
  const { from, to, old, new: after, ...others } = details
  const moved = from === undefined && to === undefined ? [] : [movedLine('', { from, to }, beside)]
  const credits = after === undefined ? [] : linesOf('balance', { from: old, to: after }, beside)
  const rest = Object.entries(others).flatMap(([name, value]) => linesOf(name, value, beside))
  const lines = [...moved, ...credits, ...rest]
  return lines.length <= linesMax ? lines : [...lines.slice(0, linesMax), words.more(lines.length - linesMax)]
}

/** Of one event on the page. */
export const linesMax = 20

function linesOf(name: string, value: unknown, beside: Beside): string[] {
  const { names, zone } = beside
  if (hidden.has(name)) return []
  if (name === 'endpoint') return placeOf(String(value))
  if (isChange(value)) return [movedLine(words.head(nameOf(name)), value, beside)]
  if (name === 'changes' && isObject(value)) {
    return Object.entries(value).flatMap(([attribute, change]) => linesOf(attribute, change, beside))
  }
  if (name === 'changes' && Array.isArray(value)) {
    return value.flatMap((one) => (isChange(one) ? [personLine(one, beside)] : [shown(one, zone)]))
  }
  if (name === 'changed' && Array.isArray(value)) {
    return [words.changed(value.map((one) => nameOf(String(one))).join(comma))]
  }
  const called = Object.hasOwn(names, name) ? names[name] : undefined
  return [`${words.head(nameOf(name))}${called ?? plainOf(name, value, zone)}`]
}

function placeOf(call: string): string[] {
  const [, place] = places.find(([pattern]) => pattern.test(call)) ?? []
  return place === undefined ? [] : [menuWords.items[place]]
}

function plainOf(name: string, value: unknown, zone: string): string {
  return typeof value === 'number' && !name.endsWith('_id') ? count(value) : shown(value, zone)
}

function personLine({ from, to, ...whom }: { from: unknown; to: unknown }, beside: Beside): string {
  return movedLine(words.head(shown(whom, beside.zone)), { from, to }, beside)
}

/** A part that is not known, such as what a status was before, is left out. */
function movedLine(head: string, { from, to }: { from: unknown; to: unknown }, { zone }: Beside): string {
  const [before, after] = [from, to].map((one) => (one === undefined ? '' : plainOf('', one, zone)))
  return `${head}${becomes(before ?? '', after ?? '')}`
}
