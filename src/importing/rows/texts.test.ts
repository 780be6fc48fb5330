import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Texts } from './texts.ts'

test('texts of all scripts and lengths come back as they were, joined and in the order of their bytes', () => {
  const any = fc.string({ unit: 'binary', maxLength: 40 }).filter((one) => one.isWellFormed())
  // Keys of one provider or one family begin alike.
  const start = fc.constantFrom('', 'ann', 'ann.b', 'ann.baker@', 'ann.baker@mail')
  const text = fc.tuple(start, fc.oneof(any, fc.string({ maxLength: 2 }))).map((parts) => parts.join(''))
  const rows = fc.array(fc.tuple(text, fc.oneof(fc.constant(''), text)), { maxLength: 50 })
  fc.assert(
    fc.property(rows, fc.integer({ min: 0, max: 4000 }), (given, bytes) => {
      const texts = new Texts(2, given.length, bytes)
      for (const [first, second] of given) {
        texts.add(first)
        texts.add(second)
      }
      expect(texts.rows()).toBe(given.length)
      expect(given.map((_, row) => [texts.text(0, row), texts.text(1, row)])).toEqual(given)
      const backwards = Uint32Array.from(given.keys()).toReversed()
      const ended = (those: string[]) => those.map((one) => `${one}|`).join('')
      const first = given.map(([one]) => one).toReversed()
      expect(texts.joined(backwards, [0], 124)).toBe(ended(first))
      const secondOrFirst = given.map(([one, other]) => (other === '' ? one : other)).toReversed()
      expect(texts.joined(backwards, [1, 0], 124)).toBe(ended(secondOrFirst))
      const sorted = Array.from(texts.sorted(0), (row) => Buffer.from(given[row]?.[0] ?? ''))
      expect(sorted).toEqual(sorted.toSorted((one, other) => Buffer.compare(one, other)))
      expect(new Set(texts.sorted(0)).size).toBe(given.length)
    }),
  )
})
