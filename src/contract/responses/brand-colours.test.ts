import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrastOf, edgeOn, textOn } from './brand-colours.ts'

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('the contrast of known pairs is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1)
})

test('words on a button can be read whatever its colour, and its edge stands out in light and dark', () => {
  fc.assert(
    fc.property(colour, (one) => {
      expect(contrastOf(one, textOn(one))).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#1b1f23']) {
        expect(contrastOf(edgeOn(one, ground), ground)).toBeGreaterThanOrEqual(3)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a colour that stands out is left as it is', () => {
  expect(edgeOn('#0b5f6b', '#ffffff')).toBe('#0b5f6b')
  expect(edgeOn('#ffcc00', '#1b1f23')).toBe('#ffcc00')
})
