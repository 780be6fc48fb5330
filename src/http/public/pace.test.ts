import { expect, test } from 'vitest'
import { createPace } from './pace.ts'

function aPace(settings: { heldMax?: number } = {}) {
  const clock = { ms: 0 }
  const pace = createPace({ perMinute: 60, now: () => clock.ms, holdMs: 0, ...settings })
  const hit = (token: string | null, address = '192.0.2.1') => pace.admit({ token, address })
  const times = async (count: number, token: string | null, address?: string) => {
    const all: Record<string, number> = {}
    for (let n = 0; n < count; n += 1) {
      const admitted = await hit(token, address)
      all[admitted] = (all[admitted] ?? 0) + 1
    }
    return all
  }
  return { clock, hit, times }
}

test('a link counts 60 hits at once and one more each second', async () => {
  const { clock, hit, times } = aPace()
  expect(await times(100, 'a')).toEqual({ counted: 60, uncounted: 40 })
  clock.ms += 1000
  expect([await hit('a'), await hit('a')]).toEqual(['counted', 'uncounted'])
})

test('the first hit on each link counts, however many links a network opens', async () => {
  const { hit, times } = aPace()
  for (let n = 0; n < 5000; n += 1) expect(await hit(`link ${n}`)).toBe('counted')
  for (let n = 0; n < 30; n += 1) await times(30, `link ${n}`)
  expect(await hit('link 40')).toBe('uncounted')
  expect(await hit('link 5000')).toBe('counted')
})

test('repeated hits and wrong links of one network are limited together, and others are not', async () => {
  const { hit, times } = aPace()
  expect(await times(1000, null)).toEqual({ counted: 600, uncounted: 400 })
  expect(await times(2, 'a')).toEqual({ counted: 1, uncounted: 1 })
  expect(await hit('a', '192.0.2.2')).toBe('counted')
  expect(await times(1000, null, '2001:db8::1')).toMatchObject({ counted: 600 })
  expect(await hit(null, '2001:db8::2'), 'of the same /64').toBe('uncounted')
})

test('without a limit everything counts', async () => {
  const pace = createPace({ perMinute: 0 })
  for (let n = 0; n < 1000; n += 1) expect(await pace.admit({ token: 'a', address: '' })).toBe('counted')
})
