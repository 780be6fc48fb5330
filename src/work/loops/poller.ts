import type { FastifyBaseLogger } from 'fastify'
import { faultLogOf } from '../fault-log.ts'
import { createBell, type Bell } from './bell.ts'

/** What the loops of one kind of work wait by. */
export type Queue = {
  bell: Bell
  /** Until there may be work. @param heard the rings before the look that has found none. */
  rest: (stop: AbortSignal, heard: number) => Promise<void>
  /** A look has found work. */
  worked: () => void
}

/** In case a notification is lost. */
const pollSecondsMax = 5
const pollSecondsMin = 0.05

/** For work that is not in the database: a loop looks by itself. */
export function timed(bell: Bell, seconds = pollSecondsMax): Queue {
  return { bell, rest: (stop, heard) => bell.wait(seconds * 1000, stop, heard), worked: () => {} }
}

type Watched<Due> = {
  due: Due
  bell: Bell
  resting: number
  /** How often in a row it was said to be due, and nobody found work. */
  misses: number
  /** The rings of its bell after the poller rang last. */
  rung: number | null
}

/**
 * Asks for all queues at once when the next piece of each is due, so that idle loops ask nothing. It asks when a loop has
 * found nothing, when the first piece becomes due, and every 5 s, and only about queues of which a loop rests.
 *
 * @param ask the seconds, in the order of the queues; null: nothing is scheduled
 */
export function createPoller<Due>(ask: (queues: Due[]) => Promise<(number | null)[]>) {
  const queues: Watched<Due>[] = []
  const asked = createBell()
  const resting = () => queues.filter((queue) => queue.resting > 0)
  const wakeAll = () => {
    for (const queue of resting()) queue.bell.ring()
  }

  /** @returns seconds until it should ask again; null: there was nothing to ask. */
  const poll = async (): Promise<number | null> => {
    const idle = resting()
    if (idle.length === 0) return null
    // One table that is locked holds up the answer about all: then each loop looks for itself.
    const late = setInterval(wakeAll, pollSecondsMax * 1000)
    const answers = await ask(idle.map(({ due }) => due)).finally(() => clearInterval(late))
    return Math.min(
      pollSecondsMax,
      ...idle.map((queue, index) => tell(queue, answers[index] ?? pollSecondsMax)),
    )
  }

  return {
    watch: (due: Due, bell: Bell = createBell()): Queue => {
      const queue: Watched<Due> = { due, bell, resting: 0, misses: 0, rung: null }
      queues.push(queue)
      return {
        bell,
        worked: () => {
          queue.misses = 0
          queue.rung = null
        },
        rest: async (stop, heard) => {
          queue.resting += 1
          // What the poller said in vain it asks again later by itself.
          if (heard !== queue.rung) asked.ring()
          await bell.wait(null, stop, heard)
          queue.resting -= 1
        },
      }
    },
    run: async (log: FastifyBaseLogger, stop: AbortSignal): Promise<void> => {
      const faultLog = faultLogOf(log)
      const pause = (seconds: number) => createBell().wait(seconds * 1000, stop)
      let hasFailed = false
      while (!stop.aborted) {
        const heard = asked.rings()
        try {
          const seconds = await poll()
          if (seconds !== null) {
            if (hasFailed) faultLog.recovered()
            hasFailed = false
          }
          await pause(pollSecondsMin)
          await asked.wait(Math.max(0, (seconds ?? pollSecondsMax) - pollSecondsMin) * 1000, stop, heard)
        } catch (error) {
          hasFailed = true
          faultLog.note(error)
          wakeAll()
          await pause(pollSecondsMax)
        }
      }
    },
  }
}

/** Wakes the loops of a queue in which something is due. @returns seconds until it should be asked about again. */
function tell(queue: Watched<unknown>, seconds: number): number {
  if (seconds > 0) {
    queue.misses = 0
    return seconds
  }
  queue.bell.ring()
  queue.rung = queue.bell.rings()
  queue.misses += 1
  return pollSecondsMin * 2 ** (queue.misses - 1)
}
