/** Calendar days as texts, such as 2026-05-03. */

const dayMs = 86_400_000

export type View = 'month' | 'week'

export function plus(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** The Monday on or before the day. */
export function mondayOf(day: string): string {
  return plus(day, -((new Date(day).getUTCDay() + 6) % 7))
}

/** The weeks that a view shows, each from its Monday: one, or those that the month touches. */
export function weeksOf(day: string, view: View): string[][] {
  const month = day.slice(0, 7)
  const first = mondayOf(view === 'week' ? day : `${month}-01`)
  const weeks: string[][] = []
  for (let monday = first; weeks.length === 0 || (view === 'month' && monday.slice(0, 7) <= month);) {
    weeks.push(Array.from({ length: 7 }, (_, at) => plus(monday, at)))
    monday = plus(monday, 7)
  }
  return weeks
}

/** The view before or after. */
export function turned(day: string, view: View, by: -1 | 1): string {
  if (view === 'week') return plus(day, 7 * by)
  const first = `${day.slice(0, 7)}-01`
  return by === 1 ? `${plus(first, 31).slice(0, 7)}-01` : `${plus(first, -1).slice(0, 7)}-01`
}

/** `2026-05-03T09:00`, as a clock on the wall of the zone shows it. */
export function wallTime(instant: string | Date, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(instant))
    .replace(' ', 'T')
}
