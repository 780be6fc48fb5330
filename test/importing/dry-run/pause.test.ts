import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { holdRange } from '../../harness/core/hold.ts'
import { anImportApi } from '../../harness/importing/api.ts'

const settings = { rangeSize: { rows: 10, bytes: 1_000_000 }, lanes: 1 }
const content = Array.from({ length: 100 }, (_, index) => `p${index % 90}@example.com\n`).join('')

/** Changes the state of a dry run while its fourth range is tried. */
async function changedMidway(verb: 'pause' | 'cancel') {
  const api = await anImportApi()
  const hold = await holdRange(api.sql, 4)
  const fields = {
    file_source: { type: 'json', content },
    file_format: { csv_has_headers: false },
    dry_run: true,
  }
  const { id } = (await api.create(fields)).body.data
  const call = (path: string) => api.call<ImportRecord>('POST', `subscriber_imports/${id}/${path}`)
  let changed: ImportRecord | null = null
  const working = api.workUntil(async () => changed !== null, settings)
  await hold.reached()
  changed = (await call(verb)).body.data
  await hold.release()
  await working
  return { ...api, id, call, changed }
}

test('a dry run that was paused within a range goes on, and counts and logs each row once', async () => {
  const { show, work, read, call, id, changed, sql } = await changedMidway('pause')
  expect(changed).toMatchObject({ state: 'paused', dry_run: true })
  expect(changed.stats.records_imported).toBeLessThan(100)
  expect(await show(id)).toEqual(changed)
  expect((await call('import')).body.error_message).toContain('it is paused')
  expect((await call('unpause')).status).toBe(200)
  await work(settings)
  const ended = await show(id)
  expect(ended).toMatchObject({
    state: 'finished',
    stats: { subscribers: { added: 90, skipped_duplicate: 10 } },
  })
  expect((await read(`subscriber_imports/${id}/logs/added`)).text.split('\n')).toHaveLength(91)
  expect(await sql`select 1 from subscribers`).toEqual([])
  const { data: real } = (await call('import')).body
  await work(settings)
  expect((await show(real.id)).stats.subscribers).toEqual(ended.stats.subscribers)
})

test('a dry run that was cancelled within a range stays so, and becomes no import', async () => {
  const { show, work, create, call, id, changed, sql } = await changedMidway('cancel')
  expect(changed).toMatchObject({ state: 'cancelled', dry_run: true })
  await create({ dry_run: true })
  await work(settings)
  expect(await show(id)).toEqual(changed)
  expect(changed).not.toHaveProperty('importable_until')
  const refused = await call('import')
  expect([refused.status, refused.body.error_message]).toEqual([
    422,
    expect.stringContaining('it is cancelled'),
  ])
  expect(await sql`select 1 from subscribers`).toEqual([])
})
