import { describe, expect, test } from 'vitest'
import { formatZoneName, parseZoneName, standardOffsetSeconds } from './zone-names.ts'

const winter = Date.UTC(2026, 0, 15)
const summer = Date.UTC(2026, 6, 15)

function shown(text: string, nowMs = winter): string | null {
  const zone = parseZoneName(text)
  return zone === null ? null : formatZoneName(zone, nowMs)
}

describe('a time zone name', () => {
  test.each([
    ['(GMT-06:00) Central Time (US & Canada)', 'America/Chicago'],
    ['(GMT-05:00) Central Time (US & Canada)', 'America/Chicago'],
    ['Central Time (US & Canada)', 'America/Chicago'],
    ['central time (us & canada)', 'America/Chicago'],
    [' America/Chicago ', 'America/Chicago'],
    ['america/chicago', 'America/Chicago'],
    ['(GMT+05:30) New Delhi', 'Asia/Kolkata'],
    ["(GMT+13:00) Nuku'alofa", 'Pacific/Tongatapu'],
    ['UTC', 'UTC'],
    ['(GMT+00:00) UTC', 'UTC'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
  ])('is read: %s', (text, zone) => {
    expect(parseZoneName(text)?.zone).toBe(zone)
  })

  test.each(['', 'Middle Earth', '(GMT-06:00)', '(GMT-06:00) ', '+05:30', 'constructor', '__proto__', 'CST'])(
    'that is none is refused: %s',
    (text) => {
      expect(parseZoneName(text)).toBeNull()
    },
  )

  test('is shown as the label it was given by, with the standard offset in summer too', () => {
    expect(shown('Central Time (US & Canada)')).toBe('(GMT-06:00) Central Time (US & Canada)')
    expect(shown('Central Time (US & Canada)', summer)).toBe('(GMT-06:00) Central Time (US & Canada)')
    expect(shown('Sydney', winter)).toBe('(GMT+10:00) Sydney')
    expect(shown('Quito')).toBe('(GMT-05:00) Quito')
    expect(shown('Mumbai')).toBe('(GMT+05:30) Mumbai')
    expect(shown('Newfoundland', summer)).toBe('(GMT-03:30) Newfoundland')
  })

  test('given as IANA name is shown as the label of that zone, where Rails has one', () => {
    expect(shown('America/New_York')).toBe('(GMT-05:00) Eastern Time (US & Canada)')
    expect(shown('Europe/London', summer)).toBe('(GMT+00:00) London')
    expect(shown('America/Mexico_City')).toBe('(GMT-06:00) Mexico City')
    expect(shown('Asia/Calcutta')).toBe('(GMT+05:30) Chennai')
    expect(shown('Asia/Kolkata')).toBe('(GMT+05:30) Kolkata')
    expect(shown('UTC')).toBe('(GMT+00:00) UTC')
    expect(shown('America/Anchorage')).toBe('America/Anchorage')
  })
})

test('the standard offset is in seconds, on both halves of the world', () => {
  expect(standardOffsetSeconds('America/Chicago', summer)).toBe(-21_600)
  expect(standardOffsetSeconds('Australia/Sydney', winter)).toBe(36_000)
  expect(standardOffsetSeconds('Asia/Kathmandu', winter)).toBe(20_700)
  expect(standardOffsetSeconds('UTC', winter)).toBe(0)
})
