import { expect, test } from 'vitest'
import { createKeyFilter } from './filter.ts'

const keysOf = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start}${index}@bücher.example`)

test.each([1, 2, 1000, 1024, 20_000])('a filter of %i keys passes each of them, and few others', (count) => {
  const filter = createKeyFilter(count)
  const added = keysOf('p', count)
  filter.addJoined(Buffer.from(added.join(',')), 44)
  const passes = (key: string) => {
    const bytes = Buffer.from(`..${key}..`)
    return filter.passes(bytes, 2, bytes.length - 2)
  }
  expect(added.every((key) => passes(key))).toBe(true)
  expect(keysOf('q', 20_000).filter((key) => passes(key)).length).toBeLessThan(20_000 / 25)
})
