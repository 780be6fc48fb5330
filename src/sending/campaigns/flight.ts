/** Concurrent work. `drain` throws the first failure. */
export type Flight = {
  readonly size: number
  readonly hasFailed: boolean
  start: (work: () => Promise<void>) => void
  nextDone: () => Promise<void>
  drain: () => Promise<void>
}

export function createFlight(): Flight {
  const underWay = new Set<Promise<void>>()
  const failures: unknown[] = []
  return {
    get size() {
      return underWay.size
    },
    get hasFailed() {
      return failures.length > 0
    },
    start: (work) => {
      const run = async () => {
        try {
          await work()
        } catch (error) {
          failures.push(error)
        } finally {
          underWay.delete(running)
        }
      }
      const running = run()
      underWay.add(running)
    },
    nextDone: async () => {
      await Promise.race(underWay)
    },
    drain: async () => {
      await Promise.all(underWay)
      if (failures.length > 0) throw failures[0]
    },
  }
}
