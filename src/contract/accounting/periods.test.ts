import { describe, expect, test } from 'vitest'
import { checkQuery } from '../api/problems.ts'
import { formatDate } from '../times/calendar.ts'
import { reportQuery } from './messages-sent.ts'
import { lastAnniversary, localDateAt, periodBounds, readReportRange, type ReportForm } from './periods.ts'
import { formatInstant } from '../times/zones.ts'

const april2 = { year: 2026, month: 4, day: 2 }

const rangeOf = (query: Record<string, string>, form: ReportForm = 'daily', today = april2) => {
  const { start, end } = readReportRange(checkQuery(reportQuery, query), form, today)
  return [formatDate(start), formatDate(end)]
}

test.each(['daily', 'monthly'] as const)(
  'without dates a %s report covers this month and the two before it',
  (form) => {
    expect(rangeOf({}, form)).toEqual(['2026-02-01', '2026-04-30'])
    expect(rangeOf({}, form, { year: 2026, month: 1, day: 31 })).toEqual(['2025-11-01', '2026-01-31'])
    expect(rangeOf({}, form, { year: 2028, month: 2, day: 29 })).toEqual(['2027-12-01', '2028-02-29'])
    expect(rangeOf({}, form, { year: 2026, month: 12, day: 31 })).toEqual(['2026-10-01', '2026-12-31'])
  },
)

test('each date has its own default', () => {
  expect(rangeOf({ start_date: '2026-04-01' })).toEqual(['2026-04-01', '2026-04-30'])
  expect(rangeOf({ end_date: '2026-02-01' })).toEqual(['2026-02-01', '2026-02-01'])
})

test('the monthly form takes whole calendar months, the daily form the days as they are', () => {
  const query = { start_date: '2026-01-15', end_date: '2026-02-10' }
  expect(rangeOf(query, 'monthly')).toEqual(['2026-01-01', '2026-02-28'])
  expect(rangeOf(query, 'daily')).toEqual(['2026-01-15', '2026-02-10'])
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-1-1',
  '20260101',
  '01/01/2026',
  '',
  'now',
  '2026-01-01T00:00:00Z',
  '0001-01-01',
  '9999-12-31',
])('%j is no date of a report', (text) => {
  const problem = 'must be a date, YYYY-MM-DD, of the years 1980 to 9990'
  expect(() => rangeOf({ start_date: text })).toThrow(`start_date ${problem}`)
  expect(() => rangeOf({ end_date: text })).toThrow(`end_date ${problem}`)
})

test('the end is not before the start, and not more than 5 years after it', () => {
  expect(() => rangeOf({ start_date: '2026-03-02', end_date: '2026-03-01' })).toThrow(
    'end_date must not be before start_date',
  )
  expect(() => rangeOf({ start_date: '2020-03-02', end_date: '2025-03-03' })).toThrow(
    'end_date must be at most 5 years after start_date',
  )
  expect(rangeOf({ start_date: '2020-03-02', end_date: '2025-03-02' })).toEqual(['2020-03-02', '2025-03-02'])
  expect(() => rangeOf({ start_date: '2024-02-29', end_date: '2029-03-01' })).toThrow('at most 5 years')
  expect(rangeOf({ start_date: '2024-02-29', end_date: '2029-02-28' })[1]).toBe('2029-02-28')
})

