import { expect, test } from 'vitest'
import { insertJob, pauseJob, unpauseJob } from '../../src/store/jobs/states.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { expireLeases } from '../harness/core/clock.ts'
import { aDatabase } from '../harness/core/database.ts'
import { until } from '../harness/core/until.ts'
import { byDay } from '../harness/night.ts'
import { startScript, type WorkerProcess } from '../harness/importing/worker-processes.ts'

type Machine = Omit<WorkerProcess, 'index'>

/** A million at night. */
const numbers = byDay(30_000, 1_000_000)

/** Two jobs of two organizations, for two processes. */
async function someCounts() {
  const { sql, url } = await aDatabase()
  await sql`create table counted (organization_id integer not null, number integer not null)`
  await sql`call protect_tenants('counted')`
  const keys = []
  for (const name of ['A', 'B']) {
    const key = { organization_id: await insertOrganization(sql, name, 'UTC'), kind: 'Count', id: 1 }
    await sql.begin((sql) => insertJob(sql, key, { mailing_list_id: null, name: 'Count', total: numbers }))
    keys.push(key)
  }
  const aMachine = (): Machine => startScript('../../jobs/counting-process.mjs', { databaseUrl: url })
  const progress = async () => {
    const [row] = await sql<[{ sum: number }]>`select sum(progress)::integer as sum from jobs`
    return row.sum
  }
  const moved = async (from: number) => until(async () => (await progress()) > from, { seconds: 30 })
  /** Of the two, one that has claimed a job. */
  const ownerOf = async (machines: readonly Machine[]) => {
    const [row] = await sql<{ pid: string }[]>`
      select split_part(worker, ':', 2) as pid from jobs
      where leased_until is not null and finished_at is null order by organization_id limit 1`
    return machines.find(({ pid }) => String(pid) === row?.pid)
  }
  return { sql, keys, aMachine, progress, moved, ownerOf }
}

test('a new kind of job is one file: it counts each number once, whoever is killed, frozen or paused, on two machines', async () => {
  const { sql, keys, aMachine, progress, moved, ownerOf } = await someCounts()
  const machines = [aMachine(), aMachine()]
  await moved(0)
  const killed = (await ownerOf(machines)) ?? expect.fail()
  await killed.kill()
  const afterKill = await progress()
  machines.push(aMachine())
  await moved(afterKill)

  const [key] = keys
  if (key === undefined) expect.fail()
  expect(await sql.begin((sql) => pauseJob(sql, key))).toBe(true)
  const paused = () =>
    sql`select progress, leased_until from jobs where organization_id = ${key.organization_id}`
  const [before] = await paused()
  expect(before).toMatchObject({ leased_until: null })

  const running = async () => {
    const [row] = await sql<[{ epoch: number; progress: number }]>`
      select epoch, progress from jobs where organization_id <> ${key.organization_id}`
    return row
  }
  const living = machines.filter((one) => one !== killed)
  // The job of the killed one may have no new owner yet.
  await until(async () => (await ownerOf(living)) !== undefined, { seconds: 30 })
  const frozen = (await ownerOf(living)) ?? expect.fail()
  frozen.freeze()
  const held = await running()
  await expireLeases(sql)
  await sql`select pg_notify('jobs', 'Count')`
  await until(async () => (await running()).progress > held.progress, { seconds: 30 })
  // It goes on where it was, beside the one that has taken over.
  frozen.thaw()
  await until(async () => (await running()).progress === numbers, { seconds: 30 })
  expect((await running()).epoch).toBeGreaterThan(held.epoch)
  expect((await paused())[0]).toEqual(before)
  expect(await unpauseJob(sql, key)).toBe(true)

  await until(async () => (await sql`select 1 from jobs where finished_at is null`).length === 0, {
    seconds: 30,
  })
  const jobs = await sql`select state, progress, total, error_message from jobs`
  const done = { state: 'finished', progress: numbers, total: numbers, error_message: null }
  expect([...jobs]).toEqual([done, done])
  const counted = await sql`
    select count(*)::integer as numbers, count(distinct number)::integer as different from counted
    group by organization_id`
  const once = { numbers, different: numbers }
  expect([...counted]).toEqual([once, once])
})
