import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkFieldJson,
  checkFieldText,
  compileFieldCheck,
  type FieldRules,
  type FieldType,
} from './field-values.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'

function aField(field_type: FieldType, rules: Partial<FieldRules> = {}): FieldRules {
  const limits = { minimum_length: null, maximum_length: null, minimum_value: null, maximum_value: null }
  return { id: 1, name: 'F', field_type, required: false, ...limits, options: [], ...rules }
}

const checkboxes = aField('select_multiple_checkboxes', { options: ['Daily', 'Weekly', 'Never'] })

/** The value of a cell, or its problem with an exclamation mark. */
const cell = (rules: FieldRules, text: string, dateFormat: 'mdy' | 'dmy' = 'mdy') => {
  const checked = checkFieldText(rules, text, dateFormat)
  return 'problem' in checked ? `!${checked.problem}` : checked.value
}
const json = (rules: FieldRules, input: unknown) => {
  const checked = checkFieldJson(rules, input)
  return 'problem' in checked ? `!${checked.problem}` : checked.value
}

const singles: FieldType[] = [
  'text',
  'text_multiline',
  'number',
  'date',
  'day_of_year',
  'boolean',
  'select_single_dropdown',
  'select_single_radio',
]

test('a blank value is null, and a problem where the field is required', () => {
  for (const type of singles) {
    for (const blank of ['', ' ', '\t\r\n', '\u00a0']) {
      expect(cell(aField(type, { minimum_length: 3, minimum_value: 3 }), blank), type).toBeNull()
      expect(cell(aField(type, { required: true }), blank), type).toBe('!is required')
      expect(json(aField(type, { required: true }), blank), type).toBe('!is required')
    }
    expect(json(aField(type), null), type).toBeNull()
    expect(json(aField(type, { required: true }), null), type).toBe('!is required')
    expect(json(aField(type, { required: true }), { name: 'F', value: null }), type).toBe('!is required')
  }
})

test('the required flag does not bind checkboxes', () => {
  const rules = { ...checkboxes, required: true }
  expect([
    cell(rules, ''),
    cell(rules, ' ,; '),
    json(rules, []),
    json(rules, null),
    json(rules, [' ']),
  ]).toEqual([null, null, null, null, null])
})

test('a text is kept as written and measured in characters', () => {
  const rules = aField('text', { minimum_length: 2, maximum_length: 4 })
  for (const text of ['ab', ' ab ', '007', 'a\nb', '😀😀', '😀😀😀😀', '1e3'])
    expect(cell(rules, text)).toBe(text)
  expect(cell(rules, '😀')).toBe('!must be at least 2 characters')
  expect(cell(rules, 'abcde')).toBe('!must be at most 4 characters')
  expect(cell(rules, '😀😀😀😀😀')).toBe('!must be at most 4 characters')
  expect(cell(aField('text', { maximum_length: 1 }), 'ab')).toBe('!must be at most 1 character')
  expect(cell(aField('text_multiline', { minimum_length: 3 }), 'ab')).toBe('!must be at least 3 characters')
})

test('a text that the database cannot store is refused', () => {
  for (const text of ['a\0', '\ud83d', 'a\ude00b']) {
    expect(cell(aField('text'), text)).toBe('!contains a character that cannot be stored')
    expect(json(aField('text_multiline'), text)).toBe('!contains a character that cannot be stored')
  }
})

test('a number is a whole number written in digits', () => {
  const rules = aField('number')
  const numbers: [string, number][] = [
    ['5', 5],
    ['007', 7],
    ['+5', 5],
    ['-5', -5],
    [' 5 ', 5],
    ['9007199254740991', 9007199254740991],
  ]
  for (const [text, value] of numbers)
    expect([cell(rules, text), json(rules, text)], text).toEqual([value, value])
  expect(Object.is(cell(rules, '-0'), 0)).toBe(true)
  const refused =
    '1e3 0x1 1.5 1.0 1,000 1_000 --5 5- + 5% $5 ٥ ５ NaN Infinity 9007199254740992 -9007199254740992 −5 1n'
  for (const text of [...refused.split(' '), '1 000', '0'.repeat(33)])
    expect(cell(rules, text), text).toBe('!must be a whole number')
  expect([json(rules, 5), json(rules, -5), json(rules, 1e3), json(rules, 0)]).toEqual([5, -5, 1000, 0])
  for (const input of [1.5, 1e21, 2 ** 53, Number.NaN, true, [5], { number: 5 }])
    expect(json(rules, input)).toBe('!must be a whole number')
})

test('a number outside its range is refused', () => {
  const between = aField('number', { minimum_value: 1, maximum_value: 5 })
  expect([cell(between, '1'), json(between, 5)]).toEqual([1, 5])
  for (const value of [0, 6, -1])
    expect([cell(between, String(value)), json(between, value)]).toEqual(
      Array(2).fill('!must be between 1 and 5'),
    )
  expect(cell(aField('number', { minimum_value: 0 }), '-1')).toBe('!must be at least 0')
  expect(cell(aField('number', { maximum_value: -1 }), '0')).toBe('!must be at most -1')
})

