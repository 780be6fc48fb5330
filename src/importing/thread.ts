import { parentPort, workerData } from 'node:worker_threads'
import { letOthersGoFirst } from '../work/priority.ts'
import { answerReports } from '../work/reports.ts'
import { endThread } from '../work/threads.ts'
import { createLog } from '../work/log.ts'
import { startTraces, type TraceSettings } from '../work/traces/traced.ts'
import { runWorker, type WorkerSettings } from './worker.ts'

// Runs in a worker thread, so that files, CSV and downloads do not block the API's event loop.
letOthersGoFirst()
const stop = new AbortController()
answerReports(parentPort)
parentPort?.on('message', (message) => {
  if (message === 'stop') stop.abort(new Error('the worker was told to stop'))
})
const settings = workerData as WorkerSettings & { traces?: TraceSettings | null }
const traces = await startTraces(settings.traces, createLog(settings))
await runWorker(settings, stop.signal)
await traces?.end()
endThread(parentPort)
