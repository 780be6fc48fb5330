import { expect, test } from 'vitest'
import type { ExportRecord } from '../../src/contract/exports/endpoints.ts'
import { anExportApi } from '../harness/exporting/stories.ts'
import { aField, aList, aRemoteList } from '../harness/core/records.ts'
import { settingsOf } from '../harness/importing/stories.ts'
import { workUntilUndone } from '../harness/undo/stories.ts'

async function aStory() {
  const api = await anExportApi({ name: 'Spring & Übersicht' })
  const townId = await aField(api.sql, api.organizationId, api.listId, { name: 'Town' })
  for (const [email, status, town] of [
    ['ann@example.com', 'active', 'Graz'],
    ['bob@example.com', 'unsubscribed', 'Wien'],
    ['cy@example.com', 'active', null],
  ]) {
    await api.sql`
      insert into subscribers (organization_id, mailing_list_id, key, status, subscribe_time, custom_fields)
      values (${api.organizationId}, ${api.listId}, ${email ?? ''}, ${status ?? ''}, '2026-01-02T03:04:05Z',
        ${api.sql.json(town === null ? {} : { [String(townId)]: town ?? '' })})`
  }
  const path = `mailing_lists/${api.listId}/segments`
  const segment = async (name: string, clauses: object[]) =>
    (await api.call<{ id: number }>('POST', path, { segment: { name, clauses } })).body.data.id
  return { ...api, townId, segment }
}

test('an export is scheduled, written and shown with its file', async () => {
  const api = await aStory()
  const { body } = await api.create()
  expect(body.data).toMatchObject({
    mailing_list_id: api.listId,
    state: 'scheduled',
    columns: null,
    statuses: null,
    segment_id: null,
    file: null,
    file_format: { type: 'csv', gzip: false, csv_field_separator: ',', csv_field_enclosure: '"' },
    stats: { number_of_records: null, records_exported: 0 },
  })
  await api.work()
  const shown = await api.show(body.data.id)
  const text = (await api.download(shown.file?.download_url ?? '')).body
  expect(text).toBe(
    'email,status,subscribe_time,subscribe_ip,remove_time,remove_ip,confirm_time,Town\n' +
      'ann@example.com,active,2026-01-02T03:04:05+00:00,,,,,Graz\n' +
      'bob@example.com,unsubscribed,2026-01-02T03:04:05+00:00,,,,,Wien\n' +
      'cy@example.com,active,2026-01-02T03:04:05+00:00,,,,,\n',
  )
  expect(shown).toMatchObject({
    state: 'finished',
    columns: text.split('\n')[0]?.split(','),
    stats: { number_of_records: 3, records_exported: 3 },
    file: { name: `Spring-Übersicht-${shown.id}.csv`, size_bytes: Buffer.byteLength(text) },
  })
  const list = await api.call<ExportRecord[]>('GET', `mailing_lists/${api.listId}/subscriber_exports`)
  expect(list.body).toMatchObject({ num_records: 1, data: [shown] })
  expect((await api.call<ExportRecord[]>('GET', 'subscriber_exports?scope=active')).body.data).toEqual([])
})

test('statuses, a segment and columns choose what is exported, in the order of the columns', async () => {
  const api = await aStory()
  const columns = ['town', 'EMAIL']
  expect((await api.fileOf({ statuses: ['unsubscribed'], columns })).toString()).toBe(
    'Town,email\nWien,bob@example.com\n',
  )
  const everyone = await api.segment('All', [
    {
      type: 'any',
      clauses: [
        { type: 'subscriber_status', operator: 'is_not', value: 'bounced' },
        { type: 'subscriber_date_subscribed', operator: 'is_before', value: '2020-01-01' },
      ],
    },
  ])
  expect((await api.fileOf({ segment_id: everyone, statuses: ['active'], columns })).toString()).toBe(
    'Town,email\nGraz,ann@example.com\n,cy@example.com\n',
  )
  const other = await aList(api.sql, api.organizationId, { name: 'Other' })
  await api.sql`
    insert into subscribers (organization_id, mailing_list_id, key) values (${api.organizationId}, ${other}, 'cy@example.com')`
  const both = await api.segment('Both', [
    { type: 'in_mailing_list', operator: 'is_active_in', mailing_list: { id: other } },
  ])
  expect((await api.fileOf({ segment_id: both, columns: ['email'] })).toString()).toBe(
    'email\ncy@example.com\n',
  )
})

