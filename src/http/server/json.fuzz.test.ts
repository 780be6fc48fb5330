import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedBytes, valueOrRefusal } from '../../../test/harness/fuzz/changed.ts'
import { propertyRuns } from '../../../test/harness/fuzz/runs.ts'
import { isStorable } from '../../contract/values/text.ts'
import { parseJsonBody, recordOf } from './json-body.ts'
import { findJsonFault } from './json-fault.ts'
import { createJsonScan } from './json-scan.ts'

const samples = [
  '{"campaign": {"name": "Änne 😀", "list_ids": [1, 2.5e3, -0], "active": true, "note": null}}',
  '\ufeff[{"a": "\\u00e9\\n\\"", "__proto__": {"b": 1}}, "\\ud83d\\ude00", [[], {}]]\r\n',
  ' {"c\\u0301": "x", "d": {"constructor": {"prototype": {}}}} ',
  // Brackets in a string are not nested, wherever its pieces begin.
  `["\\"${'['.repeat(70)}", "\\\\"]`,
].map((text) => Buffer.from(text))

function parsed(bytes: Buffer, size: number): unknown {
  const scan = createJsonScan()
  for (let at = 0; at < bytes.length; at += size) scan(bytes.subarray(at, at + size))
  return parseJsonBody(bytes)
}

/** @returns how many values it has. */
function inspect(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null) return 1
  const isPlain = [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as object)
  const isSound = isPlain && !Object.hasOwn(value, '__proto__') && Object.keys(value).every(isStorable)
  // Not `expect` in each place, which takes most of the time.
  if (!isSound || depth > 65) expect.fail('a value has keys that do harm, or is nested too deep')
  return Object.values(value).reduce((sum: number, child) => sum + inspect(child, depth + 1), 1)
}

test('changed bodies give a value without harm, or a refusal, however they are cut into pieces', () => {
  let values = 0
  fc.assert(
    fc.property(changedBytes(samples), fc.integer({ min: 1, max: 60 }), (bytes, size) => {
      const value = valueOrRefusal(() => parsed(bytes, bytes.length + 1))
      expect(
        isDeepStrictEqual(
          valueOrRefusal(() => parsed(bytes, size)),
          value,
        ),
      ).toBe(true)
      valueOrRefusal(() => recordOf(value, 'campaign'))
      if (value !== null) values += 1
      expect(inspect(value)).toBeLessThanOrEqual(bytes.length + 1)
      const fault = findJsonFault(bytes.toString())
      if (fault === null) return
      expect(fault.line * fault.column).toBeGreaterThanOrEqual(1)
      expect(fault.line + fault.column).toBeLessThanOrEqual(bytes.length + 2)
      expect(fault.expected.length).toBeLessThan(100)
    }),
    propertyRuns(40_000, 250),
  )
  expect(values).toBeGreaterThan(30)
})

test('the place of a fault is counted, not collected: a large body needs no larger memory', () => {
  const size = 2_000_000
  for (const [text, place] of [
    [`${'\n'.repeat(size)}x`, { line: size + 1, column: 1 }],
    [`"${'a'.repeat(size)}`, { line: 1, column: size + 2 }],
  ] as const) {
    // A text of pieces becomes one before it is measured.
    expect(text.indexOf('\0')).toBe(-1)
    const before = process.memoryUsage().heapUsed
    const fault = findJsonFault(text)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(3 * size)
    expect(fault).toMatchObject(place)
  }
})
