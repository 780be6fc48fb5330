import { describe, expect, test } from 'vitest'
import type { FieldType } from '../../contract/lists/field-values.ts'
import { matchColumns } from './columns.ts'
import { proposeField } from './new-fields.ts'

const field = (name: string, field_type: FieldType = 'text', options: string[] = []) => ({
  id: 1,
  name,
  field_type,
  required: false,
  minimum_length: null,
  maximum_length: null,
  minimum_value: null,
  maximum_value: null,
  options,
})

const list = {
  has_format: true,
  has_confirmed: true,
  primary_key_custom_field_id: null,
  fields: [
    field('First name'),
    field('Last name'),
    field('Sign-up date'),
    field('Größe'),
    field('???'),
    field('Town'),
    field('Score', 'number'),
    field('Colour', 'select_single_radio', ['Red', 'Blue']),
  ],
}

const match = (header: string, cells: string[] = []) =>
  matchColumns([{ header, cells }], list, 'mdy')[0]?.field ?? null

describe('where most addresses are wrong', () => {
  const wrong = ['p1(at)example.com', 'none', 'p2@example.com']
  const good = ['p1@example.com', 'p2@example.com', 'p3@example.com']
  test('the column that is called so is proposed all the same, as a guess that says how many would fail', () => {
    const [found] = matchColumns([{ header: 'E-Mail', cells: wrong }], list, 'mdy')
    expect(found).toMatchObject({ field: 'email', certainty: 'guess' })
    expect(found?.reason).toContain('2 of the 3 filled cells that were read would fail')
  })
  test('one with good addresses comes first, and one without any is none', () => {
    const columns = [
      { header: 'E-Mail', cells: wrong },
      { header: 'Kontakt', cells: good },
    ]
    expect(matchColumns(columns, list, 'mdy').map((found) => found?.field)).toEqual([undefined, 'email'])
    expect(match('E-Mail', ['yes', 'no'])).toBe(null)
  })
})

describe('a column is given', () => {
  test.each([
    ['its own name', 'First name', 'First name'],
    ['its own name in another case', ' FIRST NAME ', 'First name'],
    ['its name with other punctuation', 'first_name', 'First name'],
    ['its name with marks spelled apart', 'Gro\u0308ße', 'Größe'],
    ['the built-in name with a dash', 'E-mail', 'email'],
    ['what other programs call an address', 'Email Address', 'email'],
    ['what other programs call the time of joining', 'Subscribed at', 'subscribe_time'],
    ['what an export of another service calls it', 'OPTIN_TIME', 'subscribe_time'],
    ['the address of joining', 'OPTIN_IP', 'subscribe_ip'],
    ['the time of leaving', 'Unsubscribed on', 'remove_time'],
    ['the time of confirming', 'Confirmed At', 'confirm_time'],
    ['the end of a pause', 'paused_until', 'paused_until'],
    ['the name in German', 'Vorname', 'First name'],
    ['the name in French', 'Prénom', 'First name'],
    ['the name in Spanish', 'Nombre', 'First name'],
    ['the name in Italian', 'Nome', 'First name'],
    ['the name in Portuguese', 'Sobrenome', 'Last name'],
    ['the name in Dutch', 'Achternaam', 'Last name'],
    ['the family name in French', 'Nom de famille', 'Last name'],
    ['the family name in Spanish', 'Apellidos', 'Last name'],
    ['the family name in Italian', 'Cognome', 'Last name'],
    ['the address in German', 'E-Mail-Adresse', 'email'],
    ['the address in French', 'Adresse e-mail', 'email'],
    ['the address in Spanish', 'Correo electrónico', 'email'],
    ['the address in Italian', 'Indirizzo email', 'email'],
    ['the address in Portuguese', 'Endereço de e-mail', 'email'],
    ['the address in Dutch', 'E-mailadres', 'email'],
    ['the field that means the same', 'Wohnort', 'Town'],
    ['nothing when nobody knows it', 'Shoe size', null],
    ['nothing when it has no title', '', null],
    ['nothing when its title is punctuation', '---', null],
  ])('%s', (_what, header, name) => {
    expect(match(header)).toBe(name)
  })
})

test('a name is given once, to the column that has it rather than to one that comes near', () => {
  const fieldsOf = (...titles: string[]) =>
    matchColumns(titles.map((header) => ({ header, cells: [] })), list, 'mdy').map((found) => found?.field ?? '') // oxfmt-ignore
  expect(fieldsOf('E-Mail', 'Email Address', 'email', 'EMAIL')).toEqual(['', '', 'email', ''])
  expect(fieldsOf('Courriel', 'E-Mail')).toEqual(['', 'email'])
  const times = ['OPTIN_DATE', 'ADDED_TIME'].map((header, index) => ({
    header,
    cells: index === 0 ? [] : ['2024-01-02'],
  }))
  expect(matchColumns(times, list, 'mdy').map((found) => found?.field)).toEqual([undefined, 'subscribe_time'])
})