test('ids or the beginning of an address choose who is exported, and nothing of the choice remains', async () => {
  const api = await aStory()
  const rows = await api.sql<{ id: number; key: string }[]>`
    select id, key from subscribers where organization_id = ${api.organizationId} order by id`
  const idOf = (key: string) => rows.find((row) => row.key === key)?.id ?? 0
  const elsewhere = await aList(api.sql, api.organizationId, { name: 'Elsewhere' })
  const [stranger] = await api.sql<{ id: number }[]>`
    insert into subscribers (organization_id, mailing_list_id, key)
    values (${api.organizationId}, ${elsewhere}, 'dee@example.com') returning id`
  const columns = ['email']
  const ids = [
    idOf('cy@example.com'),
    String(idOf('ann@example.com')),
    idOf('cy@example.com'),
    stranger?.id ?? 0,
  ]
  expect((await api.fileOf({ subscriber_ids: ids, columns })).toString()).toBe(
    'email\nann@example.com\ncy@example.com\n',
  )
  expect((await api.fileOf({ q: ' BO', columns })).toString()).toBe('email\nbob@example.com\n')
  expect((await api.fileOf({ q: '@example', statuses: ['active'], columns })).toString()).toBe(
    'email\nann@example.com\ncy@example.com\n',
  )
  const { body } = await api.create({ q: "%'_" })
  expect(body.data).toMatchObject({ selected_only: true })
  await api.work()
  expect((await api.show(body.data.id)).stats).toEqual({ number_of_records: 0, records_exported: 0 })
  expect((await api.create({ q: ' ' })).body.data).toMatchObject({ selected_only: false })
  const kept = await api.sql`select id from subscriber_exports where selection is not null`
  expect(kept).toEqual([])
})

test('ids are not combined with anything else that chooses', async () => {
  const api = await aStory()
  for (const other of [{ q: 'a' }, { statuses: ['active'] }, { segment_id: 1 }]) {
    const { status, body } = await api.create({ subscriber_ids: [1], ...other })
    expect([status, body.error_message]).toEqual([422, expect.stringContaining('without subscriber_ids')])
  }
})

test('a single column of blanks has a record for every subscriber', async () => {
  const api = await aStory()
  await api.sql`update subscribers set custom_fields = '{}'`
  expect((await api.fileOf({ columns: ['Town'] })).toString()).toBe('Town\n""\n""\n""\n')
})

test('what cannot be exported is refused with a sentence', async () => {
  const api = await aStory()
  const problemOf = async (fields: object, list = api.listId) => {
    const { status, body } = await api.create(fields, list)
    return `${status} ${body.error_message}`
  }
  const elsewhere = await aList(api.sql, api.organizationId, { name: 'Other' })
  const segmentId = await api.segment('All', [])
  expect(await problemOf({ columns: ['Twon', 'email', 'Email'] })).toBe(
    '422 columns names Twon, which is neither a subscriber field nor a custom field of the list; did you mean "Town"?, columns names Email twice',
  )
  expect(await problemOf({ columns: [] })).toBe('422 columns cannot be empty')
  expect(await problemOf({ statuses: ['gone'] })).toMatch(/^422 statuses\S* must be one of active/)
  expect(await problemOf({ segment_id: segmentId }, elsewhere)).toBe(
    '422 segment_id is not a segment of the mailing list',
  )
  expect(await problemOf({ file_format: { type: 'xlsx' } })).toBe(
    '422 file_format.type must be one of csv, jsonl',
  )
  expect(await problemOf({ begins_at: 'soon' })).toMatch(/^422 begins_at must look like/)
  expect(await problemOf({}, 999_999)).toBe('404 mailing list not found')
  const remote = await aRemoteList(api.sql)
  const refused = await api.call('POST', `mailing_lists/${remote}/subscriber_exports`, {}, api.system)
  expect(refused.body.error_message).toBe('subscriber exports are not available on remote lists')
})

test('an unfinished export can be cancelled, once', async () => {
  const api = await aStory()
  const { id } = (await api.create({ begins_at: '2099-01-01T00:00:00Z' })).body.data
  const cancel = () => api.call<ExportRecord>('POST', `subscriber_exports/${id}/cancel`)
  expect((await cancel()).body.data).toMatchObject({ state: 'cancelled', file: null })
  const again = await cancel()
  expect([again.status, again.body.error_message]).toEqual([
    422,
    'subscriber export cannot be cancelled: it is cancelled',
  ])
})

test('unfinished exports keep their segment and fields, and are cancelled with their list', async () => {
  const api = await aStory()
  const segment_id = await api.segment('All', [])
  const { id } = (await api.create({ begins_at: '2099-01-01T00:00:00Z', segment_id, columns: ['Town'] })).body
    .data
  const dependencies = [{ type: 'SubscriberExport', id }]
  for (const path of [`segments/${segment_id}`, `custom_fields/${api.townId}`]) {
    const refused = await api.call('DELETE', path)
    expect([refused.status, refused.body.data]).toEqual([422, { dependencies }])
  }
  await api.call('POST', `subscriber_exports/${id}/cancel`)
  expect((await api.call('DELETE', `segments/${segment_id}`)).status).toBe(200)
  expect(await api.show(id)).toMatchObject({ segment_id: null, segment_name: 'All' })
  const waiting = (await api.create({ begins_at: '2099-01-01T00:00:00Z' })).body.data
  const code = await api.call<{ delete_confirmation_code: string }>(
    'GET',
    `mailing_lists/${api.listId}/delete_confirmation_code`,
  )
  const path = `mailing_lists/${api.listId}/confirmed/${code.body.data.delete_confirmation_code}`
  expect((await api.call('DELETE', path)).status).toBe(200)
  expect(await api.show(waiting.id)).toMatchObject({ state: 'cancelled' })
})

