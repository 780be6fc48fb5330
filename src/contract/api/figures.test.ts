import { expect, test } from 'vitest'
import { rounded } from '../values/rounded.ts'

test('an estimate is said as precisely as it is known, and its bounds are not narrowed', () => {
  expect(rounded({ number: 398_213, from: 380_441, to: 417_002 })).toEqual({
    number: 400_000,
    from: 380_000,
    to: 420_000,
  })
  expect(rounded({ number: 11_381, from: 10_950, to: 11_829 })).toEqual({
    number: 11_400,
    from: 10_900,
    to: 11_900,
  })
  expect(rounded({ number: 0, from: 0, to: 7 })).toEqual({ number: 0, from: 0, to: 7 })
  expect(rounded({ number: 6, from: 6, to: 6 })).toEqual({ number: 6, from: 6, to: 6 })
})
