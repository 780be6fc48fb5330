import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedBytes, oddTexts } from '../../../test/harness/fuzz/changed.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { isStorable } from '../../contract/values/text.ts'
import { readColumns, readRemoteRow, remoteFields } from '../../contract/lists/remote-rows.ts'

const texts = (...samples: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...samples) },
    { weight: 2, arbitrary: changedBytes(samples.map((text) => Buffer.from(text))).map(String) },
    fc.constantFrom(...oddTexts),
  )
const columns = fc
  .array(texts('First name', 'distinct_id', 'Ort', '__proto__', 'constructor', 'e\u0301'), { maxLength: 6 })
  .map((names) => ['email', ...names])
// As textOf gives them: no null character.
const cells = texts('ann@example.com', 'änne@bücher.example', '7', '2147483647', '2147483648').map((text) =>
  text.replaceAll('\0', ''),
)
const rows = fc.array(fc.oneof({ weight: 5, arbitrary: cells }, fc.constant(null)), { maxLength: 9 })
const likelyRows = fc.oneof(
  rows,
  rows.map((row) => ['ann@example.com', ...row]),
)

test('whatever columns and rows a database sends, they are people, a reason, or a sentence', () => {
  let people = 0
  fc.assert(
    fc.property(columns, likelyRows, (names, row) => {
      const layout = readColumns(names)
      if ('problem' in layout) {
        expect(layout.problem).toMatch(/^[A-Z][^\0\p{Cs}]{0,300}\.$/u)
        return
      }
      // They are stored, and become the codes of messages.
      expect(names.every(isStorable)).toBe(true)
      const codes = layout.codes.map(({ name }) => name)
      expect(remoteFields(codes, []).map(({ name }) => name)).toEqual(codes)
      const read = readRemoteRow(layout, row)
      if (typeof read === 'string') return
      people += 1
      expect(read.email.length).toBeLessThanOrEqual(254)
      expect(read.key).toMatch(/^[^@\0]+@[\x21-\x7e]+$/)
      if (read.distinctId !== null)
        expect(read.distinctId >= 1 && read.distinctId <= 2_147_483_647).toBe(true)
      const values = Object.entries(read.customFields)
      expect(values.length).toBeLessThanOrEqual(codes.length)
      for (const [id, value] of values) {
        expect(value).toBe(row[layout.codes[-1 - Number(id)]?.place ?? -1])
      }
    }),
    propertyRuns(80_000, 200),
  )
  expect(people).toBeGreaterThan(20)
})

test('a column whose name cannot be stored is refused in a sentence that can be', () => {
  for (const name of ['a\0b', '\ud800']) {
    for (const names of [
      ['email', name],
      ['email', name, name],
    ]) {
      const layout = readColumns(names)
      expect('problem' in layout && isStorable(layout.problem)).toBe(true)
    }
  }
})

test('a sentence about columns quotes as much of a long name as a reader needs, in whole characters', () => {
  const long = `${'x'.repeat(99)}${'😀'.repeat(10_000)}`
  for (const names of [
    ['email', long],
    ['email', long, long],
  ]) {
    expect(readColumns(names)).toEqual({ problem: expect.stringMatching(/^[^\p{Cs}]{0,300}\.$/u) })
  }
})

test('too many columns are counted before their names are compared', () => {
  let looks = 0
  const names = Array.from({ length: 5_000 }, (_, place) => (place === 0 ? 'email' : `c${place}`))
  const watched = new Proxy(names, {
    get: (of, key) => {
      looks += 1
      return Reflect.get(of, key) as unknown
    },
  })
  expect(readColumns(watched)).toEqual({ problem: 'The query has 5000 columns: select at most 200.' })
  expect(looks).toBeLessThan(10)
})
