export type Bell = {
  ring: () => void
  /** How often it has rung. Read before a look for work, it tells `wait` what that look may have missed. */
  rings: () => number
  /** Until the next ring; at once if the bell has rung more often than `heard`. Never rejects. @param ms null: for good */
  wait: (ms: number | null, signal: AbortSignal, heard?: number) => Promise<void>
}

export function createBell(): Bell {
  const sleepers = new Set<() => void>()
  let rings = 0
  return {
    ring: () => {
      rings += 1
      for (const wake of sleepers) wake()
    },
    rings: () => rings,
    wait: (ms, signal, heard = rings) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          sleepers.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = ms === null ? undefined : setTimeout(wake, ms)
        sleepers.add(wake)
        signal.addEventListener('abort', wake)
        if (signal.aborted || rings > heard) wake()
      }),
  }
}
