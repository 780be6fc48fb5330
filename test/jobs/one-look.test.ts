import { onTestFinished, test } from 'vitest'
import { runBackground } from '../../src/server/mail.ts'
import { endJob } from '../../src/store/jobs/lease.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { noteIdentity } from '../../src/store/server/restored-copy.ts'
import { runJobs, type LanesMaker } from '../../src/work/jobs/worker.ts'
import { aDatabase } from '../harness/core/database.ts'
import { until } from '../harness/core/until.ts'
import { watchStatements } from '../harness/postgres/statements.ts'
import { aSink } from '../harness/sending/mailing.ts'
import { senderSettings } from '../harness/sending/sender-kills.ts'

const countJobs: LanesMaker = (database) => ({
  queue: {
    name: 'counts',
    takes: [{ kind: 'Count', states: ['scheduled', 'running'], becomes: 'running' }],
    perOrganization: 1,
  },
  kinds: [
    {
      kind: 'Count',
      name: 'count',
      run: async ({ claim }) =>
        database.within(claim.organization_id).begin((sql) => endJob(sql, claim, 'finished')),
      gaveUp: () => 'It was interrupted too often.',
    },
  ],
  lanes: 1,
  reach: { places: null },
  heartbeatSeconds: 1,
})

test('a thread looks for its jobs and its mails by one statement, and finds both where nobody announced them', async () => {
  const { sql, url } = await aDatabase()
  await sql.begin((tx) => noteIdentity(tx, 'test'))
  const organizationId = await insertOrganization(sql, 'A', 'UTC')
  const watched = await watchStatements(url)
  const sink = await aSink()
  const settings = { ...senderSettings(watched.url, '0'.repeat(64), sink.url), logLevel: 'silent' }
  const stop = new AbortController()
  const running = runBackground(settings, stop.signal, (look) =>
    runJobs(settings, [countJobs], stop.signal, look),
  )
  onTestFinished(async () => {
    stop.abort(new Error('the test is over'))
    await running
  })
  const ofBoth = () =>
    watched.executed.filter((text) => text.includes('from jobs j') && text.includes('from system_mails r'))
  // Everything rests, and all of it is asked about together.
  await until(() => ofBoth().length >= 2, { seconds: 60 })
  await sql`
    insert into jobs (organization_id, kind, id, state) values (${organizationId}, 'Count', 1, 'scheduled')`
  await sql`
    insert into system_mails (organization_id, to_email, subject, text)
    values (${organizationId}, 'ann@example.com', 'Hello', 'Hello')`
  await until(
    async () =>
      sink.messages.length === 1 && (await sql`select 1 from jobs where state = 'finished'`).length === 1,
    { seconds: 60 },
  )
})
