import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { copiedColumns } from '../../../src/store/imports/dry-runs.ts'
import { startUrlSource } from '../../harness/fakes/url-source.ts'
import { aField, someOptions } from '../../harness/core/records.ts'
import { anImportApi, type ImportApi } from '../../harness/importing/api.ts'

const content = 'Email,City\nann@example.com,Oslo\nodd,Rome\nbo@example.com,Wien\nann@example.com,Kiel\n'
const fields = { column_mapping: ['email', 'City'], dry_run: true, file_source: { type: 'json', content } }

/** An API whose list has the field City, and a finished dry run. */
async function aDryRun(more: object = {}) {
  const api = await anImportApi()
  const cityId = await aField(api.sql, api.organizationId, api.listId, { name: 'City' })
  const { id } = (await api.create({ ...fields, ...more })).body.data
  await api.work()
  return { ...api, cityId, id }
}

async function turn(api: ImportApi, id: number) {
  const { status, body } = await api.call<ImportRecord | null>('POST', `subscriber_imports/${id}/import`)
  return { status, made: body.data, problem: body.success ? null : body.error_message }
}

async function refusal(api: ImportApi, id: number): Promise<string | null> {
  const { status, problem } = await turn(api, id)
  expect(status).toBe(422)
  const [row] = await api.sql`select 1 from import_jobs where dry_run_id is not null`
  expect(row).toBeUndefined()
  return problem
}

test('a finished dry run is turned into an import of the same rows, once', async () => {
  const api = await aDryRun()
  const before = await api.show(api.id)
  expect(before).toMatchObject({ state: 'finished', dry_run: true, importable_until: expect.any(String) })
  expect(await api.sql`select 1 from subscribers`).toEqual([])
  const calls = await Promise.all([turn(api, api.id), turn(api, api.id), turn(api, api.id)])
  const made = calls.find(({ status }) => status === 200)?.made
  expect(made).toMatchObject({ state: 'scheduled', dry_run_id: api.id, file_source: before.file_source })
  expect(made).not.toHaveProperty('dry_run')
  const refused = calls.filter(({ status }) => status === 422).map(({ problem }) => problem)
  const sentence = `dry run ${api.id} was already turned into subscriber import ${made?.id}`
  expect(refused).toEqual([sentence, sentence])
  await api.work()
  const real = await api.show(made?.id ?? 0)
  expect(real.stats).toEqual(before.stats)
  expect(real.stats.subscribers).toMatchObject({ added: 2, failed: 1, skipped_duplicate: 1 })
  const keys = await api.sql<{ key: string }[]>`select key from subscribers order by key`
  expect(keys.map(({ key }) => key)).toEqual(['ann@example.com', 'bo@example.com'])
  const after = await api.show(api.id)
  expect(after).toMatchObject({ dry_run: true, real_import_id: made?.id })
  expect(after).not.toHaveProperty('importable_until')
  expect(await readdir(join(api.folder, 'spool', String(api.organizationId)))).toEqual([])
})

test('an organization has at most 100 dry runs whose files are kept', async () => {
  const api = await aDryRun()
  const columns = copiedColumns.join(', ')
  await api.sql`
    with made as (
      insert into subscriber_imports (organization_id, dry_run, ${api.sql.unsafe(columns)})
      select organization_id, true, ${api.sql.unsafe(columns)} from import_jobs, generate_series(2, 100)
      returning organization_id, id)
    insert into jobs (organization_id, kind, id, state, finished_at)
    select organization_id, 'SubscriberImport', id, 'finished', now() from made`
  expect(await api.problemOf(fields)).toContain('422 an organization can have at most 100 dry runs')
  expect((await api.create({ ...fields, dry_run: false })).status).toBe(200)
  await api.sql`update jobs set finished_at = now() - interval '25 hours' where id = ${api.id}`
  expect((await api.create(fields)).status).toBe(200)
})

