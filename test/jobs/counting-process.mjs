import { advance, endJob } from '../../dist/store/jobs/lease.js'
import { runJobs } from '../../dist/work/jobs/worker.js'

/** A kind of jobs that the product does not have, as a new one would be written: it counts in ranges. */
const countingJobs = () => ({
  queue: {
    name: 'counts',
    takes: [{ kind: 'Count', states: ['scheduled', 'running'], becomes: 'running' }],
    perOrganization: 1,
  },
  kinds: [
    {
      kind: 'Count',
      name: 'count',
      run: count,
      gaveUp: ({ id }) => `Count ${id} was interrupted too often.`,
    },
  ],
  lanes: 2,
  reach: { places: null },
  heartbeatSeconds: 1,
})

const ranges = 100

async function count({ claim, database, signal }) {
  for (let isOver = false; !isOver;) {
    signal.throwIfAborted()
    isOver = await database.begin((sql) => countRange(sql, claim))
    // Most of its time it holds no lock, as a job that reads or sends something.
    await database`select pg_sleep(0.01)`
  }
}

/** @returns whether the job has ended */
async function countRange(sql, claim) {
  const { organization_id: organizationId, id } = claim
  const [{ progress, total }] = await sql`
    select progress, total from jobs where organization_id = ${organizationId} and kind = 'Count' and id = ${id}`
  if (progress === total) {
    await endJob(sql, claim, 'finished')
    return true
  }
  const rangeSize = total / ranges
  await sql`
    insert into counted (organization_id, number)
    select ${organizationId}, n from generate_series(${progress}::integer + 1, ${progress}::integer + ${rangeSize}) n`
  await advance(sql, claim, rangeSize)
  return false
}

const stop = new AbortController()
process.once('SIGTERM', () => stop.abort(new Error('the process was told to stop')))
console.log('can be told to stop')
await runJobs(JSON.parse(process.argv[2]), [countingJobs], stop.signal)
