const written = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/

/** The `updated_at` of an answer: whole seconds, in any zone. null: it is something else. */
export function parseVersion(text: string): Date | null {
  if (!written.test(text)) return null
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms)
}
