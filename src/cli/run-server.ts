import { readConfig } from '../server/config.ts'
import { start } from '../server/start.ts'
import type { Parts, Started } from '../server/start.ts'
import { tell } from './sentences.ts'
import { watchSignals } from './signals.ts'

/** Exits with 0 after SIGTERM or SIGINT; with 1 after a second signal or one during the start, which is safe. */
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
