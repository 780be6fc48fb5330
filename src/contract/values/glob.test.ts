import { describe, expect, test } from 'vitest'
import { cpuTimeOf } from '../../../test/harness/core/measure.ts'
import { matchesGlob } from './glob.ts'

describe('a glob on names', () => {
  test.each([
    ['Welcome', 'welcome'],
    ['WEL*', 'welcome'],
    ['*come', 'Welcome'],
    ['*lco*', 'Welcome'],
    ['w*c*e', 'Welcome'],
    ['*', ''],
    ['**', 'Welcome'],
    ['a*a', 'aa'],
    ['*aab*', 'aaab'],
    ['a*b*b', 'abb'],
    ['w.*', 'w.x'],
    ['Ä*', 'äpfel'],
  ])('%s matches %s', (pattern, name) => {
    expect(matchesGlob(pattern, name)).toBe(true)
  })

  test.each([
    ['Welcome', 'Welcome back'],
    ['', 'Welcome'],
    ['a*a', 'a'],
    ['ab*ba', 'aba'],
    ['*x*', 'Welcome'],
    ['w.*', 'welcome'],
    ['wel?ome', 'welcome'],
    ['[w]*', 'welcome'],
  ])('%s does not match %s', (pattern, name) => {
    expect(matchesGlob(pattern, name)).toBe(false)
  })

  test('a pattern of nothing but stars is as quick as any', async () => {
    const { result, cpuMs } = await cpuTimeOf(() => [
      matchesGlob(`${'*a'.repeat(10_000)}*b`, 'a'.repeat(20_000)),
      matchesGlob(`${'*'.repeat(100_000)}b`, 'a'.repeat(100_000)),
    ])
    expect(result).toEqual([false, false])
    expect(cpuMs).toBeLessThan(5_000)
  })
})
