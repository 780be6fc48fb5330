import { expect, test } from 'vitest'
import { anImporter, type GivenField } from '../../harness/importing/whole.ts'
import type { OracleSubscriber } from '../../harness/oracle/model.ts'

const failed = undefined
type Cells = [cell: string, stored: unknown][]

const text: Cells = [
  ['Anna', 'Anna'],
  ['  spaces stay  ', '  spaces stay  '],
  ['a "quoted", \\ back\\slash\\n', 'a "quoted", \\ back\\slash\\n'],
  ['two\nlines\tand a tab\r\n', 'two\nlines\tand a tab\r\n'],
  ['\u0001\u001f control', '\u0001\u001f control'],
  ['\\N', '\\N'],
  ['{"a": null}', '{"a": null}'],
  ['NULL', 'NULL'],
  ['Žluťoučký 漢字 😀 \u2028', 'Žluťoučký 漢字 😀 \u2028'],
  ['007', '007'],
  ['__proto__', '__proto__'],
  ["'; drop table subscribers; --", "'; drop table subscribers; --"],
  ['', null],
  [' \t ', null],
  ['no\u0000NUL', failed],
]

const single: Cells = [
  ['Red', 'Red'],
  [' rED ', 'Red'],
  ['Green, dark', 'Green, dark'],
  ['Blue', failed],
  ['Red,Green, dark', failed],
  [' ', null],
]

