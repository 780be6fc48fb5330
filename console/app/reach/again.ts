import { ApiFailure } from '../../../src/client/api.ts'

/** Longer waits are shown as a failure, with its sentence and a button. */
const waitMaxMs = 10_000

/**
 * Whether a query is asked again: if the connection was lost, or if the server is busy for a short time. A refusal stays a
 * refusal, and a call that took too long (500) would take as long again.
 * @param failures before this one
 */
export function isAskedAgain(failures: number, error: unknown): boolean {
  if (failures >= 3) return false
  if (!(error instanceof ApiFailure)) return true
  const isBusy = error.status === 429 || error.status === 503
  return isBusy && (error.waitMs ?? 0) <= waitMaxMs
}

/** As long as the server asks for; otherwise 1, 2 and 4 s. */
export function waitBeforeMs(failures: number, error: unknown): number {
  const asked = error instanceof ApiFailure ? error.waitMs : null
  return asked ?? 1_000 * 2 ** failures
}
