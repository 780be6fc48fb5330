import { describe, expect, test } from 'vitest'
import { fieldNamesOf, findAddresses, proposeMapping } from './mapping.ts'

const names = fieldNamesOf({ has_format: true, has_confirmed: true }, [
  { name: 'First name' },
  { name: 'Sign-up date' },
  { name: 'Größe' },
  { name: 'Mail' },
  { name: '???' },
])

describe('a column is given', () => {
  test.each([
    ['its own name', 'First name', 'First name'],
    ['its own name in another case', ' FIRST NAME ', 'First name'],
    ['its name with other punctuation', 'first_name', 'First name'],
    ['its name without spaces', 'FirstName', 'First name'],
    ['its name with marks spelled apart', 'Gro\u0308ße', 'Größe'],
    ['the built-in name', 'email', 'email'],
    ['the built-in name with a dash', 'E-mail', 'email'],
    ['what other programs call an address', 'Email Address', 'email'],
    ['what other programs call the time of joining', 'Subscribed at', 'subscribe_time'],
    ['what an export of another service calls it', 'OPTIN_TIME', 'subscribe_time'],
    ['the time of leaving', 'Unsubscribed on', 'remove_time'],
    ['the time of confirming', 'Confirmed At', 'confirm_time'],
    ['the list’s own field rather than a synonym', 'Mail', 'Mail'],
    ['nothing when nobody knows it', 'Shoe size', ''],
    ['nothing when it has no title', '', ''],
    ['nothing when its title is punctuation', '---', ''],
  ])('%s', (_what, title, name) => {
    expect(proposeMapping([title], names)).toEqual([name])
  })
})

test('a name is given once, to the column that has it rather than to one that comes near', () => {
  expect(proposeMapping(['E-Mail', 'Email Address', 'email', 'EMAIL'], names)).toEqual(['', '', 'email', ''])
  expect(proposeMapping(['Email Address', 'E-Mail'], names)).toEqual(['', 'email'])
  expect(proposeMapping(['Courriel', 'Email Address'], names)).toEqual(['email', ''])
})

test('a mapping has one entry for each column', () => {
  expect(proposeMapping(['x', 'email', 'y', 'First name'], names)).toEqual(['', 'email', '', 'First name'])
})

test('a list takes a format and a confirmation only where it has them', () => {
  const plain = fieldNamesOf({ has_format: false, has_confirmed: false }, [])
  expect(proposeMapping(['email', 'email_format', 'confirmed', 'Double opt-in'], plain)).toEqual([
    'email',
    '',
    '',
    '',
  ])
  expect(proposeMapping(['Email Type', 'Double opt-in'], names)).toEqual(['email_format', 'confirmed'])
})

describe('without titles, the addresses are', () => {
  test.each([
    [
      'the first column of nothing but addresses',
      [
        ['1', 'a@b.example'],
        ['2', 'c@d.example'],
      ],
      1,
    ],
    [
      'found in spite of blank cells',
      [
        ['', 'x'],
        ['a@b.example', 'y'],
      ],
      0,
    ],
    ['not in a column where one cell is something else', [['a@b.example'], ['Anna']], -1],
    ['not in a blank column', [[''], ['']], -1],
    ['not in a file without rows', [], -1],
  ])('%s', (_what, rows, column) => {
    expect(findAddresses(rows)).toBe(column)
  })
})
