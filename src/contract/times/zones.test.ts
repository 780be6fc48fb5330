import * as fc from 'fast-check'
import { DateTime, IANAZone } from 'luxon'
import { expect, test } from 'vitest'
import { formatInstant, instantFromLocal, offsetMinutesAt, resolveZone } from './zones.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'

const zones = [
  'America/Chicago',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
  'UTC',
]
const aZone = fc.constantFrom(...zones)

/** `2015-03-08 02:30`, read in a zone and formatted in the same zone. */
function shown(text: string, zone: string): string {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[- :]/).map(Number)
  return formatInstant(
    instantFromLocal({ year, month, day, hour, minute, second: 0, millisecond: 0 }, zone),
    zone,
  )
}

test('a zone is a name of the time zone database, in any case', () => {
  const names: [string, string][] = [
    ['America/Chicago', 'America/Chicago'],
    ['america/chicago', 'America/Chicago'],
    [' Europe/Berlin ', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['US/Central', 'US/Central'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ]
  for (const [text, name] of names) expect(resolveZone(text), text).toBe(name)
  expect(resolveZone('asia/kolkata')).toMatch(/^Asia\/(?:Kolkata|Calcutta)$/)
  const refused = [
    '',
    'Mars/Olympus',
    '+05:30',
    '-06:00',
    'UTC+1',
    'CST',
    'IST',
    'BST',
    'PST',
    'SystemV/PST8',
    '__proto__',
    'Z',
    'a b',
  ]
  for (const text of [...refused, 'America/Chicago\0', 'America//Chicago'])
    expect(resolveZone(text), text).toBeNull()
})

test('an hour that clocks skip is moved forward by the length of the gap', () => {
  expect(shown('2015-03-08 01:59', 'America/Chicago')).toBe('2015-03-08T01:59:00-06:00')
  expect(shown('2015-03-08 02:30', 'America/Chicago')).toBe('2015-03-08T03:30:00-05:00')
  expect(shown('2015-03-08 03:00', 'America/Chicago')).toBe('2015-03-08T03:00:00-05:00')
  expect(shown('2020-03-29 02:30', 'Europe/Berlin')).toBe('2020-03-29T03:30:00+02:00')
  expect(shown('2020-10-04 02:15', 'Australia/Lord_Howe')).toBe('2020-10-04T02:45:00+11:00')
  expect(shown('2018-11-04 00:00', 'America/Sao_Paulo')).toBe('2018-11-04T01:00:00-02:00')
  expect(shown('2011-12-30 12:00', 'Pacific/Apia')).toBe('2011-12-31T12:00:00+14:00')
})

test('an hour that clocks repeat is the earlier one, with the offset of daylight saving', () => {
  expect(shown('2015-11-01 00:59', 'America/Chicago')).toBe('2015-11-01T00:59:00-05:00')
  expect(shown('2015-11-01 01:30', 'America/Chicago')).toBe('2015-11-01T01:30:00-05:00')
  expect(shown('2015-11-01 02:00', 'America/Chicago')).toBe('2015-11-01T02:00:00-06:00')
  expect(shown('2020-10-25 02:30', 'Europe/Berlin')).toBe('2020-10-25T02:30:00+02:00')
  expect(shown('2020-04-05 01:45', 'Australia/Lord_Howe')).toBe('2020-04-05T01:45:00+11:00')
})

test('an instant is printed with the offset of its zone, and with Z in UTC alone', () => {
  expect(formatInstant(1425915244_000, 'America/Chicago')).toBe('2015-03-09T10:34:04-05:00')
  expect(formatInstant(1364398875_999, 'America/Chicago')).toBe('2013-03-27T10:41:15-05:00')
  expect(formatInstant(-1, 'UTC')).toBe('1969-12-31T23:59:59Z')
  expect(formatInstant(0, 'Etc/UTC')).toBe('1970-01-01T00:00:00Z')
  expect(formatInstant(1_600_000_000_000, 'Africa/Abidjan')).toBe('2020-09-13T12:26:40+00:00')
  expect(formatInstant(0, 'America/St_Johns')).toBe('1969-12-31T20:30:00-03:30')
  expect(formatInstant(Date.UTC(1880, 0, 1), 'America/Chicago')).toBe('1879-12-31T18:09:00-05:51')
})

const anInstant = fc.integer({ min: Date.UTC(1850, 0), max: Date.UTC(2060, 0) })

test('offsets are those of luxon, to the minute', () => {
  fc.assert(
    fc.property(aZone, anInstant, (zone, ms) => {
      expect(offsetMinutesAt(zone, ms)).toBe(Math.round(IANAZone.create(zone).offset(ms)))
    }),
    propertyRuns(20_000),
  )
})

test('a change of offset is found to the millisecond', () => {
  const changeMs = Date.UTC(2015, 2, 8, 8)
  expect(offsetMinutesAt('America/Chicago', changeMs - 1)).toBe(-360)
  expect(offsetMinutesAt('America/Chicago', changeMs)).toBe(-300)
})

test('a wall clock is read as luxon reads it, whatever the season of today', () => {
  const aDay = fc.integer({ min: Date.UTC(1972, 0) / 60_000, max: Date.UTC(2037, 0) / 60_000 })
  fc.assert(fc.property(aZone, aDay, agreesWithLuxon), propertyRuns(5000))
})

test('a wall clock within hours of a change is read as luxon reads it', () => {
  const nearChange = fc.record({
    change: fc.constantFrom(
      { zone: 'America/Chicago', ms: Date.UTC(2015, 2, 8, 2) },
      { zone: 'America/Chicago', ms: Date.UTC(2015, 10, 1, 2) },
      { zone: 'Europe/Berlin', ms: Date.UTC(2020, 2, 29, 2) },
      { zone: 'Europe/Berlin', ms: Date.UTC(2020, 9, 25, 3) },
      { zone: 'Australia/Lord_Howe', ms: Date.UTC(2020, 9, 4, 2) },
      { zone: 'Australia/Lord_Howe', ms: Date.UTC(2020, 3, 5, 2) },
      { zone: 'America/Sao_Paulo', ms: Date.UTC(2018, 10, 4) },
      { zone: 'Antarctica/Troll', ms: Date.UTC(2020, 2, 29, 1) },
    ),
    minutes: fc.integer({ min: -2000, max: 2000 }),
  })
  const property = fc.property(nearChange, ({ change, minutes }) =>
    agreesWithLuxon(change.zone, change.ms / 60_000 + minutes),
  )
  fc.assert(property, propertyRuns(5000))
})

/** @param minute of a wall clock, counted from 1970-01-01T00:00 on that clock. */
function agreesWithLuxon(zone: string, minute: number): void {
  const clock = DateTime.fromMillis(minute * 60_000, { zone: 'UTC' })
  const { year, month, day, hour } = clock
  const ours = instantFromLocal(
    { year, month, day, hour, minute: clock.minute, second: 0, millisecond: 0 },
    zone,
  )
  const back = DateTime.fromMillis(ours, { zone }).setZone('UTC', { keepLocalTime: true })
  const possible = DateTime.fromMillis(ours, { zone }).getPossibleOffsets()
  expect(ours).toBe(Math.min(...possible.map((time) => time.toMillis())))
  const offset = (hours: number) => IANAZone.create(zone).offset(clock.toMillis() + hours * 3_600_000)
  const gapMinutes = back.toMillis() / 60_000 - minute
  if (gapMinutes !== 0) expect(gapMinutes).toBe(offset(24) - offset(-24))
}
