import { expect, test } from 'vitest'
import type { ImportRowRecord } from '../../../src/contract/imports/rows.ts'
import { anImportApi } from '../../harness/importing/api.ts'

const content = [
  'Email,Out,Bounced,Status',
  'ann@example.com,no,,',
  'ben@example.com,yes,,',
  'cara@example.com,no,2024-01-02,',
  'ben@example.com,no,,',
  'no address,yes,,',
  'dan@example.com,yes,2024-01-02,',
  'eve@example.com,yes,,unsubscribed',
  'fred@example.com,no,,bounced',
].join('\n')

const rules = [
  { column: 2, status: 'unsubscribed', when: ['yes'], leave_out: true },
  { column: 3, status: 'bounced', unless: [''], leave_out: true },
]

const fields = {
  column_mapping: ['email', '', '', 'status'],
  file_source: { type: 'json', content },
  file_format: { status_columns: rules },
}

/** An API whose list has Ben, who is active there. */
async function aList() {
  const api = await anImportApi()
  const ben = 'Email\nben@example.com\n'
  await api.create({ column_mapping: ['email'], file_source: { type: 'json', content: ben } })
  await api.work()
  const people = async () =>
    (
      await api.sql<{ line: string }[]>`select key || ' ' || status as line from subscribers order by key`
    ).map(({ line }) => line)
  const rowsOf = async (id: number, classification: string) => {
    const path = `subscriber_imports/${id}/rows?classification=${classification}`
    const { body } = await api.call<ImportRowRecord[]>('GET', path)
    return body.data.map(({ row_number: number, address }) => `${number} ${address}`)
  }
  return { ...api, people, rowsOf }
}

test('rows that a rule leaves out are counted and logged by its status, and change nobody', async () => {
  const { create, work, show, people, rowsOf, read } = await aList()
  const order = { ...fields, overwrite: true, overwrite_what: { status: true } }
  const tried = (await create({ ...order, dry_run: true })).body.data
  const done = (await create(order)).body.data
  expect(done.file_format.status_columns).toEqual(rules)
  await work({ rangeSize: { rows: 3, bytes: 10_000 } })
  for (const { id } of [tried, done]) {
    const { state, stats } = await show(id)
    expect([state, stats.number_of_records]).toEqual(['finished', 8])
    expect(stats.subscribers).toMatchObject({
      added: 2,
      updated: 0,
      failed: 1,
      skipped_unsubscribed: 3,
      skipped_bounced: 1,
      skipped_duplicate: 1,
    })
    expect(await rowsOf(id, 'skipped_unsubscribed')).toEqual([
      '2 ben@example.com',
      '6 dan@example.com',
      '7 eve@example.com',
    ])
  }
  expect((await read(`subscriber_imports/${done.id}/logs/skipped_bounced`)).text).toBe('cara@example.com\n')
  expect(await people()).toEqual([
    'ann@example.com active',
    'ben@example.com active',
    'fred@example.com bounced',
  ])
})

test('rows that are left out take no place under the limit, and no undo has them', async () => {
  const { create, work, workUntil, show, people, sql, organizationId, call } = await aList()
  await sql`
    update organizations set subscriber_quota_mode = 'visible_limit', subscriber_quota_limit = 2
    where id = ${organizationId}`
  const { id } = (await create(fields)).body.data
  await work()
  expect((await show(id)).stats.subscribers).toMatchObject({ added: 2, skipped_over_limit: 0 })
  await call('POST', `subscriber_imports/${id}/undo`)
  await workUntil(async () => (await show(id)).undo?.state === 'finished')
  expect(await people()).toEqual(['ben@example.com active'])
})

test('leave_out is refused unless it is a flag', async () => {
  const { problemOf } = await aList()
  const status_columns = [{ column: 2, status: 'unsubscribed', when: ['yes'], leave_out: 'yes please' }]
  expect(await problemOf({ file_format: { status_columns } })).toMatch(/^422 .*leave_out/)
})
