import { expect, test } from 'vitest'
import type { MergeField } from '../codes.ts'
import { findUnknownCodes } from './unknown-codes.ts'

test('a misspelt code that a text repeats ten thousand times takes as long as one', () => {
  const fields = Array.from({ length: 300 }, (_, id): MergeField => ({
    id,
    name: `${'x'.repeat(52)}${id}`,
    field_type: 'text',
    interpolation_html_encode: true,
    interpolation_url_encode: true,
  }))
  const code = `%%${'x'.repeat(40)}${'y'.repeat(15)}%%`
  const startMs = performance.now()
  expect(findUnknownCodes(code.repeat(10_000), fields)).toEqual([{ code, meant: null }])
  expect(performance.now() - startMs).toBeLessThan(3_000)
})
