import { dayMs, localMs, twoDigits, type LocalTime } from './calendar.ts'

const minuteMs = 60_000

/**
 * The name to store; null if the runtime does not know the zone. Every name of UTC becomes `UTC`; newer names keep
 * their spelling (Asia/Kolkata, not Asia/Calcutta). Offsets (`+05:30`) and ambiguous abbreviations, such as `CST` and
 * `IST`, are refused.
 */
export function resolveZone(text: string): string | null {
  const name = text.trim()
  if (!/^[a-z][a-z0-9_+/-]{1,63}$/i.test(name) || /^systemv\//i.test(name)) return null
  if (name.length < 4 && !shortNames.has(name.toUpperCase())) return null
  const known = runtimeName(name)
  if (known === null || known === 'UTC') return known
  const isWellSpelled = /^[A-Z]/.test(name) && !/[/][a-z]/.test(name) && name !== name.toUpperCase()
  return isWellSpelled && known.toLowerCase() !== name.toLowerCase() ? name : known
}

/** All names of up to three letters in the time zone database. */
const shortNames = new Set('UTC UCT GMT CET EET MET WET EST MST HST PRC ROC ROK GB NZ'.split(' '))

function runtimeName(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/**
 * Minutes to add to UTC. Local mean times (Chicago's -5:50:36) are rounded to the minute in both directions.
 * @throws RangeError if `resolveZone` did not return this zone.
 */
export function offsetMinutesAt(zone: string, utcMs: number): number {
  return offsetAt(clockOf(zone), utcMs)
}

/**
 * Epoch milliseconds. A repeated time (clocks set back) is the earlier one; a skipped time moves forward by the gap,
 * 02:30 to 03:30. One day before and after gives both offsets: no zone changes twice within three days.
 */
export function instantFromLocal(time: LocalTime, zone: string): number {
  const local = localMs(time)
  const clock = clockOf(zone)
  if (clock.isUtc) return local
  const before = offsetAt(clock, local - dayMs)
  const after = offsetAt(clock, local + dayMs)
  const early = local - before * minuteMs
  if (before === after || offsetAt(clock, early) === before) return early
  const late = local - after * minuteMs
  return offsetAt(clock, late) === after ? late : early
}

/** `2015-03-09T10:34:04-05:00`; `Z` if the zone is UTC. */
export function formatInstant(ms: number, zone: string): string {
  const clock = clockOf(zone)
  const offset = offsetAt(clock, ms)
  const local = new Date(ms + offset * minuteMs).toISOString()
  return local.slice(0, local.indexOf('.')) + (clock.isUtc ? 'Z' : formatOffset(offset))
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

type Change = { atMs: number; before: number; after: number }

/** `days` caches one entry per UTC day: its offset, or its change. */
type Clock = { isUtc: boolean; format: Intl.DateTimeFormat; days: Map<number, number | Change> }

/** 30,000 days are 82 years, in about 1.5 MB. Fewer than 500 zones are in use. */
const daysMax = 30_000
const clocksMax = 500
const clocks = new Map<string, Clock>()

function clockOf(zone: string): Clock {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    year: 'numeric',
  })
  const clock: Clock = { isUtc: format.resolvedOptions().timeZone === 'UTC', format, days: new Map() }
  if (clocks.size >= clocksMax) clocks.clear()
  clocks.set(zone, clock)
  return clock
}

function offsetAt(clock: Clock, utcMs: number): number {
  if (clock.isUtc) return 0
  const day = Math.floor(utcMs / dayMs)
  const entry = clock.days.get(day) ?? learnDay(clock, day)
  if (typeof entry === 'number') return entry
  return utcMs < entry.atMs ? entry.before : entry.after
}

function learnDay(clock: Clock, day: number): number | Change {
  const before = measureOffset(clock, day * dayMs)
  const after = measureOffset(clock, (day + 1) * dayMs - 1)
  const entry = before === after ? before : { atMs: findChange(clock, day, before), before, after }
  if (clock.days.size >= daysMax) clock.days.clear()
  clock.days.set(day, entry)
  return entry
}

/** To the full second: the database has no finer changes. */
function findChange(clock: Clock, day: number, before: number): number {
  let unchanged = 0
  let changed = dayMs / 1000
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (measureOffset(clock, day * dayMs + middle * 1000) === before) unchanged = middle
    else changed = middle
  }
  return day * dayMs + changed * 1000
}

/** About a microsecond per call. The runtime prints `1994, GMT-06:00`, `1883, GMT-05:50:36`, `1970, GMT`. */
function measureOffset(clock: Clock, utcMs: number): number {
  const match = /GMT(?:([+-])(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(clock.format.format(utcMs))
  if (match === null) throw new RangeError('the runtime gives no offset for this time zone')
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = match
  const size = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60
  return Math.round(sign === '-' ? -size : size)
}
