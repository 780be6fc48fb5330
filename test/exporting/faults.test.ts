import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { attemptsMax } from '../../src/database/lease.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { connect, type Database, type Sql } from '../../src/database/driver/connection.ts'
import { exportJob } from '../../src/exporting/job.ts'
import { createSpool } from '../../src/files/spool.ts'
import type { Spool } from '../../src/files/storage.ts'
import { exportQueue } from '../../src/store/exports/request.ts'
import { cancelExport } from '../../src/store/exports/rows.ts'
import { claimJob } from '../../src/store/jobs/claim.ts'
import type { ClaimedJob } from '../../src/store/jobs/lease.ts'
import { runJob } from '../../src/work/jobs/run.ts'
import { aScheduledExport, anExportedList } from '../harness/exporting/crash-points.ts'
import { exporterOf, exportUntil, exportUntilEnded } from '../harness/exporting/stories.ts'
import { anExporterProcess } from '../harness/importing/worker-processes.ts'
import { until } from '../harness/importing/stories.ts'

/** Keeps every COPY of subscribers waiting. @returns a function that lets them go. */
async function holdSubscribers(sql: Database): Promise<() => Promise<void>> {
  let letGo = () => {}
  const released = new Promise<void>((resolve) => (letGo = resolve))
  let isLocked = false
  const holding = sql.begin(async (own) => {
    await own`lock table subscribers in access exclusive mode`
    isLocked = true
    await released
  })
  await until(() => Promise.resolve(isLocked))
  return async () => {
    letGo()
    await holding
  }
}

const copies = async (sql: Database) =>
  (await sql`select 1 from pg_stat_activity where query like 'copy (%' and state = 'active'`).length

test(
  'a worker that is killed leaves no half file: the next one deletes it and starts again',
  { timeout: 180_000 },
  async () => {
    const story = await anExportedList(1_000)
    const { sql, url, folder, organizationId, listId } = story
    await sql`insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', '{export_finished}')`
    await aScheduledExport(sql, organizationId, listId)
    const release = await holdSubscribers(sql)
    const worker = anExporterProcess(exporterOf(url, folder))
    await until(async () => (await copies(sql)) > 0)
    await worker.kill()
    const left = await story.files()
    expect(left).toEqual([expect.stringMatching(/\.part$/)])
    await release()
    await exportUntilEnded(exporterOf(url, folder), sql)
    expect(await story.files()).not.toContain(left[0])
    await story.expectOneFile()
  },
)

test('cancelling a running export ends its statement and removes its file', async () => {
  const story = await anExportedList(10)
  const { sql, url, folder, organizationId, listId } = story
  const id = await aScheduledExport(sql, organizationId, listId)
  const release = await holdSubscribers(sql)
  await exportUntil(exporterOf(url, folder, { heartbeatSeconds: 0.05 }), async () => {
    await until(async () => (await copies(sql)) > 0)
    expect(await story.files()).toHaveLength(1)
    await cancelExport(sql, organizationId, id)
    await until(async () => (await story.files()).length === 0)
    return true
  })
  await until(async () => (await copies(sql)) === 0)
  await release()
  const [row] =
    await sql`select j.state, e.size_bytes from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id`
  expect(row).toEqual({ state: 'cancelled', size_bytes: null })
})

test('a worker that stops releases its export, and that counts as no attempt', async () => {
  const story = await anExportedList(10)
  const { sql, url, folder, organizationId, listId } = story
  await aScheduledExport(sql, organizationId, listId)
  const release = await holdSubscribers(sql)
  await exportUntil(exporterOf(url, folder), async () => (await copies(sql)) > 0)
  const [row] = await sql`select state, attempts, leased_until, epoch from jobs`
  expect(row).toEqual({ state: 'exporting', attempts: 0, leased_until: null, epoch: 1 })
  expect(await story.files()).toEqual([])
  await release()
})

test('two workers run every export once', async () => {
  const { sql, url, folder, organizationId, listId, files } = await anExportedList(500)
  for (let index = 0; index < 20; index += 1) await aScheduledExport(sql, organizationId, listId)
  const settings = exporterOf(url, folder, { lanes: 2 })
  await Promise.all([exportUntilEnded(settings, sql), exportUntilEnded(settings, sql)])
  const rows = await sql<{ spool_name: string; epoch: number }[]>`
    select e.spool_name, j.epoch from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id
    where j.state = 'finished' order by e.spool_name`
  expect(rows.map(({ epoch }) => epoch)).toEqual(Array.from({ length: 20 }, () => 1))
  expect(await files()).toEqual(rows.map(({ spool_name: name }) => name))
})

