import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { createRandom } from '../../../bench/data.ts'
import { byDay } from '../../../test/harness/night.ts'
import { instantInZone, localText, nextOpening } from './hours.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
]

/** Epoch milliseconds by luxon: a skipped time is moved forward, of a repeated one it is the earlier. */
function modelInstant(date: DateTime, time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const at = DateTime.fromObject(
    { year: date.year, month: date.month, day: date.day, hour, minute },
    { zone: date.zone },
  )
  const earlier = at.getPossibleOffsets().map((one) => one.toMillis())
  return Math.min(at.toMillis(), ...earlier)
}

type Hours = Parameters<typeof nextOpening>[0]

/** Looks at each day for itself. */
function modelOpening({ days, from, until }: Hours, zone: string, nowMs: number): number {
  const now = DateTime.fromMillis(nowMs, { zone })
  const openings = Array.from({ length: 12 }, (_, index) => now.startOf('day').plus({ days: index - 1 }))
    .filter((date) => days.includes(date.weekday))
    .map((date) => {
      const start = from ?? '00:00'
      const end = until ?? '00:00'
      return [
        modelInstant(date, start),
        modelInstant(end <= start ? date.plus({ days: 1 }) : date, end),
      ] as const
    })
    .filter(([begins, ends]) => ends > nowMs && ends > begins)
    .map(([begins]) => Math.max(begins, nowMs))
  return Math.min(...openings)
}

test('hours open when luxon says so, in any zone, also where clocks change', () => {
  const random = createRandom(5)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const time = () => `${String(Math.floor(random() * 24)).padStart(2, '0')}:${pick(['00', '15', '30', '45'])}`
  for (let round = 0; round < byDay(600, 200_000); round += 1) {
    const zone = pick(zones)
    // Half of them near a change of the clocks, and hours in the night.
    const isNear = random() < 0.5
    const change = pick(['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'])
    const nowMs = isNear
      ? Date.parse(change) + Math.floor((random() - 0.5) * 3 * 86_400) * 1000
      : Date.UTC(2026, 0, 1) + Math.floor(random() * 365 * 86_400) * 1000
    const isWhole = random() < 0.1
    const from = isWhole ? null : isNear ? pick(['01:30', '02:00', '02:15', '02:30', '03:00']) : time()
    const until = isWhole ? null : pick([time(), '02:45', '03:15'])
    if (from !== null && from === until) continue
    const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random() < 0.6)
    if (days.length === 0) days.push(3)
    const hours = { days, from, until }
    const said = nextOpening(hours, zone, nowMs)
    expect(said, `${JSON.stringify(hours)} ${zone} ${nowMs}`).toBe(modelOpening(hours, zone, nowMs))
    expect(nextOpening(hours, zone, said), 'it is open then').toBe(said)
  }
})

test('a local time is the same on the clocks of each zone; skipped and repeated ones are resolved', () => {
  expect(instantInZone('2026-06-01 09:00:00', 'Asia/Kolkata')).toBe(Date.UTC(2026, 5, 1, 3, 30))
  expect(instantInZone('2026-06-01 09:00:00', 'America/New_York')).toBe(Date.UTC(2026, 5, 1, 13))
  expect(instantInZone('2026-03-29 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  expect(instantInZone('2026-10-25 02:30:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30))
  for (const zone of zones) {
    const ms = Date.UTC(2026, 6, 14, 7, 20, 5)
    expect(instantInZone(localText(ms, zone), zone)).toBe(ms)
    expect(localText(ms, zone)).toBe(DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm:ss'))
  }
})
