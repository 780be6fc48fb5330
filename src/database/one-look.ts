import { setTimeout } from 'node:timers/promises'

type Look<Result> = {
  look: () => Promise<Result>
  /** How long a caller waits; the look itself may take longer. */
  waitMs: number
  /** How long a result is shared after the look has ended. */
  freshMs: number
  onSuccess?: () => void
  onFailure?: (error: unknown) => void
}

/**
 * Shares the result of a look at the database that is running or has just ended: at most one runs at a time, however
 * often it is asked for and however long the database does not answer.
 */
export function oneLook<Result>({
  look,
  waitMs,
  freshMs,
  onSuccess,
  onFailure,
}: Look<Result>): () => Promise<Result> {
  let last: { result: Promise<Result>; endedMs: number } | undefined
  const begin = () => {
    const running = look()
    // A look that timed out may still wait for the database: the next one starts only when it has ended.
    const begun = { result: Promise.race([running, giveUp(waitMs)]), endedMs: Infinity }
    const end = () => {
      begun.endedMs = performance.now()
    }
    running.then(end, end)
    begun.result.then(
      () => onSuccess?.(),
      (error: unknown) => onFailure?.(error),
    )
    return begun
  }
  return () => {
    if (last === undefined || performance.now() - last.endedMs > freshMs) last = begin()
    return last.result
  }
}

async function giveUp(waitMs: number): Promise<never> {
  await setTimeout(waitMs, undefined, { ref: false })
  const message = `The database has not answered for ${waitMs} ms.`
  throw Object.assign(new Error(message), { code: 'NO_ANSWER' })
}
