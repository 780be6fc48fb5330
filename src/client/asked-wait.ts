/** A wait that a server asks for is kept up to this long. */
const askedWaitMaxMs = 60_000

/** What `Retry-After` asks to wait before a repetition; null without one. */
export function askedWaitMs({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, askedWaitMaxMs) : null
}
