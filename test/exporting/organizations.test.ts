import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/database/driver/connection.ts'
import { applicationRole } from '../../src/database/roles.ts'
import { insertOrganization } from '../../src/store/conditions/system-organization.ts'
import { copySubscribers } from '../../src/store/exports/subscribers.ts'
import { aScheduledExport, anExportedList } from '../harness/exporting/crash-points.ts'
import { anExportApi, exporterOf, exportUntilEnded } from '../harness/exporting/stories.ts'
import { aList } from '../harness/core/records.ts'

test('COPY of a query obeys row-level security: another organization gets no line', async () => {
  const { sql, url, organizationId, listId, content } = await anExportedList(3)
  const other = await insertOrganization(sql, 'B', 'UTC')
  const database = connect(url, { max: 1, applicationName: 'test', role: applicationRole })
  onTestFinished(() => database.end())
  const selection = {
    organizationId,
    listId,
    timeZone: 'UTC',
    clauses: null,
    selection: null,
    statuses: null,
  }
  const format = {
    type: 'csv',
    gzip: false,
    csv_field_separator: ',',
    csv_field_enclosure: '"',
    guard_formulas: false,
  } as const
  const linesFor = (id: number) =>
    database
      .within(id)
      .begin(async (sql) =>
        text(await copySubscribers(sql, selection, [{ kind: 'attribute', name: 'email' }], format)),
      )
  expect(await linesFor(organizationId)).toBe(content.slice('email\n'.length))
  expect(await linesFor(other)).toBe('')
})

test('organizations take turns, whoever asked first', async () => {
  const { sql, url, folder, organizationId, listId } = await anExportedList(10)
  const other = await insertOrganization(sql, 'B', 'UTC')
  for (let index = 0; index < 4; index += 1) await aScheduledExport(sql, organizationId, listId)
  await aScheduledExport(sql, other, await aList(sql, other))
  await exportUntilEnded(exporterOf(url, folder), sql)
  const rows = await sql<{ organization_id: number }[]>`
    select organization_id from jobs order by finished_at`
  expect(rows.map((row) => row.organization_id).indexOf(other)).toBe(1)
})

test('the end of an export queues one event, without the link', async () => {
  const api = await anExportApi({ name: 'News' })
  await api.sql`
    insert into webhooks (organization_id, name, url, secret_sealed, event_types)
    values (${api.organizationId}, 'Hook', 'https://receiver.example.com/', '\\x00', '{export_finished, export_failed}')`
  const { id } = (await api.create({ columns: ['email'] })).body.data
  await api.work()
  const [row] = await api.sql<{ epoch: number }[]>`
    select extract(epoch from finished_at)::bigint as epoch from jobs`
  const events = await api.sql<{ payload: object }[]>`select payload from webhook_events`
  expect(events.map(({ payload }) => payload)).toEqual([
    {
      event_type: 'export_finished',
      event_time: row?.epoch,
      studio_mailing_list_id: api.listId,
      list_name: 'News',
      listid: `a${api.listId}`,
      export_id: id,
      segment_name: null,
      state: 'finished',
      error_message: null,
      records_exported: 0,
      size_bytes: 'email\n'.length,
    },
  ])
})

test('the erasure of a person ends all files of the organization, and starts a running export again', async () => {
  const api = await anExportApi()
  await api.sql`
    insert into subscribers (organization_id, mailing_list_id, key)
    values (${api.organizationId}, ${api.listId}, 'ann@example.com')`
  await api.sql`
    insert into subscriber_counts (organization_id, mailing_list_id, active)
    values (${api.organizationId}, ${api.listId}, 1)`
  const made = await api.fileOf()
  expect(made.toString()).toContain('ann@example.com')
  await api.create()
  await api.sql`
    update jobs set state = 'exporting', leased_until = now() + interval '1 hour' where state = 'scheduled'`
  const before = await api.sql<{ epoch: number }[]>`select epoch from jobs order by id`
  const { status } = await api.call('POST', 'subscribers/erase', { erase: { email: 'ann@example.com' } })
  expect(status).toBe(200)
  const rows = await api.sql`
    select j.state, j.epoch, j.leased_until, e.expires_at <= now() as has_ended
    from subscriber_exports e join jobs j on j.organization_id = e.organization_id and j.id = e.id order by j.id`
  expect([...rows]).toMatchObject([
    { state: 'finished', epoch: before[0]?.epoch, has_ended: true },
    { state: 'exporting', epoch: (before[1]?.epoch ?? 0) + 1, leased_until: null },
  ])
})
