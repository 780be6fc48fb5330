import { dayMs, type LocalTime } from '../times/calendar.ts'
import { instantFromLocal, offsetMinutesAt } from '../times/zones.ts'

export const waitUnits = ['minutes', 'hours', 'days', 'weeks'] as const

export type Wait = {
  wait_amount: number
  wait_unit: (typeof waitUnits)[number]
  /** `HH:MM` in the organization's time zone. null: any time of day. */
  wait_time: string | null
  /** 1 (Monday) to 7. None: any day. */
  wait_weekdays: readonly number[]
}

const minuteMs = 60_000

/**
 * When a wait that begins at `fromMs` is over. Minutes and hours are exact; days and weeks keep the time of day. Then comes
 * the first moment that has the time of day on one of the weekdays: a time that the clocks skip is later by the gap, one
 * that they repeat is the first of the two.
 */
export function dueAfter(wait: Wait, fromMs: number, zone: string): number {
  const startMs = afterAmount(wait, fromMs, zone)
  const { wait_time: time, wait_weekdays: weekdays } = wait
  if (time === null && weekdays.length === 0) return startMs
  const firstDay = Math.floor(localOf(startMs, zone) / dayMs)
  // A week and two days: the first day can be over, and so can its repetition a week later where clocks change.
  for (let day = firstDay; day < firstDay + 10; day += 1) {
    if (weekdays.length > 0 && !weekdays.includes(weekdayOf(day))) continue
    const isStart = time === null && day === firstDay
    const dueMs = isStart ? startMs : instantOf(day * dayMs + minutesOf(time) * minuteMs, zone)
    if (dueMs >= startMs) return dueMs
  }
  throw new Error('a wait has no end')
}

function afterAmount({ wait_amount: amount, wait_unit: unit }: Wait, fromMs: number, zone: string): number {
  if (amount === 0) return fromMs
  if (unit === 'minutes') return fromMs + amount * minuteMs
  if (unit === 'hours') return fromMs + amount * 60 * minuteMs
  const days = unit === 'days' ? amount : amount * 7
  return Math.max(fromMs, instantOf(localOf(fromMs, zone) + days * dayMs, zone))
}

function minutesOf(time: string | null): number {
  const [hours = 0, minutes = 0] = (time ?? '00:00').split(':').map(Number)
  return hours * 60 + minutes
}

/** Days since 1970-01-01, a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** Milliseconds on the wall clock of the zone. */
function localOf(ms: number, zone: string): number {
  return ms + offsetMinutesAt(zone, ms) * minuteMs
}

function instantOf(wallMs: number, zone: string): number {
  const wall = new Date(wallMs)
  const time: LocalTime = {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
    millisecond: wall.getUTCMilliseconds(),
  }
  return instantFromLocal(time, zone)
}
