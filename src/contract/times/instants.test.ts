import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBegins, parseDate, parseDateTime, parseDayOfYear } from './instants.ts'
import { formatInstant } from './zones.ts'

const zone = 'America/Chicago'
const at = (text: string, dateFormat: 'mdy' | 'dmy' = 'mdy') => {
  const ms = parseDateTime(text, { dateFormat, zone })
  return ms === null ? null : new Date(ms).toISOString()
}

test('all layouts of the specification mean 11 March 1994', () => {
  const times: [string, string][] = [
    ['2:30:47pm', '14:30:47'],
    ['14:30:47', '14:30:47'],
    ['2:30pm', '14:30:00'],
    ['14:30', '14:30:00'],
  ]
  const numeric = ['03-11-1994', '03/11/1994'].flatMap((date): [string, string][] => [
    [date, '00:00:00'],
    ...times.map(([text, time]): [string, string] => [`${date} ${text}`, time]),
  ])
  const layouts: [string, string][] = [
    ['1994-03-11T14:30:47-06:00', '14:30:47'],
    ['March 11, 1994 14:30', '14:30:00'],
    ['March 11, 1994', '00:00:00'],
    ['11 March 1994', '00:00:00'],
    ...numeric,
    ['1994-03-11 14:30', '14:30:00'],
    ['1994-03-11', '00:00:00'],
  ]
  expect(layouts).toHaveLength(16)
  for (const [text, time] of layouts) {
    expect(formatInstant(parseDateTime(text, { dateFormat: 'mdy', zone }) ?? 0, zone), text).toBe(
      `1994-03-11T${time}-06:00`,
    )
    expect(parseDate(text, 'mdy'), text).toBe('1994-03-11')
    expect(parseDayOfYear(text, 'mdy'), text).toBe('03-11')
  }
})

test('date_format decides numeric dates and no others', () => {
  for (const text of ['01/02/2014', '01-02-2014', '1/2/2014', '1-2-2014']) {
    expect(parseDate(text, 'mdy')).toBe('2014-01-02')
    expect(parseDate(text, 'dmy')).toBe('2014-02-01')
  }
  expect(parseDate('31/12/2014', 'mdy')).toBeNull()
  expect(parseDate('31/12/2014', 'dmy')).toBe('2014-12-31')
  expect(at('11/03/1994 2:30pm', 'dmy')).toBe('1994-03-11T20:30:00.000Z')
  for (const text of ['2014-01-02', '2014/01/02', 'January 2, 2014', '2 January 2014']) {
    expect([parseDate(text, 'mdy'), parseDate(text, 'dmy')]).toEqual(['2014-01-02', '2014-01-02'])
  }
})

test('common spellings of the same layouts are read too', () => {
  const spellings: [string, string][] = [
    ['1994-03-11T20:30:47Z', '1994-03-11T20:30:47.000Z'],
    ['1994-03-11t20:30:47z', '1994-03-11T20:30:47.000Z'],
    ['1994-03-11T14:30:47-0600', '1994-03-11T20:30:47.000Z'],
    ['1994-03-12T02:30:47+06', '1994-03-11T20:30:47.000Z'],
    ['1994-03-11T20:30:47.1239Z', '1994-03-11T20:30:47.123Z'],
    ['1994-03-11T20:30:47,5Z', '1994-03-11T20:30:47.500Z'],
    ['1994-03-11 20:30:47 UTC', '1994-03-11T20:30:47.000Z'],
    ['1994-03-11 20:30:47.047+00', '1994-03-11T20:30:47.047Z'],
    ['1994-03-11 14:30:47', '1994-03-11T20:30:47.000Z'],
    ['1994-3-11 2:30 PM', '1994-03-11T20:30:00.000Z'],
    ['3/11/1994, 2:30:47 PM', '1994-03-11T20:30:47.000Z'],
    ['MARCH 11 1994 2:30pm', '1994-03-11T20:30:00.000Z'],
    ['mar. 11, 1994', '1994-03-11T06:00:00.000Z'],
    ['Sept 9, 1994', '1994-09-09T05:00:00.000Z'],
    ['11-Mar-1994 14:30', '1994-03-11T20:30:00.000Z'],
    ['  11 Mar 1994\t', '1994-03-11T06:00:00.000Z'],
  ]
  for (const [text, instant] of spellings) expect(at(text), text).toBe(instant)
})

test('noon and midnight of the 12-hour clock', () => {
  expect(at('1994-03-11 12:00am')).toBe('1994-03-11T06:00:00.000Z')
  expect(at('1994-03-11 12:30pm')).toBe('1994-03-11T18:30:00.000Z')
  expect(at('1994-03-11 11:59 PM')).toBe('1994-03-12T05:59:00.000Z')
})

test('what is no date or no time of day is refused, never moved to another', () => {
  const dates =
    '2014-02-30 02/29/2014 04-31-2014 13/01/2014 00/10/2014 01/00/2014 2014-13-01 0000-01-01 10000-01-01 01/02/14 1/2/3'
  const words =
    'now today tomorrow yesterday epoch infinity -infinity allballs 1 2014 20141302 1394563847 March 12.31.1994 11.03.94 2014-W01-1 1.2.3.4 10.12.14.16'
  const times = [
    '24:00',
    '23:60',
    '23:59:60',
    '13:00pm',
    '0:30am',
    '14:30pm',
    '7',
    '7pm',
    '7:5',
    '14:30:',
    '14:30:47.',
    '14:30:4',
    '14.30',
  ]
  const zoned = [
    '14:30+16:00',
    '14:30+05:60',
    '14:30 XYZ',
    '14:30 CET',
    '14:30 America/Chicago',
    '14:30 +',
    '14:30Z Z',
  ]
  const broken = [
    '03-11/1994',
    '2014-01/02',
    '1994-03-11T',
    '1994-03-1114:30',
    'Marche 11, 1994',
    'Ma 11, 1994',
    '11 1994 March',
    '-1994-03-11',
  ]
  for (const text of ['', ' ', ...`${dates} ${words}`.split(' '), ...broken]) {
    expect(
      [at(text), parseDate(text, 'mdy'), parseDayOfYear(text.includes('11') ? '' : text, 'mdy')],
      text,
    ).toEqual([null, null, null])
  }
  for (const time of [...times, ...zoned])
    expect([at(`1994-03-11 ${time}`), parseDate(`1994-03-11 ${time}`, 'mdy')], time).toEqual([null, null])
  expect(at(`1994-03-11${' '.repeat(60)}14:30`)).toBeNull()
})

