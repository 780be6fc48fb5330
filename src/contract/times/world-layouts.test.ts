import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { readTime } from '../../../test/harness/oracle/cells.ts'
import { ambiguityOf, parseDate, parseDateTime, parseDayOfYear } from './instants.ts'
import { isBirthday, latestDay } from './short-years.ts'
import { isNoDate } from './world-layouts.ts'

const today = '2026-11-29'
const latest = latestDay('Customer since', today)
const both = (text: string, until = latest) => [parseDate(text, 'mdy', until), parseDate(text, 'dmy', until)]

test.each([
  '8.11.1948',
  '08.11.1948',
  '8. 11. 1948',
  '08.11.1948.',
  '08.11.1948 r.',
  ' 08.11.48 ',
  '8. November 1948',
  '8. Nov. 1948',
  '08-Nov-48',
  "8 Nov '48",
  '8th November 1948',
  'November 8th, 1948',
  'Nov-08-1948',
  'Sunday, November 8, 1948',
  'Montag, 8. November 1948',
  '8 novembre 1948',
  '8 de noviembre de 1948',
  '8 de novembro de 1948',
  'poniedziałek, 8 listopada 1948',
  '8 listopada 1948 r.',
  '8 lis 1948',
  '8 november 1948',
  '1948.11.08',
  '1948. 11. 8.',
  '1948-Nov-08',
  '1948年11月8日',
  '１９４８年１１月８日',
  '昭和23年11月8日',
  '昭和２３年１１月８日',
  'S23.11.8',
  '8.11.1948 г.',
  '8 ноября 1948 г.',
  'le 8 novembre 1948',
  'am 8. November 1948',
  '1948, November 8',
  '1948 11 08',
  '19481108',
])('under either date_format %s is 8 November 1948', (text) => {
  expect(both(text)).toEqual(['1948-11-08', '1948-11-08'])
})

test.each([
  ['\u200e8/\u200e11/\u200e1948', '1948-11-08'],
  ['٨/١١/١٩٤٨', '1948-11-08'],
])('marks of direction and digits of Arabic change no date: %j', (text, date) => {
  expect(parseDate(text, 'dmy', latest)).toBe(date)
})

test.each('en de fr es it pt nl pl ru uk cs sk sv da nb fi hu tr ro ja ko zh'.split(' '))(
  'a date in words is read as the rules of %s write it',
  (language) => {
    for (let month = 1; month <= 12; month++) {
      const day = new Date(Date.UTC(1990, month - 1, 8))
      const text = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
      expect(parseDate(text, 'dmy', latest), text).toBe(day.toISOString().slice(0, 10))
    }
  },
)

test.each([
  ['1er janvier 1990', '1990-01-01'],
  ['1º de março de 1990', '1990-03-01'],
  ['3. März 1990', '1990-03-03'],
  ['3 Mrz 1990', '1990-03-03'],
  ['12 août 1990', '1990-08-12'],
  ['24 déc. 1990', '1990-12-24'],
  ['5 mei 1990', '1990-05-05'],
  ['5 maggio 1990', '1990-05-05'],
  ['5 września 1990', '1990-09-05'],
  ['30 paź 1990', '1990-10-30'],
  ['29 lutego 2000', '2000-02-29'],
])('months have the names of eight languages: %s', (text, date) => {
  expect(both(text)).toEqual([date, date])
})

test.each([
  ['平成元年1月8日', '1989-01-08'],
  ['令和6/2/29', '2024-02-29'],
  ['H2.5.1', '1990-05-01'],
])('years of Japanese eras count from the first: %s', (text, date) => {
  expect(both(text)).toEqual([date, date])
})

test.each(['31–12–1999', '31‐12‐1999', '31−12−1999', '31 12 1999'])('%s is the last day of 1999', (text) => {
  expect(parseDate(text, 'dmy', latest)).toBe('1999-12-31')
})

test.each([
  '31.12.1999 21.05',
  '31.12.1999 21h05',
  '31. Dezember 1999 um 21:05 Uhr',
  '31/12/1999 09:05 p. m.',
  'Fri Dec 31 1999 21:05:00 GMT+0000 (Coordinated Universal Time)',
  '1999-12-31 9:05 p.m.',
])('%s is five past nine in the evening', (text) => {
  expect(parseDateTime(text, { dateFormat: 'dmy', zone: 'UTC', latest })).toBe(Date.UTC(1999, 11, 31, 21, 5))
})

test('months that luxon writes in the eight languages are read back', () => {
  for (const locale of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt']) {
    for (let month = 1; month <= 12; month += 1) {
      const day = DateTime.utc(1990, month, 9, { locale })
      for (const format of [
        'd MMMM yyyy',
        'd. MMMM yyyy',
        'd MMM yyyy',
        'd LLLL yyyy',
        'cccc, d MMMM yyyy',
      ]) {
        expect(both(day.toFormat(format)), day.toFormat(format)).toEqual([day.toISODate(), day.toISODate()])
      }
    }
  }
})

