import { parentPort, workerData } from 'node:worker_threads'
import { runBackground } from './mail.ts'
import type { BackgroundSettings } from './mail.ts'

// Runs in a worker thread, so that composing messages does not block the API's event loop.
const stop = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stop.abort(new Error('the thread was told to stop'))
})
await runBackground(workerData as BackgroundSettings, stop.signal)
parentPort?.close()
