import { mkdir, readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createSpool } from '../../src/files/spool.ts'
import { importLogs } from '../../src/upkeep/import-logs.ts'
import { spooledFiles } from '../../src/upkeep/spooled-files.ts'
import { anImportApi, type ImportApi } from '../harness/importing/api.ts'
import { upkeepEnvironment } from '../harness/records/upkeep.ts'

const minute = 60_000
const week = 7 * 24 * 60 * minute

/** Runs the import duties once each. */
async function duties(api: ImportApi): Promise<void> {
  const env = {
    ...upkeepEnvironment(api.sql),
    spool: createSpool(join(api.folder, 'spool')),
    log: pino({ level: 'silent' }),
  }
  const { signal } = new AbortController()
  for (const duty of [importLogs, spooledFiles]) await duty.run(env, signal)
}

async function endedAgo(api: ImportApi, id: number, ms: number): Promise<void> {
  await api.sql`update jobs set finished_at = now() - ${ms} * interval '1 millisecond' where id = ${id}`
}

async function anEnded(api: ImportApi): Promise<number> {
  const content = 'Email\nann@example.com\nnobody\nANN@example.com\n'
  const { id } = (await api.create({ file_source: { type: 'json', content } })).body.data
  await api.work({ rangeSize: { rows: 2, bytes: 1_000 } })
  return id
}

const logNames = ['failed', 'skipped_duplicate']

async function logs(api: ImportApi, id: number): Promise<number[]> {
  const answers: number[] = []
  for (const name of logNames) answers.push((await api.read(`subscriber_imports/${id}/logs/${name}`)).status)
  return answers
}

async function spooled(api: ImportApi): Promise<string[]> {
  const directory = join(api.folder, 'spool', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  return (await readdir(directory)).map((name) => join(directory, name))
}

async function leftovers(api: ImportApi, id: number) {
  const [row] = await api.sql`
    select (select count(*) from import_logs where import_id = ${id}) as logs,
      (select count(*) from import_ranges where import_id = ${id}) as ranges`
  return row
}

describe('the logs of an import', () => {
  test('are kept for 7 days after its end and then deleted; the record stays', async () => {
    const api = await anImportApi()
    const id = await anEnded(api)
    await endedAgo(api, id, week - minute)
    const before = await api.show(id)
    await duties(api)
    expect(await logs(api, id)).toEqual([200, 200])
    await endedAgo(api, id, week + minute)
    await duties(api)
    expect(await logs(api, id)).toEqual([404, 404])
    expect(await leftovers(api, id)).toEqual({ logs: 0, ranges: 0 })
    const after = await api.show(id)
    // Examples of cells can be of people, and go with the logs.
    const bad = before.bad_values?.map((column) => ({ ...column, examples: [] }))
    expect(after).toEqual({ ...before, bad_values: bad, finished_at: after.finished_at })
    expect(after.stats.subscribers).toMatchObject({ added: 1, failed: 1, skipped_duplicate: 1 })
    const { body } = await api.call<{ id: number }[]>('GET', 'subscriber_imports')
    expect(body.data.map((one) => one.id)).toEqual([id])
  })

  test('are deleted likewise when it was cancelled or failed; those of unfinished imports stay at any age', async () => {
    const api = await anImportApi()
    const ids: number[] = []
    for (const state of ['cancelled', 'failed', 'paused']) {
      const id = await anEnded(api)
      ids.push(id)
      await api.sql.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql`
          update jobs
          set state = ${state}, begins_at = now() - interval '1 year', created_at = now() - interval '1 year',
            finished_at = ${state === 'paused' ? null : new Date(Date.now() - week - minute)},
            paused_from = ${state === 'paused' ? 'importing' : null}
          where id = ${id}`
      })
    }
    await duties(api)
    const found: number[][] = []
    for (const id of ids) found.push(await logs(api, id))
    expect(found).toEqual([
      [404, 404],
      [404, 404],
      [200, 200],
    ])
  })

  test('are deleted completely, however many imports are due', async () => {
    const api = await anImportApi()
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await anEnded(api))
    for (const id of ids) await endedAgo(api, id, week + minute)
    await Promise.all([duties(api), duties(api), duties(api)])
    for (const id of ids) expect(await leftovers(api, id)).toEqual({ logs: 0, ranges: 0 })
    const [row] = await api.sql`select count(*) from import_jobs where logs_purged_at is null`
    expect(row).toEqual({ count: 0 })
    await duties(api)
  })
})

