import { invalid } from '../contract/api/errors.ts'
import { beginsMax, parseBegins } from '../contract/times/instants.ts'

/** Of an import or export. @returns null for now: the database's clock sets the time. */
export function beginsAt(given: string | number | null | undefined, zone: string): Date | null {
  if (given === undefined || given === null || given === '') return null
  const text = String(given)
  if (text.trim().toLowerCase() === 'now') return null
  const ms = parseBegins(text, { zone, nowMs: Date.now() })
  if (ms === null) throw invalid('begins_at must look like 2026-12-31 09:00, 2026-12-31T09:00:00Z or now')
  if (ms >= beginsMax) throw invalid('begins_at must be before the year 9999')
  return new Date(ms)
}
