import { describe, expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { holdRange, holdSplitting, type Hold } from '../../harness/core/hold.ts'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'
import { subscribersOf } from '../../harness/importing/stories.ts'

/** ST2: nothing more is written once a pause or a cancel is acknowledged. */

const content = Array.from({ length: 100 }, (_, index) => `p${index}@example.com\n`).join('')
const settings = { rangeSize: { rows: 10, bytes: 1_000_000 }, lanes: 2 }

async function aHeld(hold: (api: ImportApi) => Promise<Hold>) {
  const api = await anImportApi()
  const held = await hold(api)
  const { id } = (
    await api.create({ file_source: { type: 'json', content }, file_format: { csv_has_headers: false } })
  ).body.data
  const change = async (verb: string): Promise<ImportRecord> => {
    const startedMs = performance.now()
    const { body } = await api.call<ImportRecord>('POST', `subscriber_imports/${id}/${verb}`)
    expect(performance.now() - startedMs).toBeLessThan(20_000)
    return body.data
  }
  const stored = async () => (await subscribersOf(api.sql, api.organizationId, api.listId)).size
  return { api, hold: held, id, change, stored }
}

/** The worker is free again: another import runs to its end after it. */
async function untilOthersRun(api: ImportApi): Promise<void> {
  const other = (await api.create({ file_source: { type: 'json', content: '' } })).body.data
  await api.workUntil(async () => (await api.show(other.id)).state === 'finished')
}

describe('while a worker applies a range', () => {
  const inRange = (api: ImportApi) => holdRange(api.sql, 4)

  test('a pause is acknowledged at once; the range is rolled back, and repeated after the unpause', async () => {
    const { api, hold, id, change, stored } = await aHeld(inRange)
    let paused: ImportRecord | null = null
    const isPaused = async () => paused !== null
    const working = api.workUntil(isPaused, settings)
    await hold.reached()
    paused = await change('pause')
    await hold.release()
    await working
    await untilOthersRun(api)
    expect(await api.show(id)).toEqual(paused)
    expect(await stored()).toBe(paused.stats.records_imported)
    await change('unpause')
    await api.work(settings)
    expect(await api.show(id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 100 } } })
    expect((await api.read(`subscriber_imports/${id}/logs/added`)).text).toBe(content)
  })

  test('a cancel is acknowledged at once, and its counters are final', async () => {
    const { api, hold, id, change, stored } = await aHeld(inRange)
    let cancelled: ImportRecord | null = null
    const working = api.workUntil(async () => cancelled !== null, settings)
    await hold.reached()
    cancelled = await change('cancel')
    await hold.release()
    await working
    await untilOthersRun(api)
    expect(await api.show(id)).toEqual(cancelled)
    expect(cancelled.stats).toMatchObject({ number_of_records: 100 })
    expect(await stored()).toBe(cancelled.stats.records_imported)
    const log = await api.read(`subscriber_imports/${id}/logs/added`)
    expect(log.text.split('\n')).toHaveLength(cancelled.stats.records_imported + 1)
  })

  test('after a pause and an immediate unpause another worker takes over, and nothing runs twice', async () => {
    const { api, hold, id, change, stored } = await aHeld(inRange)
    const working = api.workUntil(async () => (await api.show(id)).state === 'finished', settings)
    await hold.reached()
    await change('pause')
    await change('unpause')
    await hold.release()
    await working
    expect(await api.show(id)).toMatchObject({
      stats: { records_imported: 100, subscribers: { added: 100 } },
    })
    expect(await stored()).toBe(100)
    expect((await api.read(`subscriber_imports/${id}/logs/added`)).text).toBe(content)
  })
})

describe('while a worker splits the file', () => {
  const inSplitting = (api: ImportApi) => holdSplitting(api.sql)

  test('a pause is acknowledged at once, and the file is split again after the unpause', async () => {
    const { api, hold, id, change } = await aHeld(inSplitting)
    let paused: ImportRecord | null = null
    const working = api.workUntil(async () => paused !== null, settings)
    await hold.reached()
    paused = await change('pause')
    await hold.release()
    await working
    await untilOthersRun(api)
    expect(await api.show(id)).toEqual({ ...paused, state: 'paused' })
    expect(await api.sql`select 1 from import_ranges where import_id = ${id}`).toHaveLength(0)
    expect((await change('unpause')).state).toBe('splitting')
    await api.work(settings)
    expect(await api.show(id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 100 } } })
  })

  test('a cancel leaves no ranges and no files', async () => {
    const { api, hold, id, change, stored } = await aHeld(inSplitting)
    let cancelled: ImportRecord | null = null
    const working = api.workUntil(async () => cancelled !== null, settings)
    await hold.reached()
    cancelled = await change('cancel')
    await hold.release()
    await working
    await untilOthersRun(api)
    expect(await api.show(id)).toEqual(cancelled)
    expect(cancelled.stats).toMatchObject({ number_of_records: null, records_imported: 0 })
    expect(await stored()).toBe(0)
  })
})
