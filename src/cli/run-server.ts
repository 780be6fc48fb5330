import { readConfig } from '../server/config.ts'
import { start } from '../server/start.ts'
import type { Parts, Started } from '../server/start.ts'
import { tell } from './sentences.ts'
import { watchSignals } from './signals.ts'

/**
 * Runs a server in the foreground until SIGTERM or SIGINT, then stops it and ends the process with 0. A second signal
 * ends it at once with 1, and so does the first while the server is still starting: the database is safe in any case.
 */
export async function runServer(parts: Parts, announce: (started: Started) => void): Promise<void> {
  const signals = watchSignals()
  try {
    const started = await start(readConfig(process.env), parts)
    signals.started()
    announce(started)
    await signals.told
    console.log('Shutting down; finishing work in progress.')
    await started.stop()
    process.exit(0)
  } catch (error) {
    console.error(tell(error))
    process.exit(1)
  }
}
