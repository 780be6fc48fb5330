import { readConfig } from '../server/config.ts'
import { start } from '../server/start.ts'
import type { Parts, Started } from '../server/start.ts'
import { tell } from './sentences.ts'

/** npm forwards a Ctrl-C that the terminal has already sent to both; it is not a second request. */
const echoMs = 500

/**
 * Runs a server in the foreground until SIGTERM or SIGINT, then stops it and ends the process with 0. A second signal
 * ends it at once with 1, and so does the first while the server is still starting: the database is safe in any case.
 */
export async function runServer(parts: Parts, announce: (started: Started) => void): Promise<void> {
  const quit = () => process.exit(1)
  onSignal(quit)
  try {
    const started = await start(readConfig(process.env), parts)
    offSignal(quit)
    const told = new Promise<void>((resolve) => onSignal(resolve))
    announce(started)
    await told
    setTimeout(() => onSignal(quit), echoMs).unref()
    console.log('Shutting down; finishing work in progress.')
    await started.stop()
    process.exit(0)
  } catch (error) {
    console.error(tell(error))
    process.exit(1)
  }
}

function onSignal(work: () => void): void {
  process.on('SIGTERM', work)
  process.on('SIGINT', work)
}

function offSignal(work: () => void): void {
  process.off('SIGTERM', work)
  process.off('SIGINT', work)
}
