import { describe, expect, test } from 'vitest'
import { leftInLanguages } from '../../../../test/harness/files/left/languages.ts'
import { othersThanLeft } from '../../../../test/harness/files/left/others.ts'
import { leftInProducts } from '../../../../test/harness/files/left/products.ts'
import { file, proposed } from '../../../../test/harness/files/left/proposed.ts'

describe('nobody who left becomes active, and everybody else stays so, by the proposal for', () => {
  test.each([...leftInProducts, ...leftInLanguages])('%s: %s', (_name, header, ...rows) => {
    const { statuses } = proposed(file(header, ...rows))
    const wrong = Object.entries(statuses).filter(
      ([name, status]) => (status === 'active') !== name.startsWith('in'),
    )
    expect(wrong).toEqual([])
    expect(Object.keys(statuses)).toHaveLength(rows.length)
  })
})

describe('nobody is asked about', () => {
  test.each(othersThanLeft)('%s: %s', (_name, header, ...rows) => {
    const { statuses, isAsked } = proposed(file(header, ...rows))
    expect(isAsked).toBe(false)
    expect(new Set(Object.values(statuses))).toEqual(new Set(['active']))
  })
})
