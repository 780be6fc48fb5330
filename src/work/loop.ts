import type { FastifyBaseLogger } from 'fastify'
import type { Bell } from './wake.ts'

/** One kind of background work: take a piece, do it, again; asleep while there is none. */
export type Loop<Piece> = {
  /** Claims the next piece, or null when there is none. */
  take: () => Promise<Piece | null>
  run: (piece: Piece, stop: AbortSignal) => Promise<void>
  /** Seconds until a piece may be there; null when nobody knows. */
  secondsToNext: () => Promise<number | null>
}

/** The longest sleep: whatever notification was lost, work is found within this time. */
const pollSecondsMax = 5
const pollSecondsMin = 0.05
const faultSecondsMax = 10

/** Runs until `stop` aborts. Faults of the database are logged and waited out, longer each time. */
export async function runLoop<Piece>(
  loop: Loop<Piece>,
  bell: Bell,
  log: FastifyBaseLogger,
  stop: AbortSignal,
): Promise<void> {
  let faults = 0
  while (!stop.aborted) {
    try {
      const piece = await loop.take()
      faults = 0
      if (piece !== null) await loop.run(piece, stop)
      else await bell.wait((await sleepSeconds(loop)) * 1000, stop)
    } catch (error) {
      faults += 1
      log.error({ err: error }, 'background task failed; will retry')
      await bell.wait(Math.min(2 ** faults * 0.25, faultSecondsMax) * 1000, stop)
    }
  }
}

async function sleepSeconds<Piece>(loop: Loop<Piece>): Promise<number> {
  const seconds = (await loop.secondsToNext()) ?? pollSecondsMax
  return Math.min(Math.max(seconds, pollSecondsMin), pollSecondsMax)
}