describe('days', () => {
  const daysOf = (zone: string, start: string, end: string, form: ReportForm = 'daily') => {
    const query = checkQuery(reportQuery, { start_date: start, end_date: end })
    const range = readReportRange(query, form, april2)
    const bounds = periodBounds(range, form, zone)
    return bounds.slice(1).map((bound, index) => {
      const from = bounds[index] ?? 0
      return [formatInstant(from, zone), formatInstant(bound - 1000, zone), (bound - from) / 3_600_000]
    })
  }

  test('have 23 and 25 hours where clocks change', () => {
    expect(daysOf('America/Chicago', '2026-03-07', '2026-03-09')).toEqual([
      ['2026-03-07T00:00:00-06:00', '2026-03-07T23:59:59-06:00', 24],
      ['2026-03-08T00:00:00-06:00', '2026-03-08T23:59:59-05:00', 23],
      ['2026-03-09T00:00:00-05:00', '2026-03-09T23:59:59-05:00', 24],
    ])
    expect(daysOf('America/Chicago', '2026-11-01', '2026-11-01')).toEqual([
      ['2026-11-01T00:00:00-05:00', '2026-11-01T23:59:59-06:00', 25],
    ])
  })

  test('begin at 01:00 where clocks skip midnight, and end once where they repeat the hour before it', () => {
    expect(daysOf('America/Sao_Paulo', '2018-11-03', '2018-11-04')).toEqual([
      ['2018-11-03T00:00:00-03:00', '2018-11-03T23:59:59-03:00', 24],
      ['2018-11-04T01:00:00-02:00', '2018-11-04T23:59:59-02:00', 23],
    ])
    expect(daysOf('America/Sao_Paulo', '2018-02-17', '2018-02-18')).toEqual([
      ['2018-02-17T00:00:00-02:00', '2018-02-17T23:59:59-03:00', 25],
      ['2018-02-18T00:00:00-03:00', '2018-02-18T23:59:59-03:00', 24],
    ])
  })

  test('begin at quarters of an hour where offsets do', () => {
    expect(daysOf('Asia/Kathmandu', '2026-01-01', '2026-01-01')).toEqual([
      ['2026-01-01T00:00:00+05:45', '2026-01-01T23:59:59+05:45', 24],
    ])
  })

  test('make up months, across the end of a year', () => {
    expect(daysOf('Europe/Berlin', '2025-12-24', '2026-03-01', 'monthly')).toEqual([
      ['2025-12-01T00:00:00+01:00', '2025-12-31T23:59:59+01:00', 744],
      ['2026-01-01T00:00:00+01:00', '2026-01-31T23:59:59+01:00', 744],
      ['2026-02-01T00:00:00+01:00', '2026-02-28T23:59:59+01:00', 672],
      ['2026-03-01T00:00:00+01:00', '2026-03-31T23:59:59+02:00', 743],
    ])
  })
})

test('the day is the one of the zone', () => {
  const ms = Date.parse('2026-03-01T03:00:00Z')
  expect(formatDate(localDateAt(ms, 'America/Chicago'))).toBe('2026-02-28')
  expect(formatDate(localDateAt(ms, 'UTC'))).toBe('2026-03-01')
  expect(formatDate(localDateAt(Date.parse('2026-12-31T12:00:00Z'), 'Pacific/Kiritimati'))).toBe('2027-01-01')
})

test.each([
  // Anniversary day, now, start of the quota month.
  [1, '2026-03-01T06:00:00Z', '2026-03-01T00:00:00-06:00'],
  [1, '2026-03-01T05:59:59Z', '2026-02-01T00:00:00-06:00'],
  [28, '2026-02-28T12:00:00Z', '2026-02-28T00:00:00-06:00'],
  [28, '2026-02-27T12:00:00Z', '2026-01-28T00:00:00-06:00'],
  [29, '2026-02-28T12:00:00Z', '2026-02-28T00:00:00-06:00'],
  [29, '2028-02-28T12:00:00Z', '2028-01-29T00:00:00-06:00'],
  [31, '2026-01-30T12:00:00Z', '2025-12-31T00:00:00-06:00'],
  [31, '2026-02-27T12:00:00Z', '2026-01-31T00:00:00-06:00'],
  [31, '2026-02-28T12:00:00Z', '2026-02-28T00:00:00-06:00'],
  [31, '2026-03-30T12:00:00Z', '2026-02-28T00:00:00-06:00'],
  [31, '2028-03-30T12:00:00Z', '2028-02-29T00:00:00-06:00'],
  [31, '2026-03-31T12:00:00Z', '2026-03-31T00:00:00-05:00'],
  [31, '2026-05-01T12:00:00Z', '2026-04-30T00:00:00-05:00'],
])('with the anniversary day %i, at %s messages count from %s', (day, now, since) => {
  expect(formatInstant(lastAnniversary(day, 'America/Chicago', Date.parse(now)), 'America/Chicago')).toBe(
    since,
  )
})
