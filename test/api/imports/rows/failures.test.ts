import { expect, test } from 'vitest'
import { summarizeFailures } from '../../../../src/actions/imports/failures.ts'
import { findImport } from '../../../../src/actions/imports/states.ts'
import type { Failures } from '../../../../src/contract/imports/failures.ts'
import type { ImportRowRecord } from '../../../../src/contract/imports/rows.ts'
import type { Caller } from '../../../../src/store/callers.ts'
import { aField } from '../../../harness/core/records.ts'
import { anImportApi } from '../../../harness/importing/api.ts'

const lines = [
  'Mail,Geburtsdatum,Ort,"A ""quoted"" name"',
  'ann@example.com,1990-01-02,Oslo,1',
  'ben@example.com,unbekannt,Wien,2',
  'cid@example.com,31.02.1990,Rom,3',
  'dora@example.com,unbekannt,Kiel,viele',
  'odd,unbekannt,Bonn,4',
  'eve@example.com,1990-01-02,Ulm,5,more',
  'fay@example.com,1990-01-02,"Un"closed,6',
  'gus@example.com,1990-01-02,Linz,none',
]
const birthday = 'Geburtsdatum must be a date such as 1999-12-31 or 12/31/1999'
const quoted = 'A "quoted" name must be a whole number'

async function aFailedImport(more: object = {}) {
  const api = await anImportApi()
  await aField(api.sql, api.organizationId, api.listId, { name: 'Geburtsdatum', field_type: 'date' })
  await aField(api.sql, api.organizationId, api.listId, { name: 'A "quoted" name', field_type: 'number' })
  const { body } = await api.create({
    column_mapping: ['email', 'Geburtsdatum', '', 'A "quoted" name'],
    file_source: { type: 'json', content: lines.join('\n') },
    ...more,
  })
  expect(body.error_message).toBeNull()
  const { id } = body.data
  await api.work({ rangeSize: { rows: 2, bytes: 1_000_000 } })
  const failures = async (): Promise<Failures> =>
    (await api.call<Failures>('GET', `subscriber_imports/${id}/failures`)).body.data
  const rowsWith = async (problem: string, more = '') => {
    const path = `subscriber_imports/${id}/rows?problem=${encodeURIComponent(problem)}${more}`
    return (await api.call<ImportRowRecord[]>('GET', path)).body
  }
  return { ...api, id, failures, rowsWith }
}

const numbers = (rows: ImportRowRecord[]) => rows.map(({ row_number: number }) => number)

test('failed rows are counted by column and problem, the most frequent first, with examples', async () => {
  const { failures } = await aFailedImport()
  const { rows, is_exact, header, failures: kinds } = await failures()
  expect({ rows, is_exact }).toEqual({ rows: 7, is_exact: true })
  expect(header).toEqual(['Mail', 'Geburtsdatum', 'Ort', 'A "quoted" name'])
  const none = { column: null, field: '', can_be_empty: false, examples: [], count: 1 }
  expect(kinds).toMatchObject([
    {
      column: 2,
      field: 'Geburtsdatum',
      problem: birthday,
      code: 'no_date_of_two',
      parameters: { example: '1999-12-31', other: '12/31/1999' },
      count: 4,
      can_be_empty: true,
      examples: ['unbekannt', '31.02.1990'],
    },
    {
      column: 4,
      field: 'A "quoted" name',
      problem: quoted,
      count: 2,
      can_be_empty: true,
      examples: ['viele', 'none'],
    },
    {
      column: 1,
      field: 'email',
      problem: 'email is not a valid address',
      count: 1,
      can_be_empty: false,
      examples: ['odd'],
    },
    { ...none, problem: 'has 5 cells where 4 columns are mapped' },
    { ...none, problem: 'row has text behind a closing quote' },
  ])
})

test('rows of one problem are found, whatever else is wrong with them, and say which cells are wrong', async () => {
  const { rowsWith } = await aFailedImport()
  const { data, ...paging } = await rowsWith(birthday)
  expect(numbers(data)).toEqual([2, 3, 4, 5])
  expect(paging).toMatchObject({ num_records: 4, num_records_is_exact: true })
  expect(data[2]?.problems).toMatchObject([
    { column: 2, problem: birthday, code: 'no_date_of_two' },
    { column: 4, problem: quoted, code: 'not_whole' },
  ])
  expect(numbers((await rowsWith(quoted, '&classification=failed')).data)).toEqual([4, 8])
  expect(await rowsWith(quoted, '&q=DORA')).toMatchObject({ num_records: 1, data: [{ row_number: 4 }] })
  expect(await rowsWith(quoted, '&classification=added')).toMatchObject({ num_records: 0, data: [] })
  expect(await rowsWith(quoted, '&classification=pruned')).toMatchObject({ num_records: 0, data: [] })
  // A part of a problem is none.
  expect((await rowsWith('must be a date')).data).toEqual([])
})

test('of rows that fail although bad cells are left empty, every problem keeps its column', async () => {
  const { failures } = await aFailedImport({ on_bad_value: 'leave_empty' })
  const { rows, failures: kinds } = await failures()
  expect(rows).toBe(3)
  expect(kinds.map(({ column, count }) => [column, count])).toEqual([
    [1, 1],
    [2, 1],
    [null, 1],
    [null, 1],
  ])
})

test('the key of a list has a column, and a summary says if it has not read everything', async () => {
  const { sql, listId, organizationId, id, failures } = await aFailedImport()
  const caller = { organization_id: organizationId, permissions: null } as Caller
  const row = await findImport(sql, caller, { id, listId: undefined })
  const some = await summarizeFailures(sql, caller, row, { rows: 3, kinds: 500 })
  expect([some.rows, some.is_exact, some.failures[0]?.count]).toEqual([3, false, 3])
  const few = await summarizeFailures(sql, caller, row, { rows: 100, kinds: 2 })
  expect([few.rows, few.is_exact, few.failures.length]).toEqual([7, false, 2])
  // What an earlier version refused with other words, or has not kept the plan of, has no column.
  await sql`update subscriber_imports set plan = null where mailing_list_id = ${listId}`
  expect((await failures()).failures.every(({ column }) => column === null)).toBe(true)
})
