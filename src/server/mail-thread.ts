import { parentPort, workerData } from 'node:worker_threads'
import { bulkChangeJobs, type ChangerSettings } from '../changing/job.ts'
import { exportJobs, type ExporterSettings } from '../exporting/job.ts'
import { runJobs } from '../work/jobs/worker.ts'
import { createLog } from '../work/log.ts'
import { letOthersGoFirst } from '../work/priority.ts'
import { answerReports } from '../work/reports.ts'
import { endThread } from '../work/threads.ts'
import { startTraces, type TraceSettings } from '../work/traces/traced.ts'
import { runBackground, type BackgroundSettings } from './mail.ts'

type Settings = {
  background: BackgroundSettings
  exporter: ExporterSettings
  changer: ChangerSettings
  traces: TraceSettings | null
}

// Runs in a worker thread, so that composing messages does not block the API's event loop. Exports only pass bytes on, so
// they do not delay messages; a thread of their own would take 25 MB (docs/decisions/027-exports.md).
letOthersGoFirst()
const stop = new AbortController()
answerReports(parentPort)
parentPort?.on('message', (message) => {
  if (message === 'stop') stop.abort(new Error('the thread was told to stop'))
})
const { background, exporter, changer, traces: traceSettings } = workerData as Settings
const traces = await startTraces(traceSettings, createLog(background))
const jobs = [exportJobs(exporter), bulkChangeJobs(changer)]
await runBackground(background, stop.signal, (look) => runJobs(background, jobs, stop.signal, look))
await traces?.end()
endThread(parentPort)
