import { describe, expect, test } from 'vitest'
import { guessDates, makeProposal } from './proposal.ts'

const fieldNames = ['email', 'subscribe_time', 'First name']
const propose = (rows: string[][], hasHeaders = true, given?: string[]) =>
  makeProposal({ rows, hasHeaders, fieldNames, given })

test('a proposal shows each column with its first value and what it becomes', () => {
  const rows = [['E-mail', 'Shoe size', 'First name'], ['a@b.example', '', 'Anna'], ['c@d.example', '44', 'Bo']] // prettier-ignore
  const { mapping, table } = propose(rows)
  expect(mapping).toEqual(['email', '', 'First name'])
  expect(table.split('\n').map((line) => line.trim().split(/ {3,}/))).toEqual([
    ['Column', 'Example', 'Imported as'],
    ['E-mail', 'a@b.example', 'email'],
    ['Shoe size', '44', '(not imported)'],
    ['First name', 'Anna', 'First name'],
  ])
})

test('a column of addresses is the address, whatever its title', () => {
  expect(propose([['Who', 'First name'], ['a@b.example', 'Anna']]).mapping).toEqual(['email', 'First name']) // prettier-ignore
})

test('without titles only the addresses are known', () => {
  expect(propose([['Anna', 'a@b.example'], ['Bo', 'c@d.example', 'x']], false).mapping).toEqual(['', 'email', '']) // prettier-ignore
})

test('what was given is what the columns become', () => {
  const rows = [['E-mail', 'Name'], ['a@b.example', 'Anna']] // prettier-ignore
  expect(propose(rows, true, ['Email', 'First name']).mapping).toEqual(['Email', 'First name'])
})

describe('there is a sentence for', () => {
  test.each([
    ['a first row that is a subscriber', [['a@b.example', 'Anna']], true, undefined, '--no-headers'],
    ['a file without addresses', [['Name'], ['Anna']], true, undefined, '--map'],
    ['a mapping without an address', [['Name'], ['Anna']], true, ['First name'], '--map'],
    ['a mapping that is too short', [['a', 'b']], true, ['email'], 'has 2 columns and --map names 1'],
    ['a mapping that is too long', [['a']], true, ['email', ''], 'has 1 columns and --map names 2'],
  ])('%s', (_what, rows, hasHeaders, given, words) => {
    expect(() => propose(rows, hasHeaders, given)).toThrow(words)
  })
})

test('what a terminal would obey is not printed', () => {
  const { table } = propose([['email', 'x'], ['a@b.example', '\u001b]0;owned\u0007\u202eevil\nline']]) // prettier-ignore
  expect(table).not.toMatch(/[^\P{C}\n]/u)
  expect(table.split('\n')).toHaveLength(3)
})

describe('dates are taken for', () => {
  test.each([
    ['month first when nothing tells', ['01/02/2014'], 'mdy', false],
    ['day first when a day is above 12', ['01/02/2014', '25/12/2014'], 'dmy', true],
    ['month first when the second number is above 12', ['12-25-2014 10:00'], 'mdy', true],
    ['month first when both occur', ['25/12/2014', '12/25/2014'], 'mdy', false],
    ['nothing in need of an order', ['2014-12-25', 'Anna', '1/2'], 'mdy', true],
  ])('%s', (_what, cells, order, isSure) => {
    expect(guessDates([cells])).toEqual({ order, isSure })
  })
})