test('dates and days of the year follow date_format in a cell and mdy in JSON', () => {
  expect(cell(aField('date'), '01/02/2014', 'mdy')).toBe('2014-01-02')
  expect(cell(aField('date'), '01/02/2014', 'dmy')).toBe('2014-02-01')
  expect(json(aField('date'), '01/02/2014')).toBe('2014-01-02')
  expect(cell(aField('date'), '2014-02-03 23:00')).toBe('2014-02-03')
  expect(cell(aField('day_of_year'), '01/02', 'dmy')).toBe('02-01')
  expect(json(aField('day_of_year'), 'February 29')).toBe('02-29')
  for (const text of ['02/30/2014', 'tomorrow', '5']) {
    const problem = '!must be a date such as 1999-12-31 or 12/31/1999'
    expect([cell(aField('date'), text), json(aField('date'), text)]).toEqual([problem, problem])
    expect(cell(aField('date'), text, 'dmy')).toBe('!must be a date such as 1999-12-31 or 31/12/1999')
    expect(cell(aField('day_of_year'), text)).toBe('!must be a day of the year such as 12-31')
  }
  expect(json(aField('date'), 20140203)).toBe('!must be a string')
})

test('a cell has more words for a boolean than JSON', () => {
  const rules = aField('boolean')
  for (const text of 'true 1 yes y t on TRUE Yes'.split(' '))
    expect(cell(rules, ` ${text} `), text).toBe(true)
  for (const text of 'false 0 no n f off FALSE No'.split(' ')) expect(cell(rules, text), text).toBe(false)
  for (const text of ['2', 'ja', 'active', 'truee', '-1', '00', 'constructor'])
    expect(cell(rules, text), text).toBe('!must be true or false')
  for (const input of [true, 1, '1', 'true']) expect(json(rules, input)).toBe(true)
  for (const input of [false, 0, '0', 'false']) expect(json(rules, { name: 'F', value: input })).toBe(false)
  for (const input of ['yes', 'TRUE', 2, [], {}, [true]])
    expect(json(rules, input)).toBe('!must be true or false')
})

test('an option is found without regard to case and stored in its own spelling', () => {
  for (const type of ['select_single_dropdown', 'select_single_radio'] as const) {
    const rules = aField(type, { options: ['Red', 'Dark, blue', 'Grün'] })
    expect([cell(rules, ' rED '), cell(rules, 'dark, BLUE'), json(rules, 'GRÜN')]).toEqual([
      'Red',
      'Dark, blue',
      'Grün',
    ])
    for (const text of ['re', 'red,grün', 'blue', '__proto__', 'constructor', '1'])
      expect([cell(rules, text), json(rules, text)]).toEqual(Array(2).fill('!is not one of the options'))
    for (const input of [1, true, ['Red'], {}]) expect(json(rules, input)).toBe('!must be a string')
  }
})

test('ticked options come in the order of the field, each once, whatever separates them', () => {
  for (const text of [
    'weekly,daily',
    'Weekly; Daily',
    'WEEKLY|daily',
    'weekly\r\ndaily\n',
    ',weekly,,daily,',
    'daily,weekly,daily',
  ]) {
    expect(cell(checkboxes, text), text).toEqual(['Daily', 'Weekly'])
    expect(json(checkboxes, text), text).toEqual(['Daily', 'Weekly'])
  }
  expect(json(checkboxes, ['weekly', ' Daily ', '', 'weekly'])).toEqual(['Daily', 'Weekly'])
  expect(json(checkboxes, { name: 'F', type: 'select_multiple_checkboxes', value: ['Never'] })).toEqual([
    'Never',
  ])
  for (const text of ['daily,monthly', 'daily weekly', 'dailyweekly', 'x'])
    expect(cell(checkboxes, text), text).toBe('!is not one of the options')
  expect(json(checkboxes, ['daily,weekly'])).toBe('!is not one of the options')
  for (const input of [5, true, {}, [5], ['Daily', null]])
    expect(json(checkboxes, input)).toBe('!must be an array of strings')
})

test('an option may hold the separators of a cell', () => {
  const rules = { ...checkboxes, options: ['Yes', 'Yes, weekly', 'No', 'a;b|c', '; other'] }
  expect(cell(rules, 'yes, weekly')).toEqual(['Yes, weekly'])
  expect(cell(rules, 'no,yes, weekly,a;b|c')).toEqual(['Yes, weekly', 'No', 'a;b|c'])
  expect(cell(rules, '; other')).toEqual(['; other'])
  expect(cell(rules, 'yes,no')).toEqual(['Yes', 'No'])
  expect(cell(rules, 'yes, daily')).toBe('!is not one of the options')
})

test('what a check accepts, it accepts again unchanged', () => {
  const fields = [...singles.map((type) => aField(type, { options: ['Red', 'Blue'] })), checkboxes]
  const words = ['red', 'Daily;weekly', '5', '-0', 'yes', '1', '03/11/1994', 'March 11', 'x', '0']
  const texts = fc.oneof(fc.constantFrom(...words), fc.string(), fc.string({ unit: 'binary' }))
  const property = fc.property(fc.constantFrom(...fields), texts, (rules, text) => {
    const first = compileFieldCheck(rules, 'mdy')(text)
    if ('value' in first) expect(checkFieldJson(rules, first.value)).toEqual(first)
  })
  fc.assert(property, propertyRuns(5000))
})
