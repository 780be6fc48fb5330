import { parentPort, workerData } from 'node:worker_threads'
import { runWorker } from './worker.ts'
import type { WorkerSettings } from './worker.ts'

// A worker in a thread of its own: files, CSV and downloads never block the API's event loop.
const stop = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stop.abort(new Error('the worker was told to stop'))
})
await runWorker(workerData as WorkerSettings, stop.signal)
parentPort?.close()
