import { expect, test } from 'vitest'
import { TEXT_BEHIND_ENCLOSURE, TOO_LONG, TOO_MANY_CELLS } from '../../files/csv/scan.ts'
import type { FieldRules } from '../lists/field-values.ts'
import { rowForms } from '../values/said/rows.ts'
import { refusalForms } from '../values/said/refusals.ts'
import { makePlan } from './plan.ts'
import { compileRowProblems, saidOf } from './row-problems.ts'
import { compileRowReader } from './row-reader.ts'

const noRules = {
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options: ['red', 'blue'],
}

const field = (
  name: string,
  field_type: FieldRules['field_type'],
  more: Partial<FieldRules> = {},
): FieldRules => ({
  id: name.length * 100 + (name.codePointAt(0) ?? 0),
  name,
  field_type,
  ...noRules,
  ...more,
})

/** Each of the fields with cells that it cannot take, and the codes of what is wrong with them. */
const wrong: readonly (readonly [FieldRules | string, ...(readonly [cell: string, code: string])[]])[] = [
  [
    'email',
    ['', 'blank'],
    ['odd', 'no_address'],
    ['a@x.example; b@x.example', 'several_addresses'],
    ['Ann <a@x.example>', 'more_than_address'],
    ['a\u200Bb@x.example', 'invisible_character'],
  ],
  ['status', ['gone', 'no_choice']],
  ['confirmed', ['perhaps', 'not_yes_or_no']],
  ['email_format', ['pdf', 'no_choice']],
  ['subscribe_ip', ['1.2.3', 'no_ip']],
  ['subscribe_time', ['soon', 'no_date_and_time']],
  [
    field('Ort must be', 'text', { required: true, maximum_length: 3, minimum_length: 2 }),
    ['', 'required'],
    ['Oslo', 'too_many_characters'],
    ['O', 'too_few_characters'],
    ['O\u0000', 'cannot_be_stored'],
  ],
  [field('Initial', 'text', { maximum_length: 1 }), ['AB', 'too_many_characters_one']],
  [
    field('Whole', 'number', { minimum_value: 1, maximum_value: 9 }),
    ['x', 'not_whole'],
    ['10', 'out_of_range'],
  ],
  [field('Least', 'number', { minimum_value: 1 }), ['0', 'too_small']],
  [field('Most', 'number', { maximum_value: 9 }), ['10', 'too_large']],
  [
    field('Sum', 'decimal'),
    ['x', 'not_decimal'],
    ['€ 5', 'has_currency'],
    ['1,234', 'ambiguous_number'],
    ['12345678901234567', 'too_many_digits'],
  ],
  [field('Day', 'date'), ['soon', 'no_date_of_two']],
  [field('Birthday', 'day_of_year'), ['soon', 'no_day']],
  [field('Colour', 'select_single_dropdown'), ['green', 'not_an_option']],
  [field('Colours', 'select_multiple_checkboxes'), ['red;green', 'not_an_option']],
  [field('Agreed', 'boolean'), ['perhaps', 'not_yes_or_no']],
]

const fields = wrong.flatMap(([one]) => (typeof one === 'string' ? [] : [one]))
const names = wrong.map(([one]) => (typeof one === 'string' ? one : one.name))

function planned(primaryKey: number | null = null) {
  const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: primaryKey, fields }
  return makePlan(
    list,
    {
      column_mapping: names,
      default_custom_fields: {},
      subscriber_defaults: { status: 'active' },
      file_format: { date_format: 'mdy' },
    },
    'UTC',
  )
}

/** What is said of a row whose other cells are in order. */
function problemOf(column: number, cell: string, plan = planned()) {
  const usual: Record<string, string> = { email: 'ann@x.example', 'Ort must be': 'Ulm' }
  const cells = names.map((name) => usual[name] ?? '')
  cells[column] = cell
  const error = compileRowReader(plan).read(cells)
  if (typeof error !== 'string') throw new Error(`${names[column]} takes ${cell}`)
  const problems = compileRowProblems(plan)(cells, error)
  expect(problems).toHaveLength(1)
  return problems.map((one) => ({ column: one.column, ...saidOf(one) }))[0]
}

test('whatever is wrong with a cell or a row has a code, and its values are parameters', () => {
  const met = new Set<string>()
  for (const [column, [, ...cells]] of wrong.entries()) {
    for (const [cell, code] of cells) {
      expect([cell, problemOf(column, cell)]).toMatchObject([cell, { column, code }])
      met.add(code)
    }
  }
  const keyField = fields.find(({ name }) => name === 'Initial')?.id ?? null
  expect(problemOf(names.indexOf('Initial'), '', planned(keyField))).toMatchObject({ code: 'blank' })
  const ofRows = [TEXT_BEHIND_ENCLOSURE, TOO_LONG, TOO_MANY_CELLS, 'has 5 cells where 4 columns are mapped']
  for (const problem of ofRows) met.add(saidOf({ column: null, problem, name: '' }).code ?? problem)
  const own = Object.keys(rowForms).filter((code) => !(code in refusalForms))
  expect(own.filter((code) => !met.has(code))).toEqual(['too_few_characters_one', 'no_key'])
  expect([...met].filter((code) => !(code in rowForms))).toEqual([])
  expect(problemOf(names.indexOf('email'), 'a@x.example; b@x.example')).toEqual({
    column: 0,
    code: 'several_addresses',
    parameters: { number: 2 },
  })
})
