import { expect, test } from 'vitest'
import { openSecrets } from '../../secrets/ring.ts'
import { messageIdOf } from './message-id.ts'

test('a mail has one id at each attempt, and no other mail has it, not even that of another installation', () => {
  const here = 'a secret of the test, thirty-two characters'
  const there = 'another one, also of thirty-two characters'
  const idOf = (secret: string, id: number) => messageIdOf(openSecrets(secret), ['system', 1, id, 1_700_000], 'a@example.com') // oxfmt-ignore
  expect(idOf(here, 1)).toBe(idOf(here, 1))
  expect(idOf(here, 1)).toMatch(/^<system-[0-9a-f]{32}@example\.com>$/)
  expect(new Set([idOf(here, 1), idOf(here, 2), idOf(there, 1)]).size).toBe(3)
})