/** The environment of an export that the test runs itself, under row-level security. */
function someSteps(url: string, folder: string, changed: (spool: Spool) => Spool = (spool) => spool) {
  const open = () => {
    const database = connect(url, { max: 3, applicationName: 'steps', role: applicationRole })
    onTestFinished(() => database.end())
    return database
  }
  const log = pino({ level: 'silent' })
  const spool = changed(createSpool(`${folder}/spool`))
  const database = open()
  const kind = exportJob({ reading: open(), spool })
  return (claim: ClaimedJob) =>
    runJob(kind, claim, {
      database: database.within(claim.organization_id),
      log,
      stop: never,
      heartbeatSeconds: 1,
    })
}

const worker = { name: 'host:1:exports', presence: null, places: null }
const never = new AbortController().signal
const claimExport = (sql: Sql) => claimJob(sql, exportQueue, worker)

test('a worker that was overtaken finishes nothing and removes its file', async () => {
  const story = await anExportedList(10)
  const { sql, url, folder, organizationId, listId } = story
  await aScheduledExport(sql, organizationId, listId)
  const run = someSteps(url, folder)
  const claim = await claimExport(sql)
  if (claim === null) throw new Error('nothing is due')
  await sql`update jobs set leased_until = now() - interval '1 second'`
  const release = await holdSubscribers(sql)
  const late = run(claim)
  await until(async () => (await copies(sql)) > 0)
  await sql`update jobs set epoch = epoch + 1`
  await release()
  await late
  const [row] =
    await sql`select j.state, e.size_bytes from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id`
  expect(row).toEqual({ state: 'exporting', size_bytes: null })
  expect(await story.files()).toEqual([])
})

test('a full disk is tried again every minute, then the export fails with a sentence', async () => {
  const story = await anExportedList(10)
  const { sql, url, folder, organizationId, listId } = story
  await aScheduledExport(sql, organizationId, listId)
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const run = someSteps(url, folder, (spool) => ({
    ...spool,
    draft: async (...args) => ({ ...(await spool.draft(...args)), write: () => Promise.reject(full) }),
  }))
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const claim = await claimExport(sql)
    if (claim === null) throw new Error('nothing is due')
    await run(claim)
    expect(await story.files()).toEqual([])
    const [row] = await sql`
      select state, round(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes from jobs`
    if (attempt < attemptsMax) expect(row).toEqual({ state: 'exporting', minutes: 1 })
    await sql`update jobs set next_attempt_at = now()`
  }
  const [row] = await sql`select state, error_message from jobs`
  expect(row).toMatchObject({
    state: 'failed',
    error_message: expect.stringContaining('Free space in DATA_DIR'),
  })
})

test('an export whose workers die five times fails with a sentence', async () => {
  const { sql, url, folder, organizationId, listId } = await anExportedList(10)
  await aScheduledExport(sql, organizationId, listId)
  for (let death = 0; death < attemptsMax; death += 1) {
    expect(await claimExport(sql)).not.toBeNull()
    await sql`update jobs set leased_until = now() - interval '1 second'`
  }
  await exportUntilEnded(exporterOf(url, folder), sql)
  const [row] = await sql`select state, error_message from jobs`
  expect(row).toMatchObject({
    state: 'failed',
    error_message: expect.stringContaining('interrupted 5 times'),
  })
})

test(
  'a file shows one moment: a change of all subscribers is in every row or in none',
  { timeout: 180_000 },
  async () => {
    const { sql, url, folder, organizationId, listId } = await anExportedList(20_000)
    for (let index = 0; index < 5; index += 1) await aScheduledExport(sql, organizationId, listId)
    await sql`
    update subscriber_exports set columns = '[{"name": "subscribe_ip"}]'`
    let isOver = false
    const changing = (async () => {
      for (let round = 1; !isOver; round += 1) {
        await sql`update subscribers set subscribe_ip = ${`192.0.2.${round % 250}`}`
        await pause(1)
      }
    })()
    await exportUntilEnded(exporterOf(url, folder), sql)
    isOver = true
    await changing
    const spool = createSpool(`${folder}/spool`)
    for (const { name } of await sql<{ name: string }[]>`select spool_name as name from subscriber_exports`) {
      const handle = await spool.open(organizationId, name)
      const lines = (await text(handle.createReadStream())).trimEnd().split('\n').slice(1)
      expect([lines.length, new Set(lines).size]).toEqual([20_000, 1])
    }
  },
)

test('of eight workers that race for an export one gets it, every time', async () => {
  const { sql, url, organizationId, listId } = await anExportedList(1)
  await aScheduledExport(sql, organizationId, listId)
  const connections = Array.from({ length: 8 }, () =>
    connect(url, { max: 1, applicationName: 'race', role: applicationRole }),
  )
  onTestFinished(async () => {
    for (const one of connections) await one.end()
  })
  for (let round = 0; round < 100; round += 1) {
    const claims = await Promise.all(connections.map((one) => claimExport(one.everywhere())))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
    await sql`update jobs set leased_until = null, attempts = 0`
  }
})
