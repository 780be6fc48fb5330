import { expect, test } from 'vitest'
import { parseEmail } from './email.ts'
import { checkFieldJson, compileFieldCheck, fieldTypes, type FieldRules } from '../lists/field-values.ts'
import { parseIp } from './ip.ts'
import { isStorable, parseBoolean, parseId } from './text.ts'
import { parseBegins, parseDate, parseDateTime, parseDayOfYear } from '../times/instants.ts'
import { resolveZone } from '../times/zones.ts'

/** Texts that make a careless pattern backtrack: each almost matches for a long time, or matches again and again. */
const families: Record<string, (length: number) => string> = {
  letters: (n) => 'a'.repeat(n),
  'white space': (n) => ' '.repeat(n),
  'white space inside': (n) => `a${' '.repeat(n)}b`,
  'white space of all kinds': (n) => '\u00a0\t\r\n\u2003'.repeat(n / 5),
  digits: (n) => '1'.repeat(n),
  zeros: (n) => `${'0'.repeat(n)}x`,
  dots: (n) => `a@${'.'.repeat(n)}`,
  'many labels': (n) => `a@${'a.'.repeat(n / 2)}com`,
  'many labels, then a dash': (n) => `a@${'a.'.repeat(n / 2)}-`,
  dashes: (n) => `a@a${'-'.repeat(n)}a.com`,
  'at signs': (n) => '@'.repeat(n),
  'long local part': (n) => `${'a.'.repeat(n / 2)}@example.com`,
  'international domain': (n) => `a@${'ü.'.repeat(n / 2)}de`,
  'combining marks': (n) => `a@u${'\u0308'.repeat(n)}.de`,
  surrogates: (n) => '\ud83d'.repeat(n),
  emoji: (n) => '😀'.repeat(n / 2),
  colons: (n) => ':'.repeat(n),
  groups: (n) => 'f:'.repeat(n / 2),
  'numeric dates': (n) => '03/11/1994 '.repeat(n / 11),
  'a date, then white space': (n) => `March 11, 1994${' '.repeat(n)}14:30x`,
  'a time, then white space': (n) => `1994-03-11 14:30${' '.repeat(n)}x`,
  fraction: (n) => `1994-03-11T14:30:47.${'1'.repeat(n)}Z`,
  signs: (n) => '+-'.repeat(n / 2),
  'a good option, repeated': (n) => 'Red,'.repeat(n / 4),
  'good options, then a bad one': (n) => `${'red,blue;'.repeat(n / 9)}x`,
  'the beginning of a long option': (n) => 'a,'.repeat(n / 2),
  separators: (n) => ',;|\n'.repeat(n / 4),
  zone: (n) => `America/${'Chicago/'.repeat(n / 8)}`,
  NUL: (n) => '\0'.repeat(n),
}

const limits = { minimum_length: 2, maximum_length: 1_000_000, minimum_value: 0, maximum_value: 9 }
const fields = fieldTypes.map((field_type): FieldRules => ({
  id: 1,
  name: 'F',
  field_type,
  required: true,
  ...limits,
  options: ['Red', 'Blue', 'a,a,a,a;a|a,b'],
}))

const validators: [string, (text: string) => unknown][] = [
  ['parseEmail', parseEmail],
  ['parseIp', parseIp],
  ['parseId', parseId],
  ['parseBoolean', parseBoolean],
  ['isStorable', isStorable],
  ['resolveZone', resolveZone],
  ['parseDateTime', (text) => parseDateTime(text, { dateFormat: 'mdy', zone: 'America/Chicago' })],
  ['parseDate', (text) => parseDate(text, 'dmy')],
  ['parseDayOfYear', (text) => parseDayOfYear(text, 'mdy')],
  ['parseBegins', (text) => parseBegins(text, { zone: 'UTC', nowMs: 0 })],
  ...fields.map((rules): [string, (text: string) => unknown] => [
    `a ${rules.field_type} cell`,
    compileFieldCheck(rules, 'mdy'),
  ]),
  ...fields.map((rules): [string, (text: string) => unknown] => [
    `${rules.field_type} in JSON`,
    (text) => checkFieldJson(rules, text),
  ]),
]

const checkboxes = fields.filter((rules) => rules.field_type === 'select_multiple_checkboxes')
validators.push([
  'an array in JSON',
  (text) => checkboxes.map((rules) => checkFieldJson(rules, text.split(','))),
])

/** CPU time, so that other work on the machine does not count. */
function cpuMs(validate: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage()
  validate(text)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Compiler and garbage collector can slow down a run or two; a slow validator is slow in every run. */
function expectBelow(limitMs: number, label: string, measure: () => number): number {
  let bestMs = measure()
  for (let run = 1; run < 8 && bestMs >= limitMs; run++) bestMs = Math.min(bestMs, measure())
  expect(bestMs, label).toBeLessThan(limitMs)
  return bestMs
}

/** Below this a ratio is noise. One quadratic step takes 50 ms for 10,000 characters and seconds for 100,000. */
const floorMs = 2

for (const [name, validate] of validators) {
  test(`${name}: ten times the text takes at most fifteen times the time, whatever the text`, () => {
    for (const [family, make] of Object.entries(families)) {
      const [short, middle, long] = [make(1_000), make(10_000), make(100_000)]
      const shortMs = cpuMs(validate, short)
      const middleMs = expectBelow(15 * Math.max(shortMs, floorMs), `${family}, 10,000`, () =>
        cpuMs(validate, middle),
      )
      const limitMs = Math.min(50, 15 * Math.max(middleMs, floorMs))
      expectBelow(limitMs, `${family}, 100,000`, () => cpuMs(validate, long))
    }
  })
}
