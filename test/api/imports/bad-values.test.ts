import { expect, test } from 'vitest'
import type { ImportRecord } from '../../../src/contract/imports/endpoints.ts'
import { aField } from '../../harness/core/records.ts'
import { anImportApi } from '../../harness/importing/api.ts'

const lines = [
  'Email,Birthday,Revenue,Town,Since,Needed',
  'ann@example.com,unbekannt,"1.234,50",Oslo,2020-01-02,1',
  'ben@example.com,08.11.1948,n/a,Rome,soon,2',
  'cid@example.com,ben@example.com,"99,90",Wien,,3',
  'odd,1.2.1990,5,Kiel,,4',
  'dora@example.com,1.2.1990,7,Bonn,,many',
  'ann@example.com,never,5,Ulm,,5',
  'ed@example.com,0/0/00,,,,6',
]

/** A list with the fields of the file; Ben and Cid are on it. */
async function aList() {
  const api = await anImportApi()
  const field = (name: string, type: object) =>
    aField(api.sql, api.organizationId, api.listId, { name, ...type })
  const birthday = await field('Birthday', { field_type: 'date' })
  const revenue = await field('Revenue', { field_type: 'decimal' })
  await field('Town', {})
  await field('Needed', { field_type: 'number', required: true })
  await api.sql`
    insert into subscribers (organization_id, mailing_list_id, key, custom_fields)
    select ${api.organizationId}, ${api.listId}, key, ${api.sql.json({ [birthday]: '1999-01-01', [revenue]: 0.5 })}
    from unnest(array['ben@example.com', 'cid@example.com']) key`
  await api.sql`update subscriber_counts set active = 2 where mailing_list_id = ${api.listId}`
  const order = {
    column_mapping: ['email', 'Birthday', 'Revenue', 'Town', 'subscribe_time', 'Needed'],
    overwrite: true,
    overwrite_when_status: { active: true },
    file_source: { type: 'json', content: lines.join('\n') },
  }
  const run = async (more: object): Promise<ImportRecord> => {
    const { body } = await api.create({ ...order, ...more })
    expect(body.error_message).toBeNull()
    await api.work({ rangeSize: { rows: 2, bytes: 1_000_000 } })
    return api.show(body.data.id)
  }
  const people = async () => {
    const rows = await api.sql<{ key: string; birthday: unknown; revenue: unknown }[]>`
      select key, custom_fields -> ${String(birthday)} as birthday, custom_fields -> ${String(revenue)} as revenue
      from subscribers order by key`
    return Object.fromEntries(rows.map((row) => [row.key.split('@')[0], [row.birthday, row.revenue]]))
  }
  return { ...api, run, people }
}

const birthdays = { column: 2, field: 'Birthday', can_be_empty: true }

test('a row with a cell that does not fit fails, and the answer says for each column how many do', async () => {
  const { run, people } = await aList()
  for (const dry_run of [true, false]) {
    const { stats, bad_values, rows_with_bad_values, on_bad_value } = await run({ dry_run })
    expect(on_bad_value).toBe('fail_row')
    expect(stats.subscribers).toMatchObject({ added: 1, updated: 0, failed: 6 })
    expect(bad_values).toEqual([
      { column: 1, field: 'email', count: 1, can_be_empty: false, examples: ['odd'] },
      { ...birthdays, count: 3, examples: [expect.stringMatching(/^(unbekannt|never)$/)] },
      { column: 3, field: 'Revenue', count: 1, can_be_empty: true, examples: ['n/a'] },
      { column: 5, field: 'subscribe_time', count: 1, can_be_empty: true, examples: ['soon'] },
      { column: 6, field: 'Needed', count: 1, can_be_empty: false, examples: ['many'] },
    ])
    expect(rows_with_bad_values).toBe(4)
  }
  expect(await people()).toEqual({
    ben: ['1999-01-01', 0.5],
    cid: ['1999-01-01', 0.5],
    ed: [null, null],
  })
})

test('with leave_empty only its cell is lost, people on the list keep what they have, and a log has the rows', async () => {
  const { run, people, read, call } = await aList()
  const tried = await run({ dry_run: true, on_bad_value: 'leave_empty' })
  const made = await call<ImportRecord>('POST', `subscriber_imports/${tried.id}/import`)
  expect(made.body.data.on_bad_value).toBe('leave_empty')
  const { id, stats, rows_with_bad_values } = await run({
    on_bad_value: 'leave_empty',
    default_custom_fields: { Town: 'Nowhere' },
  })
  expect(stats.subscribers).toMatchObject({ added: 0, updated: 4, failed: 2, skipped_duplicate: 1 })
  expect(tried.stats.subscribers).toMatchObject({ added: 2, updated: 2, failed: 2, skipped_duplicate: 1 })
  expect(tried.bad_values).toMatchObject([
    { field: 'email', count: 1 },
    { ...birthdays, count: 2, examples: ['unbekannt'] },
    { field: 'Revenue', count: 1 },
    { field: 'subscribe_time', count: 1 },
    { field: 'Needed', count: 1 },
  ])
  expect([tried.rows_with_bad_values, rows_with_bad_values]).toEqual([3, 3])
  expect(await people()).toEqual({
    ann: [null, 1234.5],
    ben: ['1948-11-08', 0.5],
    cid: ['1999-01-01', 99.9],
    ed: [null, null],
  })
  const log = await read(`subscriber_imports/${id}/logs/left_empty`)
  expect(log.text.trim().split('\n')).toEqual([
    'ann@example.com,unbekannt,"1.234,50",Oslo,2020-01-02,1,Birthday must be a date such as 1999-12-31 or 12/31/1999',
    'ben@example.com,08.11.1948,n/a,Rome,soon,2,"Revenue must be a number such as 1234.56, subscribe_time must be a date and time such as 2026-12-31 09:00"',
    'cid@example.com,ben@example.com,"99,90",Wien,,3,Birthday must be a date such as 1999-12-31 or 12/31/1999',
  ])
})

test('the added are told by their status if not all of them are active, by a dry run and by its import', async () => {
  const { create, work, show, call } = await anImportApi()
  const content =
    'Email,Left\nann@example.com,0\nben@example.com,1\ncid@example.com,1\nben@example.com,0\nodd,1\n'
  const status_columns = [{ column: 2, status: 'unsubscribed', when: ['1'] }]
  const order = { column_mapping: ['email', ''], file_source: { type: 'json', content }, dry_run: true }
  const { body } = await create({ ...order, file_format: { status_columns } })
  await work({ rangeSize: { rows: 2, bytes: 1_000_000 } })
  const added_statuses = { active: 1, unsubscribed: 2, scomp: 0, bounced: 0, deactivated: 0 }
  expect(await show(body.data.id)).toMatchObject({ stats: { subscribers: { added: 3 } }, added_statuses })
  const made = await call<ImportRecord>('POST', `subscriber_imports/${body.data.id}/import`)
  await work({ rangeSize: { rows: 2, bytes: 1_000_000 } })
  expect(await show(made.body.data.id)).toMatchObject({
    stats: { subscribers: { added: 3 } },
    added_statuses,
  })
  const active = await create()
  await work()
  expect((await show(active.body.data.id)).added_statuses).toBeUndefined()
})
