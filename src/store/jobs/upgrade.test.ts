import { expect, test } from 'vitest'
import { aDatabase } from '../../../test/harness/core/database.ts'
import { migrationsBefore } from '../../../test/harness/postgres/migrations-before.ts'
import { migrate } from '../../database/migrate.ts'

test('an upgrade makes jobs of all imports, undos, exports and bulk changes, with their state, place and turns, and keeps the turns of campaigns and webhooks', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await migrate(url, { directory: await migrationsBefore('030') })
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

const noon = '2026-05-01T12:00:00Z'
const later = '2099-01-01T00:00:00Z'

/** One in each state, as the table was before. */
const campaigns: Record<string, object> = {
  idle: {},
  'idle with a time': { begins_at: noon, paused: true },
  template: { template: true },
  scheduled: { state: 'scheduled', begins_at: later },
  'by local time': { state: 'scheduled', begins_at: later, starts_at: noon, local_begins_at: '2026-05-01 12:00', time_zone_field_id: 9 },
  'paused before it began': { state: 'scheduled', begins_at: noon, paused: true, waiting_for: 'confirmation after a restore' },
  sending: { state: 'sending', begins_at: noon, started_at: noon, epoch: 3, leased_until: later, worker: 'a:1', attempts: 1 },
  held: { state: 'sending', begins_at: noon, started_at: noon, epoch: 4, attempts: 2, next_attempt_at: later, waiting_for: 'sending credits' },
  'paused while it was sent': { state: 'sending', begins_at: noon, started_at: noon, paused: true, epoch: 5, leased_until: later, worker: 'a:1' },
  finished: { state: 'finished', begins_at: noon, started_at: noon, finished_at: noon, epoch: 6 },
  reopened: { state: 'finished', begins_at: noon, started_at: noon, finished_at: noon, epoch: 7, attempts: 1, next_attempt_at: later, waiting_for: 'a mail server' },
  failed: { state: 'failed', begins_at: noon, started_at: noon, finished_at: noon, error_message: 'No relay.' },
  cancelled: { state: 'cancelled', begins_at: noon, started_at: noon, finished_at: noon, epoch: 2, leased_until: later },
  'cancelled draft': { state: 'cancelled', finished_at: noon },
} // oxfmt-ignore

test('an upgrade makes jobs of campaigns in every state, with their lease, what they wait for and what is sent again', async () => {
  const { sql, url } = await aDatabase({ isEmpty: true })
  await migrate(url, { directory: await migrationsBefore('074') })
  await sql`insert into organizations (id, name, time_zone) values (7, 'A', 'UTC')`
  await sql`insert into mailing_lists (organization_id, id, name) values (7, 5, 'News')`
  await sql`insert into custom_fields (organization_id, mailing_list_id, id, name, field_type) values (7, 5, 9, 'Zone', 'text')`
  for (const [name, given] of Object.entries(campaigns)) {
    const row = { organization_id: 7, mailing_list_id: 5, name, has_dispatch: true, ...given }
    await sql`insert into campaigns ${sql(row as object as Record<string, string>)}`
  }
  const before = await sql`
    select id, name, state, paused, begins_at, started_at, finished_at, error_message, updated_at from campaigns order by id`
  await migrate(url)
  const after = await sql`
    select id, name, state, paused, begins_at, started_at, finished_at, error_message, updated_at from campaigns order by id`
  expect([...after]).toEqual([...before])
  const jobs = await sql`
    select c.name, j.kind, j.state, j.paused_from, j.begins_at, j.due_at, j.epoch, j.leased_until, j.worker, j.attempts,
      j.next_attempt_at, j.waiting_for, j.error_message, c.reopened_at is not null as is_reopened
    from jobs j join campaigns c on c.organization_id = j.organization_id and c.id = j.id order by j.id, j.kind`
  const [at, end] = [new Date(noon), new Date(later)]
  const job = {
    kind: 'Campaign', paused_from: null, begins_at: at, due_at: null, epoch: 0, leased_until: null, worker: null, attempts: 0,
    next_attempt_at: null, waiting_for: '', error_message: null, is_reopened: false,
  } // oxfmt-ignore
  expect(
    jobs.map((row) => ({ ...row, begins_at: row['kind'] === 'Campaign' ? row['begins_at'] : at })),
  ).toEqual([
    { ...job, name: 'scheduled', state: 'scheduled', begins_at: end },
    { ...job, name: 'by local time', state: 'scheduled', begins_at: end, due_at: at },
    { ...job, name: 'paused before it began', state: 'paused', paused_from: 'scheduled', waiting_for: 'confirmation after a restore' }, // oxfmt-ignore
    { ...job, name: 'sending', state: 'sending', epoch: 3, leased_until: end, worker: 'a:1', attempts: 1 },
    { ...job, name: 'held', state: 'sending', epoch: 4, attempts: 2, next_attempt_at: end, waiting_for: 'sending credits' }, // oxfmt-ignore
    { ...job, name: 'paused while it was sent', state: 'paused', paused_from: 'sending', epoch: 5, leased_until: end, worker: 'a:1' }, // oxfmt-ignore
    { ...job, name: 'finished', state: 'finished', epoch: 6 },
    { ...job, name: 'reopened', state: 'finished', epoch: 7, attempts: 1, is_reopened: true },
    { ...job, name: 'reopened', kind: 'CampaignResend', state: 'sending', epoch: 7, attempts: 1, next_attempt_at: end, waiting_for: 'a mail server', is_reopened: true }, // oxfmt-ignore
    { ...job, name: 'failed', state: 'failed', error_message: 'No relay.' },
    { ...job, name: 'cancelled', state: 'cancelled', epoch: 2, leased_until: end },
  ])
})
