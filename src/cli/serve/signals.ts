import { leaveNow } from './leave.ts'

/** npm forwards a Ctrl-C that the terminal has already sent to both processes. */
const echoMs = 500

export type Signals = {
  started: () => void
  /** Resolves with the first signal after `started`. */
  told: Promise<void>
}

/**
 * Before `started`, a signal ends the process with 1; afterwards the first requests a stop and a later one ends the
 * process with 1. One listener stays for the life of the process: between two listeners Node drops pending signals.
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
      } else if (phase === 'starting' || performance.now() - stoppingMs > echoMs) leaveNow(1)
    }
    process.on('SIGTERM', heed)
    process.on('SIGINT', heed)
  })
  const started = () => {
    phase = 'running'
  }
  return { started, told }
}
