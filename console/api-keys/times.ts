const dayMs = 86_400_000

export function isPast(time: string): boolean {
  return Date.parse(time) <= Date.now()
}

/** @returns the time after this many days; null for `never`. */
export function inDays(days: string): string | null {
  return days === 'never' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString()
}
