import type { FastifyBaseLogger } from 'fastify'
import { faultLogOf } from '../fault-log.ts'
import type { Bell } from './bell.ts'

export type Loop<Piece> = {
  take: () => Promise<Piece | null>
  run: (piece: Piece, stop: AbortSignal) => Promise<void>
  /** null if unknown. */
  secondsToNext: () => Promise<number | null>
}

/** In case a notification is lost. */
const pollSecondsMax = 5
const pollSecondsMin = 0.05
const faultSecondsMax = 10

/** Runs until `stop` aborts. */
export async function runLoop<Piece>(
  loop: Loop<Piece>,
  bell: Bell,
  log: FastifyBaseLogger,
  stop: AbortSignal,
): Promise<void> {
  const faultLog = faultLogOf(log)
  let faults = 0
  while (!stop.aborted) {
    // A notification that arrives during the look may be about work that the look does not see.
    const heard = bell.rings()
    try {
      const piece = await loop.take()
      if (faults > 0) faultLog.recovered()
      faults = 0
      if (piece !== null) await loop.run(piece, stop)
      else await bell.wait((await sleepSeconds(loop)) * 1000, stop, heard)
    } catch (error) {
      faults += 1
      faultLog.note(error)
      await bell.wait(Math.min(2 ** faults * 0.25, faultSecondsMax) * 1000, stop)
    }
  }
}

async function sleepSeconds<Piece>(loop: Loop<Piece>): Promise<number> {
  const seconds = (await loop.secondsToNext()) ?? pollSecondsMax
  return Math.min(Math.max(seconds, pollSecondsMin), pollSecondsMax)
}
