import { expect, test } from 'vitest'
import { aSendersDatabase, aStartedCampaign } from '../../../test/harness/sending/campaigns.ts'
import { aList } from '../../../test/harness/core/records.ts'
import { claimJob } from './claim.ts'
import { advance, beginPiece, postponeJob, renewLease, type ClaimedJob } from './lease.ts'
import { findReadings } from './readings.ts'
import { insertJob, pauseJob, unpauseJob } from './states.ts'

const kind = 'SubscriberImport'
const queue = {
  name: 'imports',
  takes: [{ kind, states: ['scheduled', 'splitting'], becomes: 'splitting' }],
  perOrganization: null,
}
const worker = { name: 'w', presence: null, places: null }

async function aRunningImport() {
  const { sql, sender } = await aSendersDatabase()
  const listId = await aList(sql, sender.id)
  const everywhere = sql.everywhere()
  await everywhere.begin((inside) =>
    insertJob(inside, { organization_id: sender.id, kind, id: 1 }, { mailing_list_id: listId }),
  )
  const claim = async (): Promise<ClaimedJob> => {
    await sql`update jobs set next_attempt_at = null, leased_until = null where kind = ${kind}`
    return (await claimJob(everywhere, queue, worker)) ?? expect.fail('nothing to claim')
  }
  /** Its last step was an hour ago. */
  const age = () =>
    sql`
      update jobs set started_at = least(started_at, now() - interval '1 hour'),
        advanced_at = case when advanced_at is not null then now() - interval '1 hour' end
      where kind = ${kind}`
  const read = () => findReadings(everywhere, 10)
  const stalled = async () =>
    Math.round(((await read()).stalls.find((stall) => stall.queue === 'imports')?.seconds ?? 0) / 3600)
  return { sql, sender, everywhere, claim, age, read, stalled }
}

test('a job that runs stands still from its last piece of work, whatever its leases say', async () => {
  const { everywhere, claim, age, stalled } = await aRunningImport()
  expect(await stalled()).toBe(0)
  let job = await claim()
  await age()
  expect(await stalled()).toBe(1)
  await renewLease(everywhere, job)
  await renewLease(everywhere, job, { progress: 0 })
  job = await claim()
  expect(await stalled()).toBe(1)
  for (const work of [
    () => renewLease(everywhere, job, { progress: 5 }),
    () => everywhere.begin((sql) => advance(sql, job, 0)),
    () => everywhere.begin(async (sql) => void (await beginPiece(sql, job))),
  ]) {
    await age()
    expect(await stalled()).toBe(1)
    await work()
    expect(await stalled()).toBe(0)
  }
})

test('a job that waits is counted by its reason, without the sentence behind it, and has moved when it goes on', async () => {
  const { everywhere, claim, age, read, stalled } = await aRunningImport()
  const job = await claim()
  await age()
  const delay = { seconds: 60, isCounted: false }
  await postponeJob(everywhere, job, { ...delay, reason: 'another run of its query. It says: 7' })
  expect((await read()).waits).toEqual([{ queue: 'imports', reason: 'another run of its query', count: 1 }])
  expect(await stalled()).toBe(0)
  await age()
  await claim()
  expect(await stalled()).toBe(0)
  expect((await read()).waits).toEqual([])
})

test('a job has moved when it goes on after a pause, and stands still for nobody while its organization is not active', async () => {
  const { sql, sender, everywhere, claim, age, stalled } = await aRunningImport()
  const { id } = await claim()
  const job = { organization_id: sender.id, kind, id }
  await everywhere.begin((inside) => pauseJob(inside, job))
  await age()
  expect(await stalled()).toBe(0)
  await everywhere.begin((inside) => unpauseJob(inside, job))
  expect(await stalled()).toBe(0)
  await age()
  expect(await stalled()).toBe(1)
  await sql`update organizations set active = false where id = ${sender.id}`
  expect(await stalled()).toBe(0)
})

test('uncertain messages are counted by age, without those that nobody can send again', async () => {
  const { sql, sender, read } = await aRunningImport()
  const listId = await aList(sql, sender.id)
  const cancelled = await aStartedCampaign(sql, sender.id, listId, { state: 'cancelled' })
  const uncertain = (campaignId: number, count: number, hours: number) => sql`
    insert into deliveries (organization_id, campaign_id, subscriber_id, occasion, state, sent_at)
    select ${sender.id}, ${campaignId}, 0, ${hours} * 100 + n, 'uncertain', now() - ${hours} * interval '1 hour'
    from generate_series(1, ${count}) n`
  await uncertain(sender.campaignId, 3, 1)
  await uncertain(sender.campaignId, 2, 25)
  await uncertain(cancelled, 4, 1)
  expect((await read()).uncertain).toEqual({ recent: 3, older: 2 })
  await sql`update deliveries set state = 'accepted' where sent_at > now() - interval '2 hours'`
  expect((await read()).uncertain).toEqual({ recent: 0, older: 2 })
})
