import { dayMs, type LocalTime } from './calendar.ts'
import { instantFromLocal, offsetMinutesAt } from './zones.ts'

/** Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** `from` and `until` are `HH:MM`; null: the whole day. With `until` before `from`, the hours end on the next day. */
export type SendingHours = { days: readonly number[]; from: string | null; until: string | null }

/** More than the days between two openings, also if the clocks skip one. */
const daysAhead = 15

/**
 * Epoch milliseconds: `nowMs` within the hours, otherwise when they begin next. A time that the clocks skip is moved as
 * by `instantFromLocal`; of a repeated one, the hours begin and end at the earlier.
 */
export function nextOpening(hours: SendingHours, zone: string, nowMs: number): number {
  const today = Math.floor((nowMs + offsetMinutesAt(zone, nowMs) * 60_000) / dayMs)
  // Yesterday's hours may end today.
  for (let day = today - 1; day <= today + daysAhead; day += 1) {
    if (!hours.days.includes(weekdayOf(day))) continue
    const { beginsMs, endsMs } = hoursOf(hours, zone, day)
    if (endsMs > nowMs && endsMs > beginsMs) return Math.max(beginsMs, nowMs)
  }
  return nowMs + dayMs
}

/** 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function hoursOf({ from, until }: SendingHours, zone: string, day: number) {
  const begins = from ?? '00:00'
  const ends = until ?? '00:00'
  const endDay = ends <= begins ? day + 1 : day
  return { beginsMs: instantOf(day, begins, zone), endsMs: instantOf(endDay, ends, zone) }
}

function instantOf(day: number, time: string, zone: string): number {
  const local = new Date(day * dayMs + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000)
  return instantFromLocal(localTimeOf(local), zone)
}

/** @param text `2026-12-31 09:00:00`, without a zone. */
export function instantInZone(text: string, zone: string): number {
  return instantFromLocal(localTimeOf(new Date(`${text.replace(' ', 'T')}Z`)), zone)
}

/** `2026-12-31 09:00:00`, what the clocks of the zone show. */
export function localText(ms: number, zone: string): string {
  const local = new Date(ms + offsetMinutesAt(zone, ms) * 60_000).toISOString()
  return local.slice(0, 19).replace('T', ' ')
}

function localTimeOf(local: Date): LocalTime {
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: 0,
  }
}