test('two digits are the nearest year of the last hundred and the next ten, for birthdays one in the past', () => {
  expect(
    ['12/31/99', '12/31/36', '12/31/37', '1/2/00'].map((text) => parseDate(text, 'mdy', latest)),
  ).toEqual(['1999-12-31', '2036-12-31', '1937-12-31', '2000-01-02'])
  expect(parseDate('31/12/99', 'dmy', latest)).toBe('1999-12-31')
  const born = latestDay('Geburtsdatum', today)
  expect(['29.11.26', '30.11.26', '1.1.27', '8.11.48'].map((text) => parseDate(text, 'dmy', born))).toEqual([
    '2026-11-29',
    '1926-11-30',
    '1927-01-01',
    '1948-11-08',
  ])
  expect(parseDate('29.02.23', 'dmy', born)).toBeNull()
})

test.each([
  'Birthday',
  'date_of_birth',
  'DOB',
  'Geburtstag',
  'Date de naissance',
  'Data urodzenia',
  'Cumpleaños',
])('%s is a birthday', (title) => {
  expect(isBirthday(title)).toBe(true)
})

test('a time of the API never has a year of two digits', () => {
  for (const text of ['1.2.27', '1/2/27 09:00', '1 Feb 27'])
    expect(parseDateTime(text, { dateFormat: 'mdy', zone: 'UTC' }), text).toBeNull()
})

test.each([
  '32.1.1990',
  '12.31.1990',
  '31.4.1990',
  '29.2.2023',
  '8.11.948',
  '8.11.19480',
  '1.2.3.4',
  '8.11',
  '8 foo 1990',
  'circa, 8 Nov 1990',
  '8.11.1948 25:00',
  '8.11.1948 x',
  'Nov 1948',
  '1990年13月1日',
])('%s is no date', (text) => {
  expect(both(text)).toEqual([null, null])
})

test('a time may follow', () => {
  const at = (text: string) => {
    const ms = parseDateTime(text, { dateFormat: 'mdy', zone: 'Europe/Berlin', latest })
    return ms === null ? null : new Date(ms).toISOString()
  }
  expect(at('8.11.1998 14:30')).toBe('1998-11-08T13:30:00.000Z')
  expect(at('8.11.98, 14:30:15 Uhr')).toBe('1998-11-08T13:30:15.000Z')
  expect(at('8 listopada 1998 r., 14:30')).toBe('1998-11-08T13:30:00.000Z')
  expect(at('1998年11月8日 14:30')).toBe('1998-11-08T13:30:00.000Z')
  expect(at('Sun, 08 Nov 1998 14:30:00 +0000')).toBe('1998-11-08T14:30:00.000Z')
})

test('days of the year have dots and names, too', () => {
  for (const text of [
    '8.11.',
    '8.11',
    '8. 11.',
    '8. November',
    '8 listopada',
    'November 8th',
    '--11-08',
    '11月8日',
  ])
    expect([parseDayOfYear(text, 'mdy'), parseDayOfYear(text, 'dmy')], text).toEqual(['11-08', '11-08'])
  for (const text of ['31.4.', '8.13.', 'listopada', '--13-01'])
    expect(parseDayOfYear(text, 'mdy'), text).toBeNull()
})

test('what programs write for a missing date is none', () => {
  const zeros =
    '0/0/00|00-00-0000|0000-00-00|00.00.0000|0000-00-00 00:00:00|0/0/0000|1/0/1900|00.01.1900| 0/0/00 |00/00'
  expect(zeros.split('|').filter((text) => !isNoDate(text))).toEqual(['00/00'])
  for (const text of ['0', '0.0', '00:00', '01-01-1900', '1/1/1900', '0001-01-01', '10.10.00'])
    expect(isNoDate(text), text).toBe(false)
})

test('every layout of the specification means what another library reads, whatever else is read', () => {
  const aDay = fc.date({
    min: new Date(Date.UTC(1, 0, 1)),
    max: new Date(Date.UTC(9999, 11, 31)),
    noInvalidDate: true,
  })
  const aClock = fc.constantFrom('', ' HH:mm', ' HH:mm:ss', ' h:mma', ' h:mm:ssa')
  const numeric = fc.constantFrom('MM-dd-yyyy', 'MM/dd/yyyy', 'dd-MM-yyyy', 'dd/MM/yyyy')
  const aLayout = fc.oneof(
    fc.tuple(numeric, aClock).map(([date, clock]) => date + clock),
    fc.constantFrom('MMMM d, yyyy', 'MMMM d, yyyy HH:mm', 'd MMMM yyyy', 'yyyy-MM-dd', 'yyyy-MM-dd HH:mm'),
  )
  fc.assert(
    fc.property(aDay, aLayout, fc.constantFrom('mdy', 'dmy'), (date, layout, dateFormat) => {
      const text = DateTime.fromJSDate(date, { zone: 'utc' }).toFormat(layout, { locale: 'en-US' })
      const ms = parseDateTime(text, { dateFormat, zone: 'UTC', latest })
      expect(ms === null ? undefined : new Date(ms).toISOString(), text).toBe(readTime(text, { dateFormat }))
    }),
    { numRuns: 2000 },
  )
})

test('a date whose month and day can be exchanged is named with what was read', () => {
  expect(ambiguityOf('begins_at', '01/06/2027 09:00')).toBe(
    'begins_at 01/06/2027 was read with the month first, as 2027-01-06; write dates as YYYY-MM-DD',
  )
  for (const text of ['13/01/2027', '01/13/2027', '5/5/2027', '2027-01-06', '6.1.2027', 'now', '01/06/20270'])
    expect(ambiguityOf('begins_at', text), text).toBeNull()
})