describe('contents decide', () => {
  test.each([
    ['for a column of addresses', 'Who', ['a@b.example', 'c@d.example'], 'email'],
    ['against a title that says email', 'Mail', ['yes', 'no'], null],
    ['against a time that cannot be read', 'Date added', ['last week', 'tomorrow'], null],
    ['for options of a field', 'Paint', ['red', 'BLUE', 'red'], 'Colour'],
    ['against a synonym whose cells would fail', 'Signup IP', ['Berlin', 'Rome'], null],
    ['against a status in other words', 'status', ['Customer', 'Lead'], null],
    ['for a status in our words', 'Status', ['active', 'Unsubscribed'], 'status'],
  ])('%s', (_what, header, cells, name) => {
    expect(match(header, cells)).toBe(name)
  })

  test('a field of the same name keeps its column, with a warning', () => {
    const [found] = matchColumns([{ header: 'Score', cells: ['5', 'many'] }], list, 'mdy')
    expect(found).toMatchObject({ field: 'Score', certainty: 'guess' })
    expect(found?.reason).toContain('1 of the 2 filled cells that were read would fail, such as "many"')
  })
})

describe('a new field is', () => {
  const many = (...cells: string[]) =>
    Array.from({ length: 40 }, (_, index) => cells[index % cells.length] ?? '')
  test.each([
    ['a number', ['1', '20', '-3'], 'number'],
    ['text for post codes', ['01234', '99999'], 'text'],
    ['text for phone numbers', ['+49123456', '0123'], 'text'],
    ['text for long ids', ['12345678901'], 'text'],
    ['a decimal number', ['1.5', '-2', '1,234.00'], 'decimal'],
    ['text for decimals with leading zeros or plus signs', ['00.5', '+1.5'], 'text'],
    ['a date', ['2014-01-02', '2014/03/04'], 'date'],
    ['text for a date with a time', ['2014-01-02 10:00'], 'text'],
    ['a day of the year', ['12/25', '1/2'], 'day_of_year'],
    ['text for days that could be read either way', ['1/2', '3/4'], 'text'],
    ['a boolean', ['Yes', 'no'], 'boolean'],
    ['text for yes and no in a language that fields do not know', ['ja', 'nein'], 'text'],
    ['multi-line text', ['a\nb'], 'text_multiline'],
    ['a choice of few words', many('Red', 'Green'), 'select_single_radio'],
    ['a longer choice', many('a', 'b', 'c', 'd', 'e', 'f'), 'select_single_dropdown'],
    ['checkboxes', many('Red, Green', 'Green', 'Blue'), 'select_multiple_checkboxes'],
    ['text for words that differ by case', many('Red', 'red'), 'text'],
    ['text for a single word, which is no choice', many('Red'), 'text'],
    ['text otherwise', ['x', 'y'], 'text'],
  ])('%s', (_what, cells, type) => {
    const sample = { cells, isWhole: true, dateFormat: 'mdy', isOrderSure: true } as const
    expect(proposeField('Title', sample).field.field_type).toBe(type)
  })

  test.each(['Nachname', 'City', 'PLZ', 'Company'])('text for what people write freely: %s', (header) => {
    for (const cells of [many('Berlin', 'Bonn'), many('10115', '53111')]) {
      const sample = { cells, isWhole: true, dateFormat: 'mdy', isOrderSure: true } as const
      expect(proposeField(header, sample).field.field_type).toBe('text')
    }
  })

  test('a date by share, with the exceptions, but not where they are numbers', () => {
    const sample = { isWhole: true, dateFormat: 'mdy', isOrderSure: true } as const
    const days = Array.from({ length: 50 }, () => '2014-01-02')
    const found = proposeField('Birth', { ...sample, cells: [...days, 'unknown'] })
    expect([found.field.field_type, found.exceptions]).toEqual(['date', ['unknown']])
    expect(proposeField('Code', { ...sample, cells: [...many('10115'), '01099'] }).field.field_type).not.toBe(
      'number',
    )
    expect(proposeField('x', { ...sample, cells: ['1', '2', 'many'] }).field.field_type).toBe('text')
  })

  test.each(['Opens', 'Orders', 'Quantity'])('a number for counts that are 0 and 1: %s', (header) => {
    const sample = { cells: many('0', '1'), isWhole: true, dateFormat: 'mdy', isOrderSure: true } as const
    expect(proposeField(header, sample).field.field_type).toBe('number')
  })

  test('text where later rows could break another rule', () => {
    const sample = { isWhole: false, dateFormat: 'mdy', isOrderSure: true } as const
    expect(proposeField('x', { ...sample, cells: ['1', '2'] }).field.field_type).toBe('text')
    expect(proposeField('x', { ...sample, cells: many('Red', 'Blue') }).field.field_type).toBe('text')
  })

  test('text for dates whose order is not known', () => {
    const sample = { cells: ['01/02/2014'], isWhole: true, dateFormat: 'mdy', isOrderSure: false } as const
    expect(proposeField('x', sample).field.field_type).toBe('text')
  })

  test.each([
    ['Data source', 'Imported Data source'],
    ['created_at', 'Imported created_at'],
    ['__proto__', 'Imported __proto__'],
    [' Two\nlines ', 'Two lines'],
    ['x'.repeat(80), 'x'.repeat(49)],
    ['😀'.repeat(40), '😀'.repeat(24)],
  ])('named so that it can be created: %s', (header, name) => {
    const sample = { cells: ['x'], isWhole: true, dateFormat: 'mdy', isOrderSure: true } as const
    expect(proposeField(header, sample).field.name).toBe(name)
  })
})
