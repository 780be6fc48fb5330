import { parentPort, workerData } from 'node:worker_threads'
import { runExporter } from './worker.ts'
import type { ExporterSettings } from './worker.ts'

// A thread of its own, so that exports neither block the API nor wait behind imports.
const stop = new AbortController()
parentPort?.on('message', (message) => {
  if (message === 'stop') stop.abort(new Error('the worker was told to stop'))
})
await runExporter(workerData as ExporterSettings, stop.signal)
parentPort?.close()
