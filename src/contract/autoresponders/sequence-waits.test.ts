import { expect, test } from 'vitest'
import { byDay } from '../../../test/harness/night.ts'
import { createRandom } from '../../../bench/data.ts'
import { dueAfter, waitUnits, type Wait } from './sequence-waits.ts'

const none = { wait_amount: 0, wait_unit: 'days', wait_time: null, wait_weekdays: [] } as const

function due(wait: Partial<Wait>, from: string, zone = 'Europe/Berlin'): string {
  return new Date(dueAfter({ ...none, ...wait }, Date.parse(from), zone)).toISOString()
}

test.each([
  ['nothing to wait for', {}, '2026-05-04T10:00:00Z', '2026-05-04T10:00:00.000Z'],
  [
    'hours are exact where clocks change',
    { wait_amount: 24, wait_unit: 'hours' as const },
    '2026-03-28T12:00:00Z',
    '2026-03-29T12:00:00.000Z',
  ],
  ['days keep the time of day', { wait_amount: 1 }, '2026-03-28T12:00:00Z', '2026-03-29T11:00:00.000Z'],
  [
    'weeks keep it, too',
    { wait_amount: 1, wait_unit: 'weeks' as const },
    '2026-10-20T12:00:00Z',
    '2026-10-27T13:00:00.000Z',
  ],
  [
    'a time of day that is still to come',
    { wait_time: '15:00' },
    '2026-05-04T10:00:00Z',
    '2026-05-04T13:00:00.000Z',
  ],
  [
    'a time of day that is over comes the next day',
    { wait_time: '09:00' },
    '2026-05-04T10:00:00Z',
    '2026-05-05T07:00:00.000Z',
  ],
  [
    'a time that the clocks skip is later by the gap',
    { wait_time: '02:30' },
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:30:00.000Z',
  ],
  [
    'of a time that they repeat, the first',
    { wait_time: '02:30' },
    '2026-10-24T12:00:00Z',
    '2026-10-25T00:30:00.000Z',
  ],
  [
    'after the first of the two, the next day',
    { wait_time: '02:30' },
    '2026-10-25T00:45:00Z',
    '2026-10-26T01:30:00.000Z',
  ],
  [
    'a weekday begins at midnight',
    { wait_weekdays: [1] },
    '2026-05-05T10:00:00Z',
    '2026-05-10T22:00:00.000Z',
  ],
  [
    'on the weekday itself: at once',
    { wait_weekdays: [1] },
    '2026-05-04T10:00:00Z',
    '2026-05-04T10:00:00.000Z',
  ],
  [
    'after a day, on a working day at nine',
    { wait_amount: 1, wait_time: '09:00', wait_weekdays: [1, 2, 3, 4, 5] },
    '2026-05-08T10:00:00Z',
    '2026-05-11T07:00:00.000Z',
  ],
])('%s', (_, wait, from, expected) => {
  expect(due(wait, from)).toBe(expected)
})

/** Walks minute by minute and reads the wall clock as people do. */
function firstMinute(wait: Wait, startMs: number, zone: string): number | null {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  for (let ms = startMs; ms < startMs + 9 * 86_400_000; ms += 60_000) {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const isDay =
      wait.wait_weekdays.length === 0 ||
      wait.wait_weekdays.includes(names.indexOf(parts['weekday'] ?? '') + 1)
    if (isDay && (wait.wait_time === null || `${parts['hour']}:${parts['minute']}` === wait.wait_time))
      return ms
  }
  return null
}

test('a walk along the wall clock, minute by minute, comes to the same moment', () => {
  const random = createRandom(53)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'UTC',
    'America/Santiago',
  ]
  for (let round = 0; round < byDay(8, 1500); round += 1) {
    const zone = pick(zones)
    // Around the changes of the clocks, on full minutes.
    const fromMs = Date.UTC(
      2026,
      pick([2, 3, 8, 9, 10]),
      1 + Math.floor(random() * 30),
      0,
      Math.floor(random() * 1440),
    )
    const wait: Wait = {
      wait_amount: Math.floor(random() * 30),
      wait_unit: pick(waitUnits.slice(0, 2)),
      // Not a time that a change of the clocks can skip or repeat: the cases above have them.
      wait_time: random() < 0.3 ? null : pick(['09:00', '23:59', '12:30', '05:15']),
      wait_weekdays: [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.3),
    }
    const startMs = fromMs + wait.wait_amount * (wait.wait_unit === 'hours' ? 3_600_000 : 60_000)
    const found = firstMinute(wait, startMs, zone)
    expect({ wait, zone, from: new Date(fromMs), ms: dueAfter(wait, fromMs, zone) }).toEqual({
      wait,
      zone,
      from: new Date(fromMs),
      ms: found,
    })
  }
})
