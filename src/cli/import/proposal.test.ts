import { describe, expect, test } from 'vitest'
import { inspect } from '../../files/inspection/inspect.ts'
import { readLine } from './preview.ts'
import { makeProposal, type Choices } from './proposal.ts'

const list = { has_format: true, has_confirmed: true, primary_key_custom_field_id: null, fields: [] }

function propose(content: string, changes: Partial<Choices & { createsFields: boolean }> = {}) {
  const { createsFields = false, ...choices } = changes
  const head = { bytes: Buffer.from(content), isWhole: true }
  const inspection = inspect({ head, pass: null, filename: 'people.csv', given: {}, createsFields }, list)
  const none = { overwrite: false, acceptOptOuts: false, ignoreOptOuts: false, leaveOutOptOuts: false }
  return makeProposal(inspection, { ...none, ...choices })
}

const rowsOf = (text: string) => text.split('\n').map((line) => line.trim().split(/ {3,}/))

test('a proposal shows each column with its first value and what it becomes, and what is left out', () => {
  const { settings, text } = propose(
    'E-mail,Shoe size,Date added\na@b.example,,2024-01-02\nc@d.example,44,\n',
  )
  expect(settings.column_mapping).toEqual(['email', '', 'subscribe_time'])
  expect(rowsOf(text).slice(0, 4)).toEqual([
    ['Column', 'Example', 'Imported as'],
    ['E-mail', 'a@b.example', 'email'],
    ['Shoe size', '44', '(not imported)'],
    ['Date added', '2024-01-02', 'subscribe_time'],
  ])
  expect(text).toContain('Left out: Shoe size. With --create-fields they become custom fields.')
})

test('new fields are created for what would be left out', () => {
  const { settings, text } = propose('E-mail,Shoe size\na@b.example,44\n', { createsFields: true })
  expect(settings.create_custom_fields).toEqual([{ name: 'Shoe size', field_type: 'number' }])
  expect(text).toContain('Shoe size (new field)')
  expect(text).not.toContain('Left out')
})

describe('an opt-out', () => {
  const known = 'Email,HasOptedOutOfEmail\na@b.example,1\n'
  const unknown = 'Email,Unsubscribed\na@b.example,yes\n'

  test('of a known product is applied and shown', () => {
    const { settings, text, undecided } = propose(known)
    expect(undecided).toEqual([])
    expect(settings.file_format?.status_columns).toMatchObject([{ column: 2, status: 'unsubscribed' }])
    expect(text).toContain('opt-outs: unsubscribed')
  })

  test('that only looks like one has to be decided', () => {
    expect(propose(unknown).undecided).toEqual([
      expect.stringContaining('"Unsubscribed" looks like an opt-out'),
    ])
    const accepted = propose(unknown, { acceptOptOuts: true })
    expect(accepted.undecided).toEqual([])
    expect(accepted.settings.file_format?.status_columns).toHaveLength(1)
  })

  test('leaves its rows out if that is said', () => {
    const { settings, text, undecided } = propose(unknown, { leaveOutOptOuts: true })
    expect(undecided).toEqual([])
    expect(settings.file_format?.status_columns).toMatchObject([{ column: 2, leave_out: true }])
    expect(text).toContain('opt-outs left out: unsubscribed')
  })

  test('is ignored only if that is said', () => {
    for (const content of [known, unknown]) {
      const { settings, undecided } = propose(content, { ignoreOptOuts: true })
      expect(undecided).toEqual([])
      expect(settings.file_format).not.toHaveProperty('status_columns')
    }
  })
})

test('what was given is what the columns become', () => {
  const { settings } = propose('E-mail,Name\na@b.example,Anna\n', { map: ['Email', 'First name'] })
  expect(settings.column_mapping).toEqual(['Email', 'First name'])
})

describe('there is a sentence for', () => {
  test.each([
    ['a file without addresses', 'Name\nAnna\n', undefined, '--map'],
    ['a mapping without an address', 'Name\nAnna\n', ['First name'], '--map'],
    ['a mapping that is too short', 'a,b\nx,y\n', ['email'], 'has 2 columns and --map names 1'],
    ['a mapping that is too long', 'a\nx\n', ['email', ''], 'has 1 columns and --map names 2'],
  ])('%s', (_what, content, map, words) => {
    expect(() => propose(content, { map })).toThrow(words)
  })
})

test('what a terminal would obey is not printed', () => {
  const { text } = propose('email,"x\u001b[2J\n"\na@b.example,"\u001b]0;owned\u0007\u202eevil\nline"\n')
  expect(text).not.toMatch(/[^\P{C}\n]/u)
})

test('a mapping is written as a line of CSV', () => {
  expect(readLine('email,,"Name, first",')).toEqual(['email', '', 'Name, first', ''])
})
