import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { migrate } from '../../database/migrate.ts'
import { migrationsDirectory } from '../../database/migration-files.ts'

/** The migrations before the table `jobs`. */
async function olderMigrations(): Promise<string> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'quiver-migrations-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  for (const name of await readdir(migrationsDirectory)) {
    if (name < '030') await cp(path.join(migrationsDirectory, name), path.join(directory, name))
  }
  return directory
}

test('an upgrade makes jobs of all imports, undos, exports and bulk changes, with their state, place and turns, and keeps the turns of campaigns and webhooks', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await migrate(url, { directory: await olderMigrations() })
  await sql`insert into organizations (id, name, time_zone) values (7, 'A', 'UTC')`
  await sql`insert into mailing_lists (organization_id, id, name) values (7, 5, 'News')`
  await sql`
    insert into subscriber_imports (organization_id, id, mailing_list_id, state, paused_from, begins_at, finished_at,
      started_at, overwrite, autoresponders, overwrite_what, overwrite_when_status, column_mapping, default_custom_fields,
      subscriber_defaults, file_format, source_type, source_filename, source_url, number_of_records, records_imported, added,
      data_directory, epoch, attempts)
    values (7, 1, 5, 'paused', 'importing', '2026-01-01', null, '2026-01-01', false, '{}', '{}', '{}', '[]', '{}', '{}', '{}',
        'json', 'a.csv', null, 9, 4, 4, 'disk', 3, 1),
      (7, 2, 5, 'scheduled', null, '2026-01-02', null, null, false, '{}', '{}', '{}', '[]', '{}', '{}', '{}', 'url', null,
        'https://example.com/b', null, 0, 0, null, 0, 0),
      (7, 3, 5, 'finished', null, '2026-01-03', '2026-01-04', '2026-01-03', false, '{}', '{}', '{}', '[]', '{}', '{}', '{}',
        'json', 'c.csv', null, 2, 2, 2, 'disk', 2, 0)`
  await sql`
    insert into import_undos (organization_id, import_id, state, created_at, people, removed)
    values (7, 3, 'undoing', '2026-01-05', 2, 1)`
  await sql`
    insert into subscriber_exports (organization_id, id, mailing_list_id, state, begins_at, file_format, records_exported,
      number_of_records, data_directory, leased_until, worker, presence)
    values (7, 4, 5, 'exporting', '2026-01-06', '{}', 1, 8, 'disk', '2099-01-01', 'host:1:exports', 12)`
  await sql`
    insert into subscriber_bulk_changes (organization_id, id, mailing_list_id, state, created_at, claimed_at, action, details,
      selection, last_subscriber_id, people_done, people_total)
    values (7, 6, 5, 'running', '2026-01-07', '2026-01-08', 'delete', '{}', '{"ids": [1]}', 9, 3, 4)`
  await sql`insert into import_turns values (7, '2026-01-09')`
  await sql`insert into sending_turns values (7, '2026-01-10')`
  await sql`insert into webhook_turns values (7, '2026-01-11')`
  await migrate(url)
  const jobs = await sql`
    select kind, id, name, state, paused_from, to_char(begins_at at time zone 'UTC', 'MM-DD') as begins, progress, total,
      place, needs, epoch, worker
    from jobs order by begins_at`
  const job = { name: null, paused_from: null, place: null, needs: null, epoch: 0, worker: null }
  expect([...jobs]).toEqual([
    { ...job, kind: 'SubscriberImport', id: 1, name: 'a.csv', state: 'paused', paused_from: 'importing', begins: '01-01', progress: 4, total: 9, place: 'disk', epoch: 3 }, // oxfmt-ignore
    { ...job, kind: 'SubscriberImport', id: 2, name: 'https://example.com/b', state: 'scheduled', begins: '01-02', progress: 0, total: null, needs: 'network' }, // oxfmt-ignore
    { ...job, kind: 'SubscriberImport', id: 3, name: 'c.csv', state: 'finished', begins: '01-03', progress: 2, total: 2, place: 'disk', epoch: 2 }, // oxfmt-ignore
    { ...job, kind: 'SubscriberImportUndo', id: 3, name: 'c.csv', state: 'undoing', begins: '01-05', progress: 1, total: 2 }, // oxfmt-ignore
    { ...job, kind: 'SubscriberExport', id: 4, state: 'exporting', begins: '01-06', progress: 1, total: 8, place: 'disk', worker: 'host:1:exports' }, // oxfmt-ignore
    { ...job, kind: 'SubscriberBulkChange', id: 6, state: 'running', begins: '01-07', progress: 3, total: 4 },
  ])
  const turns = await sql`select organization_id, queue from job_turns order by queue`
  expect([...turns]).toEqual([
    { organization_id: 7, queue: 'bulk changes' },
    { organization_id: 7, queue: 'campaigns' },
    { organization_id: 7, queue: 'imports' },
    { organization_id: 7, queue: 'webhooks' },
  ])
})