test('an instant outside the years 1 to 9999 is refused', () => {
  expect(at('0001-01-01T00:00:00Z')).toBe('0001-01-01T00:00:00.000Z')
  expect(at('0001-01-01T00:00:00+01:00')).toBeNull()
  expect(at('9999-12-31T23:59:59Z')).toBe('9999-12-31T23:59:59.000Z')
  expect(at('9999-12-31T23:59:59-01:00')).toBeNull()
})

test('a date field given a date and a time keeps the date as written', () => {
  expect(parseDate('1994-03-11T23:30:00-06:00', 'mdy')).toBe('1994-03-11')
  expect(parseDate('1994-03-11T00:30:00+14:00', 'mdy')).toBe('1994-03-11')
})

test('a day of the year needs no year', () => {
  for (const text of [
    '03-11',
    '3/11',
    '03/11',
    'March 11',
    'mar. 11',
    '11 March',
    '11-Mar',
    ' 11 mar ',
    '3/11/1994',
  ]) {
    expect(parseDayOfYear(text, 'mdy'), text).toBe('03-11')
  }
  expect(parseDayOfYear('03/11', 'dmy')).toBe('11-03')
  expect(parseDayOfYear('02-29', 'mdy')).toBe('02-29')
  expect(parseDayOfYear('29 February', 'dmy')).toBe('02-29')
  const refused = [
    '02-30',
    '13-01',
    '00-01',
    '04/31',
    '02-29-2014',
    '29 February 2014',
    'March',
    '11',
    '0311',
    'March 32',
    '3-11 14:30',
  ]
  for (const text of refused) expect(parseDayOfYear(text, 'mdy'), text).toBeNull()
})

test('begins_at is now, a UNIX time, or a time with or without a zone', () => {
  const begins = (text: string) => {
    const ms = parseBegins(text, { zone, nowMs: 1_234_567 })
    return ms === null ? null : new Date(ms).toISOString()
  }
  expect(parseBegins(' Now ', { zone, nowMs: 1_234_567 })).toBe(1_234_567)
  expect(begins('2015-01-22 11:10AM CST')).toBe('2015-01-22T17:10:00.000Z')
  expect(begins('2015-06-29 3:11PM')).toBe('2015-06-29T20:11:00.000Z')
  expect(begins('2015-06-29 3:11PM CST')).toBe('2015-06-29T21:11:00.000Z')
  expect(begins('2015-06-29')).toBe('2015-06-29T05:00:00.000Z')
  expect(begins('2015-03-09T10:34:04-05:00')).toBe('2015-03-09T15:34:04.000Z')
  expect(begins('1425915244')).toBe('2015-03-09T15:34:04.000Z')
  expect(begins('0')).toBe('1970-01-01T00:00:00.000Z')
  const hours: [string, number][] = [
    ['EST', 5],
    ['EDT', 4],
    ['CST', 6],
    ['CDT', 5],
    ['MST', 7],
    ['MDT', 6],
    ['PST', 8],
    ['PDT', 7],
    ['UTC', 0],
    ['GMT', 0],
    ['Z', 0],
  ]
  for (const [name, behind] of hours)
    expect(parseBegins(`2015-01-22 1:00 ${name}`, { zone, nowMs: 0 }), name).toBe(
      Date.UTC(2015, 0, 22, 1 + behind),
    )
  for (const text of ['', 'soon', 'now!', '20150122', '-1', '1.5', '1e9', '123456789012', '2015-01-22 CST'])
    expect(begins(text), text).toBeNull()
})

test('a printed instant is read back as itself', () => {
  const aZone = fc.constantFrom(
    'America/Chicago',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'UTC',
  )
  const aSecond = fc.integer({ min: Date.UTC(1700, 0) / 1000, max: Date.UTC(2300, 0) / 1000 })
  fc.assert(
    fc.property(aZone, aZone, aSecond, (zone, other, seconds) => {
      const text = formatInstant(seconds * 1000, zone)
      expect(parseDateTime(text, { dateFormat: 'dmy', zone: other })).toBe(seconds * 1000)
    }),
    { numRuns: 5000 },
  )
})

test('every day in every layout is read back as itself', () => {
  const months =
    'January February March April May June July August September October November December'.split(' ')
  const aDay = fc.integer({ min: -719_162, max: 2_932_896 })
  fc.assert(
    fc.property(aDay, (number) => {
      const date = new Date(number * 86_400_000).toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = date.split('-')
      const name = months[Number(month) - 1] ?? ''
      const layouts = [
        date,
        `${name} ${Number(day)}, ${year}`,
        `${day} ${name.slice(0, 3).toUpperCase()} ${year}`,
        `${Number(month)}/${Number(day)}/${year}`,
      ]
      for (const text of layouts) expect(parseDate(text, 'mdy'), text).toBe(date)
      expect(parseDate(`${day}-${month}-${year}`, 'dmy')).toBe(date)
    }),
    { numRuns: 2000 },
  )
})
