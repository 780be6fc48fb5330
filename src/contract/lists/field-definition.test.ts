import { describe, expect, test } from 'vitest'
import { changedDefinition, customFieldInput, newDefinition } from './field-definition.ts'
import { checkFields } from '../api/problems.ts'

const define = (input: object) => newDefinition(checkFields(customFieldInput, input))
const text = { name: 'Town', field_type: 'text' }

describe('the name of a custom field', () => {
  test.each(['First name', 'Data1', 'Database', 'dátum', '🎂', 'N'.repeat(49), 'constructors'])(
    '%j is a good one',
    (name) => {
      expect(define({ ...text, name }).name).toBe(name)
    },
  )

  test.each([
    ['N'.repeat(50), 'must be at most 49 characters long'],
    [' ', 'cannot be blank'],
    ['email', 'is the name of a built-in field'],
    ['Subscribe_Time', 'is the name of a built-in field'],
    ['Data', 'must not start with the word Data'],
    ['data_percent', 'must not start with the word Data'],
    ['Data source', 'must not start with the word Data'],
    ['__proto__', 'is a reserved name'],
    ['constructor', 'is a reserved name'],
    ['Constructor', 'is a reserved name'],
    ['toString', 'is a reserved name'],
    ['a\0b', 'contains a character that cannot be stored'],
    ['a\ud800b', 'contains a character that cannot be stored'],
  ])('%j is refused: it %s', (name, problem) => {
    expect(() => define({ ...text, name })).toThrow(`name ${problem}`)
  })
})

test('what is not given has its default', () => {
  expect(define(text)).toEqual({
    name: 'Town',
    field_type: 'text',
    required: false,
    instructions: '',
    default_string: '',
    minimum_length: null,
    maximum_length: null,
    number_of_rows: null,
    interpolation_html_encode: true,
    interpolation_url_encode: true,
    default_integer: null,
    default_decimal: null,
    minimum_value: null,
    maximum_value: null,
    options: [],
    default_boolean: false,
  })
})

test('null is the same as not given', () => {
  const nothing = {
    required: null,
    instructions: null,
    default_string: null,
    options: null,
    minimum_length: null,
  }
  expect(define({ ...text, ...nothing })).toEqual(define(text))
})

test('an unknown type is refused, naming the types that there are', () => {
  expect(() => define({ name: 'Town', field_type: 'color' })).toThrow(
    /^field_type must be one of text, text_multiline,/,
  )
})

test('a minimum may equal its maximum and not be greater', () => {
  expect(define({ ...text, minimum_length: 3, maximum_length: '3' })).toMatchObject({ maximum_length: 3 })
  expect(() => define({ ...text, minimum_length: 4, maximum_length: 3 })).toThrow(
    'minimum_length must not be greater than maximum_length',
  )
  const number = { name: 'Age', field_type: 'number' }
  expect(define({ ...number, minimum_value: -5, maximum_value: -5 })).toMatchObject({ minimum_value: -5 })
  expect(() => define({ ...number, minimum_value: 1, maximum_value: 0 })).toThrow(
    'minimum_value must not be greater than maximum_value',
  )
})

test('rules of other types do not bind a field', () => {
  expect(define({ ...text, minimum_value: 1, maximum_value: 0 })).toMatchObject({ field_type: 'text' })
})

describe('options', () => {
  const select = { name: 'Color', field_type: 'select_single_dropdown' }

  test('are names, bare or in hashes as they are answered', () => {
    const options = ['Red', { name: ' Blue ' }, { id: 7, index: 3, name: 'Green' }]
    expect(define({ ...select, options }).options).toEqual(['Red', 'Blue', 'Green'])
  })

  test.each([
    [undefined, 'options cannot be blank'],
    [[], 'options cannot be blank'],
    [['Red', 'red'], 'options must be unique'],
    [['Red', ' '], 'options.1 cannot be blank'],
    [[{}], 'options.0 must be a string'],
    [[null], 'options.0 must be a string'],
    ['Red', 'options must be an array'],
  ])('%j are refused: %s', (options, problem) => {
    expect(() => define({ ...select, options })).toThrow(problem)
  })
})

describe('an update', () => {
  const current = define({ ...text, required: true, maximum_length: 5 })

  test('changes what it gives and nothing else', () => {
    expect(changedDefinition(current, { name: 'City' })).toEqual({ ...current, name: 'City' })
    expect(changedDefinition(current, { maximum_length: null, required: undefined })).toEqual({
      ...current,
      maximum_length: null,
    })
  })

  test('is judged with what is there', () => {
    expect(() => changedDefinition(current, { minimum_length: 6 })).toThrow(
      'minimum_length must not be greater',
    )
  })

  test('cannot change the type, but may repeat it', () => {
    expect(() => changedDefinition(current, { field_type: 'number' })).toThrow('field_type cannot be changed')
    expect(changedDefinition(current, { field_type: 'text' })).toEqual(current)
  })
})
