import { exportJobs } from '../../../dist/exporting/job.js'
import { runJobs } from '../../../dist/work/jobs/worker.js'

/** An exporter in a process of its own, as it was built. Its settings are the argument; SIGTERM stops it. */
const stop = new AbortController()
process.once('SIGTERM', () => stop.abort(new Error('the process was told to stop')))
console.log('can be told to stop')
const settings = JSON.parse(process.argv[2])
await runJobs(settings, [exportJobs(settings)], stop.signal)
