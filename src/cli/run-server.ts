import { readConfig } from '../config.ts'
import { start } from '../main.ts'
import type { Parts, Started } from '../main.ts'
import { tell } from './sentences.ts'

/** npm passes a Ctrl-C on that the terminal has given to both already: that is not somebody asking twice. */
const echoMs = 500

/**
 * Runs a server in the foreground until SIGTERM or SIGINT, then stops it and ends the process with 0. A second signal
 * ends it at once with 1, and so does a start that fails, with a sentence.
 */
export async function runServer(parts: Parts, announce: (started: Started) => void): Promise<void> {
  const told = listenForStop()
  try {
    const started = await start(readConfig(process.env), parts)
    announce(started)
    await told
    console.log('Stopping; what is under way ends first.')
    await started.stop()
    process.exit(0)
  } catch (error) {
    console.error(tell(error))
    process.exit(1)
  }
}

/** Resolves at the first signal; the second one ends the process. */
function listenForStop(): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | undefined
    const hear = () => {
      firstMs ??= performance.now()
      resolve()
      if (performance.now() - firstMs > echoMs) process.exit(1)
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
}
