import { expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import type { MergeField } from '../codes.ts'
import { findUnknownCodes } from './unknown-codes.ts'

test('a misspelt code that a text repeats ten thousand times takes as long as one', async () => {
  const fields = Array.from({ length: 300 }, (_, id): MergeField => ({
    id,
    name: `${'x'.repeat(52)}${id}`,
    field_type: 'text',
    interpolation_html_encode: true,
    interpolation_url_encode: true,
  }))
  const code = `%%${'x'.repeat(40)}${'y'.repeat(15)}%%`
  const { result, cpuMs } = await cpuTimeOf(() => findUnknownCodes(code.repeat(10_000), fields))
  expect(result).toEqual([{ code, meant: null }])
  expect(cpuMs).toBeLessThan(3_000)
})