/** Each kind of field, its rules, and the results of cells. */
const kinds: Record<string, { rules: GivenField; cells: Cells }> = {
  text: { rules: {}, cells: text },
  text_multiline: { rules: { field_type: 'text_multiline' }, cells: text },
  'text of 2 to 4 characters': {
    rules: { minimum_length: 2, maximum_length: 4 },
    cells: [
      ['ab', 'ab'],
      ['😀😀😀😀', '😀😀😀😀'],
      ['a', failed],
      ['abcde', failed],
      ['', null],
    ],
  },
  'required text': {
    rules: { required: true },
    cells: [
      ['x', 'x'],
      ['', failed],
      ['  ', failed],
    ],
  },
  number: {
    rules: { field_type: 'number' },
    cells: [
      ['5', 5],
      [' -12 ', -12],
      ['+7', 7],
      ['007', 7],
      ['-0', 0],
      ['9007199254740991', 9_007_199_254_740_991],
      ['9007199254740992', failed],
      ['1.5', failed],
      ['1,000', failed],
      ['1e3', failed],
      ['0x1', failed],
      ['NaN', failed],
      ['٣', failed],
      ['', null],
    ],
  },
  'number of -5 to 10': {
    rules: { field_type: 'number', minimum_value: -5, maximum_value: 10 },
    cells: [
      ['-5', -5],
      ['10', 10],
      ['-6', failed],
      ['11', failed],
    ],
  },
  date: {
    rules: { field_type: 'date' },
    cells: [
      ['2014-01-02', '2014-01-02'],
      ['01/02/2014', '2014-01-02'],
      ['March 11, 1994 23:30', '1994-03-11'],
      ['1994-03-11T23:30:00-06:00', '1994-03-11'],
      ['02/29/2016', '2016-02-29'],
      ['02/29/2015', failed],
      ['13/01/2014', failed],
      ['today', failed],
      ['', null],
    ],
  },
  'day of year': {
    rules: { field_type: 'day_of_year' },
    cells: [
      ['03/11', '03-11'],
      ['March 11', '03-11'],
      ['11 March', '03-11'],
      ['1994-03-11', '03-11'],
      ['02-29', '02-29'],
      ['02-30', failed],
      ['11', failed],
      ['', null],
    ],
  },
  dropdown: {
    rules: { field_type: 'select_single_dropdown', options: ['Red', 'Green, dark'] },
    cells: single,
  },
  radio: { rules: { field_type: 'select_single_radio', options: ['Red', 'Green, dark'] }, cells: single },
  checkboxes: {
    rules: {
      field_type: 'select_multiple_checkboxes',
      options: ['Red', 'Green, dark', 'Blue'],
      required: true,
    },
    cells: [
      ['Red', ['Red']],
      ['blue,red', ['Red', 'Blue']],
      ['Green, dark,Blue', ['Green, dark', 'Blue']],
      ['blue;green, dark|RED', ['Red', 'Green, dark', 'Blue']],
      ['Red\nRed', ['Red']],
      ['Red,Pink', failed],
      ['', null],
      [' , ', null],
    ],
  },
  boolean: {
    rules: { field_type: 'boolean' },
    cells: [
      ['true', true],
      ['1', true],
      [' YES ', true],
      ['false', false],
      ['0', false],
      ['no', false],
      ['maybe', failed],
      ['2', failed],
      ['', null],
    ],
  },
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

test.each(Object.entries(kinds))('a field of kind %s', async (_kind, { rules, cells }) => {
  const importer = await anImporter()
  const before = new Map<string, OracleSubscriber>()
  const lines = cells.flatMap(([cell], index) => {
    const email = `old${index}@example.com`
    before.set(email, { email, status: 'active', fields: {} })
    return [`new${index}@example.com,${quoted(cell)}`, `${email},${quoted(cell)}`]
  })
  const stored = new Map(cells)
  const order = {
    file: `${lines.join('\n')}\n`,
    mapping: ['email', 'Field'],
    hasHeaders: false,
    overwrite: true,
    fields: { Field: (cell: string) => stored.get(cell) },
  }
  await importer.schedule(order, { before, fields: { Field: rules } })
  const [row] = await importer.expectAsOracle()
  expect(row?.failed).toBe(2 * cells.filter(([, value]) => value === failed).length)
})

test('dates in files are read in the date format of the import: dmy', async () => {
  const importer = await anImporter()
  const file = [
    'email,Date,Day',
    'a@example.com,01/02/2014,01/02',
    'b@example.com,13/01/2014,31-12',
    'c@example.com,01/13/2014,',
    'd@example.com,2014-02-01,2014-02-01',
    'e@example.com,,01/13',
    '',
  ]
  const dates: Record<string, string | null | undefined> = {
    '01/02/2014': '2014-02-01',
    '13/01/2014': '2014-01-13',
    '01/13/2014': failed,
    '2014-02-01': '2014-02-01',
    '': null,
  }
  const days: Record<string, string | null | undefined> = {
    '01/02': '02-01',
    '31-12': '12-31',
    '01/13': failed,
    '2014-02-01': '02-01',
    '': null,
  }
  const fields = { Date: (cell: string) => dates[cell], Day: (cell: string) => days[cell] }
  await importer.schedule(
    { file: file.join('\n'), mapping: ['email', 'Date', 'Day'], dateFormat: 'dmy', fields },
    { fields: { Date: { field_type: 'date' }, Day: { field_type: 'day_of_year' } } },
  )
  const [row] = await importer.expectAsOracle()
  expect(row).toMatchObject({ added: 3, failed: 2 })
})

test('dates in files have dots, names and two digits, under either format; zeros are no date', async () => {
  const importer = await anImporter()
  const cells: Record<string, string | null> = {
    '8.11.1948': '1948-11-08',
    '08.11.48': '1948-11-08',
    '8. 11. 1948': '1948-11-08',
    '8. November 1948': '1948-11-08',
    '8 listopada 1948 r.': '1948-11-08',
    '11/8/48': '1948-11-08',
    '0/0/00': null,
    '00-00-0000': null,
    '0000-00-00': null,
  }
  const lines = Object.keys(cells).map((cell, index) => `p${index}@example.com,${cell}`)
  const fields = { Geburtsdatum: (cell: string) => cells[cell] }
  await importer.schedule(
    { file: lines.join('\n'), mapping: ['email', 'Geburtsdatum'], hasHeaders: false, fields },
    { fields: { Geburtsdatum: { field_type: 'date' } } },
  )
  const [row] = await importer.expectAsOracle()
  expect(row).toMatchObject({ added: lines.length, failed: 0 })
})

test('a row with an address that no mail server accepts fails alone, with its reason', async () => {
  const { sql, schedule, work } = await anImporter()
  const tooLong = [`${'a'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`]
  await schedule({ file: ['ann@example.com', ...tooLong].join('\n'), mapping: ['email'], hasHeaders: false })
  await work()
  const logs = await sql<{ classification: string; content: string }[]>`
    select classification, content from import_logs order by classification`
  expect(logs).toEqual([
    { classification: 'added', content: 'ann@example.com\n' },
    {
      classification: 'failed',
      content: JSON.stringify(tooLong.map((email) => [email, 'email is not a valid address'])),
    },
  ])
})