test('a column whose field was renamed has the new name; the export of a deleted one fails with a sentence', async () => {
  const api = await aStory()
  const { id } = (await api.create({ columns: ['Town'] })).body.data
  const other = (await api.create({ columns: ['email', 'Town'] })).body.data
  await api.sql`update custom_fields set name = 'City' where id = ${api.townId}`
  await api.sql`update jobs set begins_at = '2099-01-01' where id = ${other.id}`
  const settled = async () => (await api.show(id)).state === 'finished'
  await api.workUntil(settled)
  expect((await api.show(id)).columns).toEqual(['City'])
  await api.sql`update custom_fields set deleted_at = now()`
  await api.sql`update jobs set begins_at = now() where id = ${other.id}`
  await api.work()
  expect(await api.show(other.id)).toMatchObject({
    state: 'failed',
    error_message: 'The custom field Town was deleted. Create the export again without this column.',
    file: null,
  })
})

test('the end of a pause is a column that has to be named; a custom field of that name goes first', async () => {
  const { sql, organizationId, listId, ...api } = await aStory()
  const people = await sql<{ id: number }[]>`select id from subscribers order by id`
  for (const [place, { id }] of people.entries()) {
    await sql`
      insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
      values (${organizationId}, ${listId}, ${id}, ${place === 0 ? '2099-01-31T12:00:00Z' : '2020-01-01T00:00:00Z'})`
  }
  const columns = ['email', 'Paused_Until']
  const rows = ['ann@example.com,2099-01-31T12:00:00+00:00', 'bob@example.com,', 'cy@example.com,', '']
  expect((await api.fileOf({ columns })).toString()).toBe(['email,paused_until', ...rows].join('\n'))
  const json = (await api.fileOf({ columns, file_format: { type: 'jsonl' } })).toString().split('\n')
  expect(JSON.parse(json[0] ?? '')).toEqual({
    email: 'ann@example.com',
    paused_until: '2099-01-31T12:00:00+00:00',
  })
  expect(JSON.parse(json[1] ?? '')).toEqual({ email: 'bob@example.com', paused_until: null })
  expect((await api.fileOf({})).toString()).not.toContain('paused_until')
  await aField(sql, organizationId, listId, { name: 'paused_until' })
  expect((await api.fileOf({ columns })).toString()).not.toContain('2099')
})

test('pauses go from an export into an import: new people get theirs, and nobody else changes', async () => {
  const { sql, organizationId, listId, ...api } = await aStory()
  await sql`
    insert into subscriber_pauses (organization_id, mailing_list_id, subscriber_id, paused_until)
    select ${organizationId}, ${listId}, id, date_trunc('second', now()) + id % 7 * interval '1 day' + interval '1 day'
    from subscribers where key <> 'cy@example.com'`
  const columns = ['email', 'paused_until']
  const file = (await api.fileOf({ columns })).toString()
  const other = await aList(sql, organizationId, { name: 'Other' })
  await sql`insert into subscribers (organization_id, mailing_list_id, key) values (${organizationId}, ${other}, 'bob@example.com')`
  const extra = 'far@example.com,9999-12-31 00:00\nover@example.com,2020-01-01 00:00\nbad@example.com,soon\n'
  const fields = {
    column_mapping: columns,
    file_format: {},
    overwrite: true,
    file_source: { type: 'json', content: file + extra },
  }
  const path = `mailing_lists/${other}/subscriber_imports`
  const { body } = await api.call<{ id: number }>('POST', path, { subscriber_import: fields })
  expect(body.error_message).toBeNull()
  await api.importAll()
  const pausesOn = async (list: number) =>
    sql<{ key: string; until: string }[]>`
      select s.key, case when p.paused_until > now() + interval '1 year' then 'far' else p.paused_until::text end as until
      from subscriber_pauses p join subscribers s on s.organization_id = p.organization_id and s.id = p.subscriber_id
      where p.mailing_list_id = ${list} order by s.key`
  const [ann] = await pausesOn(listId)
  expect(await pausesOn(other)).toEqual([ann, { key: 'far@example.com', until: 'far' }])
  const [longest] = await sql`
    select count(*)::integer as people from subscriber_pauses where paused_until > now() + interval '733 days'`
  expect(longest).toEqual({ people: 0 })
  const [done] = await sql`select added, updated, failed from import_jobs where id = ${body.data.id}`
  expect(done).toEqual({ added: 4, updated: 1, failed: 1 })
  expect((await api.call('POST', `subscriber_imports/${body.data.id}/undo`)).status).toBe(200)
  await workUntilUndone(settingsOf(api.url, api.folder), sql)
  expect(await pausesOn(other)).toEqual([])
  expect(await pausesOn(listId)).toHaveLength(2)
})