describe('an interrupted purge', () => {
  test('is rolled back and repeated', async () => {
    for (const [table, event] of [
      ['import_logs', 'delete'],
      ['import_ranges', 'delete'],
      ['subscriber_imports', 'update'],
    ] as const) {
      const api = await anImportApi()
      const id = await anEnded(api)
      await endedAgo(api, id, week + minute)
      await api.sql.unsafe(`
        create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`)
      await api.sql.unsafe(
        `create trigger die after ${event} on ${table} for each row execute function die()`,
      )
      await expect(duties(api)).rejects.toThrow('died')
      expect(await logs(api, id)).toEqual([200, 200])
      await api.sql`drop function die cascade`
      await duties(api)
      expect(await logs(api, id)).toEqual([404, 404])
      expect(await leftovers(api, id)).toEqual({ logs: 0, ranges: 0 })
    }
  })

  test('leaves a file to the sweep an hour later if it ends before the file is removed', async () => {
    const api = await anImportApi()
    const { id } = (await api.create({ begins_at: '2031-01-01' })).body.data
    await api.call('POST', `subscriber_imports/${id}/cancel`)
    await endedAgo(api, id, week + minute)
    await api.sql`update subscriber_imports set logs_purged_at = now(), spool_name = null where id = ${id}`
    const [path = ''] = await spooled(api)
    await duties(api)
    expect(await spooled(api)).toEqual([path])
    await utimes(path, new Date(), new Date(Date.now() - 61 * minute))
    await duties(api)
    expect(await spooled(api)).toEqual([])
  })
})

describe('the content of an import', () => {
  test('is removed with the logs at the latest, and never while it is needed', async () => {
    const api = await anImportApi()
    const waiting = (await api.create({ begins_at: '2031-01-01' })).body.data
    const [needed = ''] = await spooled(api)
    const cancelled = (await api.create({ begins_at: '2031-01-01' })).body.data
    await api.call('POST', `subscriber_imports/${cancelled.id}/cancel`)
    expect(await spooled(api)).toHaveLength(2)
    await endedAgo(api, cancelled.id, week + minute)
    await utimes(needed, new Date(0), new Date(0))
    await duties(api)
    expect(await spooled(api)).toEqual([needed])
    await api.call('POST', `subscriber_imports/${waiting.id}/pause`)
    await duties(api)
    expect(await spooled(api)).toEqual([needed])
  })

  test('of an ended import is swept an hour after it was written', async () => {
    const api = await anImportApi()
    await api.create({ file_source: { type: 'json', content: '"' } })
    await api.work()
    const [path = '', ...more] = await spooled(api)
    expect(more).toEqual([])
    await utimes(path, new Date(), new Date(Date.now() - 61 * minute))
    await duties(api)
    expect(await spooled(api)).toEqual([])
  })

  test('of a finished dry run is kept for a day, and then swept', async () => {
    const api = await anImportApi()
    const { id } = (await api.create({ dry_run: true })).body.data
    await api.work()
    const [path = '', ...more] = await spooled(api)
    expect(more).toEqual([])
    await utimes(path, new Date(), new Date(0))
    await endedAgo(api, id, 24 * 60 * minute - minute)
    await duties(api)
    expect(await spooled(api)).toEqual([path])
    await endedAgo(api, id, 25 * 60 * minute + minute)
    await duties(api)
    expect(await spooled(api)).toEqual([])
  })
})