test('the import has everything that was set for the dry run', async () => {
  const api = await aDryRun({
    overwrite: true,
    overwrite_what: { status: true },
    overwrite_when_status: { bounced: true },
    create_custom_fields: [{ name: 'Score', field_type: 'number' }],
    column_mapping: ['email', 'Score'],
    default_custom_fields: { City: 'Rome' },
    subscriber_defaults: { status: 'deactivated' },
    file_format: { csv_field_separator: ',', date_format: 'dmy' },
    file_source: { type: 'json', content: 'Email,Score\nann@example.com,7\n' },
  })
  const { made } = await turn(api, api.id)
  const {
    id: _id,
    created_at: _at,
    begins_at: _begins,
    stats: _stats,
    added_statuses: _added,
    ...settings
  } = await api.show(api.id)
  const { dry_run: _dry, real_import_id: _real, state: _state, finished_at: _end, ...kept } = settings
  expect(made).toMatchObject(kept)
  await api.work()
  expect((await api.show(made?.id ?? 0)).stats.subscribers.added).toBe(1)
  const [ann] = await api.sql`select status, custom_fields from subscribers`
  expect(new Set(Object.values((ann?.custom_fields ?? {}) as object))).toEqual(new Set([7, 'Rome']))
})

test('each column of an import is copied from the dry run, or is known to be its own', async () => {
  const own = `
    organization_id id api_key_id user_id plan header_cells added updated failed
    skipped_overwrite skipped_active skipped_unsubscribed skipped_scomp skipped_bounced
    skipped_deactivated skipped_duplicate skipped_over_limit added_unsubscribed added_scomp added_bounced added_deactivated bad_values bad_value_rows download_failures logs_purged_at started_snapshot prune_active prune_found pruned
    prune_left_alone dry_run dry_run_id dry_run_places people_kept
  `
    .trim()
    .split(/\s+/)
  const { sql } = await anImportApi()
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
    where attrelid = 'subscriber_imports'::regclass and attnum > 0 and not attisdropped`
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...own, ...copiedColumns].toSorted())
})

test('a url is downloaded once for dry run and import', async () => {
  const source = await startUrlSource()
  onTestFinished(() => source.close())
  const api = await aDryRun({ file_source: { type: 'url', url: source.url('/members.csv') } })
  const { made } = await turn(api, api.id)
  await api.work()
  expect((await api.show(made?.id ?? 0)).stats.subscribers.added).toBe(2)
  expect(source.requests).toHaveLength(1)
})

test('a file that was unpacked for the dry run is not unpacked again', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  const file = Buffer.from('\ufeffEmail;City\r\nann@example.com;Ōsaka\r\n', 'utf16le')
  await writeFile(join(directory, 'people.csv'), file)
  await aField(api.sql, api.organizationId, api.listId, { name: 'City' })
  const { id } = (
    await api.create({
      dry_run: true,
      column_mapping: ['email', 'City'],
      file_source: { type: 'upload_directory', filename: 'people.csv' },
      file_format: { character_set: 'utf-16', csv_field_separator: ';' },
    })
  ).body.data
  await api.work()
  const { made } = await turn(api, id)
  await api.work()
  expect(await api.show(made?.id ?? 0)).toMatchObject({ state: 'finished', error_message: null })
  const [ann] = await api.sql`select key, custom_fields from subscribers`
  expect([ann?.key, ...Object.values((ann?.custom_fields ?? {}) as object)]).toEqual([
    'ann@example.com',
    'Ōsaka',
  ])
})

test('a file in the upload directory that changed after the dry run is not imported', async () => {
  const api = await anImportApi()
  const directory = join(api.folder, 'uploads', String(api.organizationId))
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'people.csv'), 'Email\nann@example.com\n')
  const file_source = { type: 'upload_directory', filename: 'people.csv' }
  const tried: number[] = []
  for (let count = 0; count < 2; count += 1) {
    tried.push((await api.create({ dry_run: true, file_source })).body.data.id)
  }
  await api.work()
  const [same, changed] = tried
  const first = await turn(api, same ?? 0)
  await api.work()
  expect((await api.show(first.made?.id ?? 0)).stats.subscribers.added).toBe(1)
  await writeFile(join(directory, 'people.csv'), 'Email\nbob@example.com\n')
  const second = await turn(api, changed ?? 0)
  await api.work()
  expect(await api.show(second.made?.id ?? 0)).toMatchObject({
    state: 'failed',
    error_message:
      'The file people.csv was changed after its dry run. Nothing was imported; start a new dry run.',
  })
  expect((await api.sql`select key from subscribers`).map(({ key }) => key)).toEqual(['ann@example.com'])
})

test('an import that is no dry run, or a dry run that has not finished, is not turned into an import', async () => {
  const api = await anImportApi()
  const real = (await api.create()).body.data.id
  expect(await refusal(api, real)).toBe(`subscriber import ${real} is not a dry run`)
  const waiting = (await api.create({ dry_run: true, begins_at: '2031-01-01' })).body.data.id
  const sentence = (state: string) => `dry run ${waiting} cannot be turned into an import: it is ${state}`
  expect(await refusal(api, waiting)).toBe(sentence('scheduled'))
  await api.call('POST', `subscriber_imports/${waiting}/pause`)
  expect(await refusal(api, waiting)).toBe(sentence('paused'))
  await api.call('POST', `subscriber_imports/${waiting}/cancel`)
  expect(await refusal(api, waiting)).toBe(sentence('cancelled'))
})

test('a dry run whose fields were renamed, deleted, replaced or changed meanwhile is not turned into an import', async () => {
  const api = await aDryRun()
  const { sql, organizationId, listId, cityId } = api
  const renamed = await sql`update custom_fields set name = 'Town' where id = ${cityId}`
  expect(renamed.count).toBe(1)
  expect(await refusal(api, api.id)).toBe(
    'the custom fields of the list have changed since the dry run: column_mapping names City, which is neither a subscriber field nor a custom field of the list; start a new dry run',
  )
  await aField(sql, organizationId, listId, { name: 'City', field_type: 'text_multiline' })
  const changed =
    'the custom field City has changed since the dry run, so its counts are out of date; start a new dry run'
  expect(await refusal(api, api.id)).toBe(changed)
  await sql`delete from custom_fields where name = 'City'`
  await sql`update custom_fields set name = 'City', maximum_length = 3 where id = ${cityId}`
  expect(await refusal(api, api.id)).toBe(changed)
  await sql`update custom_fields set maximum_length = null where id = ${cityId}`
  expect((await turn(api, api.id)).status).toBe(200)
})

test('a dry run whose key, zone or list has changed meanwhile is not turned into an import', async () => {
  const api = await aDryRun()
  const { sql, organizationId, listId, cityId } = api
  const sentence =
    'the primary key of the list, its fields or the time zone of the organization have changed since the dry run, so its counts are out of date; start a new dry run'
  await sql`update mailing_lists set primary_key_custom_field_id = ${cityId} where id = ${listId}`
  expect(await refusal(api, api.id)).toBe(sentence)
  await sql`update mailing_lists set primary_key_custom_field_id = null, deleted_at = now() where id = ${listId}`
  expect(await refusal(api, api.id)).toBe(`the mailing list of dry run ${api.id} was deleted`)
  await sql`update mailing_lists set deleted_at = null where id = ${listId}`
  await someOptions(sql, organizationId, cityId, [])
  await sql`update organizations set time_zone = 'Europe/Berlin' where id = ${organizationId}`
  expect(await refusal(api, api.id)).toBe(sentence)
})

test('a dry run of yesterday, or one before an erasure, is not turned into an import', async () => {
  const api = await aDryRun()
  const sentence = `the file of dry run ${api.id} is no longer on the server: it is kept for 24 hours, or until an address is erased; create the import again`
  await api.sql`update jobs set finished_at = now() - interval '24 hours 1 second'`
  expect(await refusal(api, api.id)).toBe(sentence)
  await api.sql`update jobs set finished_at = now()`
  await api.sql`update subscriber_imports set spool_name = null`
  expect(await refusal(api, api.id)).toBe(sentence)
})
