/** npm forwards a Ctrl-C that the terminal has already sent to both; it is not a second request. */
const echoMs = 500

export type Signals = {
  /** From now on, the first signal asks for a stop. */
  started: () => void
  /** Resolves with the first signal after the start. */
  told: Promise<void>
}

/**
 * Watches SIGTERM and SIGINT: before the start they end the process with 1, afterwards the first asks for a stop and a
 * later one ends the process with 1. One listener stays for the whole life of the process: between two listeners Node
 * drops a signal that has arrived and is not delivered yet.
 */
export function watchSignals(): Signals {
  let phase: 'starting' | 'running' | 'stopping' = 'starting'
  let stoppingMs = 0
  const told = new Promise<void>((resolve) => {
    const heed = () => {
      if (phase === 'running') {
        phase = 'stopping'
        stoppingMs = performance.now()
        resolve()
      } else if (phase === 'starting' || performance.now() - stoppingMs > echoMs) process.exit(1)
    }
    process.on('SIGTERM', heed)
    process.on('SIGINT', heed)
  })
  const started = () => {
    phase = 'running'
  }
  return { started, told }
}
