import { expect, test } from 'vitest'
import { emailProblem, writtenAddresses } from './written-addresses.ts'

test.each([
  ['a@x.example', ['a@x.example']],
  [' a@x.example ::: b@x.example ::: c@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['a@x.example; b@x.example;', ['a@x.example', 'b@x.example']],
  ['a@x.example b@x.example\nc@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
  ['"Doe, Ann" <a@x.example>, Ben <b@x.example>', ['a@x.example', 'b@x.example']],
  ['<a@x.example>', ['a@x.example']],
  ['ask a@x.example or b@x.example', []],
  ['Ann Doe', []],
  ['', []],
  [`a@x.example,${' '.repeat(5000)}`, []],
])('%j consists of the addresses %j', (text, addresses) => {
  expect(writtenAddresses(text)).toEqual(addresses)
})

test.each([
  ['a@x.example, b@x.example', 'has 2 addresses; keep one'],
  ['a@x.example ::: b@x.example', 'has 2 addresses; keep one'],
  ['Ann <a@x.example>', 'has more than the address; keep a@x.example only'],
  ['ann a@x.example', 'is not a valid address'],
  ['a@b@c', 'is not a valid address'],
  ['a\u200Bb@x.example', 'contains an invisible character (U+200B) after a'],
])('%j %s', (text, problem) => {
  expect(emailProblem(text)).toBe(problem)
})

test('hostile texts take no time', () => {
  for (const piece of ['<', '"', '@ ', '<@', ',', ' @<']) {
    const before = process.cpuUsage()
    emailProblem(piece.repeat(2_000_000))
    writtenAddresses(piece.repeat(4096 / piece.length))
    // Of the processor: on a busy machine the clock says more about the others.
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(2_000)
  }
})
