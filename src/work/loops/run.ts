import type { FastifyBaseLogger } from 'fastify'
import type { Due } from '../../database/lease.ts'
import { faultLogOf } from '../fault-log.ts'
import type { Queue } from './poller.ts'

export type Loop<Piece> = {
  take: () => Promise<Piece | null>
  run: (piece: Piece, stop: AbortSignal) => Promise<void>
}

/** Of work that is in the database. */
export type DueLoop<Piece> = Loop<Piece> & { due: Due }

const faultSecondsMax = 10

/** Runs until `stop` aborts. */
export async function runLoop<Piece>(
  loop: Loop<Piece>,
  queue: Queue,
  log: FastifyBaseLogger,
  stop: AbortSignal,
): Promise<void> {
  const faultLog = faultLogOf(log)
  let faults = 0
  while (!stop.aborted) {
    // A notification that arrives during the look may be about work that the look does not see.
    const heard = queue.bell.rings()
    try {
      const piece = await loop.take()
      if (faults > 0) faultLog.recovered()
      faults = 0
      if (piece === null) await queue.rest(stop, heard)
      else {
        queue.worked()
        await loop.run(piece, stop)
      }
    } catch (error) {
      faults += 1
      faultLog.note(error)
      await queue.bell.wait(Math.min(2 ** faults * 0.25, faultSecondsMax) * 1000, stop)
    }
  }
}
