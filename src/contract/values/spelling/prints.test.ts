import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../../test/harness/core/measure.ts'
import { parseEmail } from '../email.ts'
import { mentionOf, wantedAddresses } from './mentions.ts'
import { printsOf } from './prints.ts'

const keys = [
  'bob@example.com',
  'jim.bob@example.com',
  'bob@example.com.au',
  "o'bob@ex_ample.com",
  'a%40b@x-y.example',
  'b&b+c@xn--bcher-kva.example',
  'c@xn--bcher-kva.xn--bcher-kva.example',
  'd@xn--11b5bs3a9aj6g.example',
]

/** Pieces of addresses and what may stand beside them, joined at random. */
const text = fc
  .array(
    fc.constantFrom(
      ...keys,
      ...keys.map((key) => key.toUpperCase()),
      ...keys.map((key) => encodeURIComponent(key)),
      'b&b+c@Bu\u0308cher.example',
      'B&B+C@BÜCHER.EXAMPLE',
      'c@bücher.xn--bcher-kva.example',
      'd@परीक्षा.example',

      'bob',
      '@',
      '%40',
      '.',
      '-',
      '_',
      '+',
      ' ',
      '<',
      '>',
      '"',
      ',',
      '\n',
      'é',
      'K',
      'İ',
      '“',
      '𐐀',
      '\u0301',
      '\u200b',
      'com',
      '1',
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''))

test('whoever looks for addresses by their prints finds what a pattern for each finds', () => {
  const wanted = wantedAddresses(keys)
  const patterns = keys.map(mentionOf)
  fc.assert(
    fc.property(text, (one) => {
      expect(wanted.isMentioned(one)).toBe(patterns.some((mentions) => mentions(one)))
      const lines = one.split('\n')
      const isTheirs = (line: string) => keys.includes(parseEmail(line)?.key ?? line)
      expect(wanted.withoutLines(`${one}\n`)).toEqual({
        rest: lines
          .filter((line) => !isTheirs(line))
          .map((line) => `${line}\n`)
          .join(''),
        taken: [...lines.keys()].filter((number) => isTheirs(lines[number] ?? '')),
      })
    }),
    { numRuns: 2500 },
  )
})

test('a thousand addresses that have one print are looked for as fast as one', async () => {
  const alike = Array.from({ length: 1000 }, (_, number) => `${number.toString(36)}'bob@example.com`)
  expect(new Set(alike.flatMap(printsOf)).size).toBe(1)
  const others = Array.from({ length: 10_000 }, () => 'bob@example.com')
  const { isMentioned } = wantedAddresses(alike)
  const { cpuMs } = await cpuTimeOf(() => expect(isMentioned(others.join(' '))).toBe(false))
  expect(isMentioned([...others, alike[7]].join(' '))).toBe(true)
  expect(cpuMs).toBeLessThan(1000)
})

test('a text has a print for each address that it mentions', () => {
  expect(printsOf('Bob <BOB@Example.com>, jim.bob@example.com')).toEqual([
    ...printsOf('bob@example.com'),
    ...printsOf('jim.bob@example.com'),
  ])
  expect(printsOf('no address')).toEqual([])
})

test('prints are spread over all 32 bits', () => {
  const prints = Array.from({ length: 4096 }, (_, number) => printsOf(`person${number}@example.com`)[0] ?? 0)
  const sixteenths = new Map<number, number>()
  for (const print of prints) sixteenths.set(print >>> 28, (sixteenths.get(print >>> 28) ?? 0) + 1)
  expect(Math.min(...sixteenths.values())).toBeGreaterThan(180)
  expect(sixteenths.size).toBe(16)
})
