import { expect, test } from 'vitest'
import { dieAtMessages } from '../harness/records/change-crashes.ts'

test('a bulk change survives the loss of its worker before every message to the database', async () => {
  expect(await dieAtMessages('before', 1, 1)).toBeGreaterThan(30)
}, 600_000)

test('and after every message', async () => {
  expect(await dieAtMessages('after', 1, 1)).toBeGreaterThan(30)
}, 600_000)
