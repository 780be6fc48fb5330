import { setFlagsFromString } from 'node:v8'
import { readConfig } from '../../server/config.ts'
import { start, type Parts, type Started } from '../../server/start.ts'
import { tell } from '../sentences.ts'
import { leave, leaveNow } from './leave.ts'
import { watchSignals } from './signals.ts'

/** Exits with 0 after SIGTERM or SIGINT; with 1 after a second signal or one during the start, which is safe. */
export async function runServer(parts: Parts, announce: (started: Started) => void): Promise<void> {
  // V8 lets old generations grow to four times what lives in them. With 100 % an import that a client polled for six minutes
  // held 315 MB; with 30 % imports and calls took more CPU (docs/decisions/028-speed-of-the-import.md).
  setFlagsFromString('--heap-growing-percent=60')
  const signals = watchSignals()
  try {
    const started = await start(readConfig(process.env), parts)
    signals.started()
    announce(started)
    await signals.told
    console.log('Shutting down; finishing work in progress.')
    await started.stop()
    leave()
  } catch (error) {
    console.error(tell(error))
    leaveNow(1)
  }
}
