/** A bell that sleeping loops hear: rung by a notification of the database, or by a neighbour. */
export type Bell = {
  ring: () => void
  /** Resolves when the bell rings, the time is over, or the signal aborts; never rejects. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

export function createBell(): Bell {
  const sleepers = new Set<() => void>()
  return {
    ring: () => {
      for (const wake of sleepers) wake()
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, ms)
        sleepers.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted) wake()
      }),
  }
}
