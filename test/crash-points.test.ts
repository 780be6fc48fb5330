import { expect, test } from 'vitest'
import { dieAtMessages } from './harness/crash-points.ts'

/** R2. At night at every message, on both sides; here at each on one side. */

test('an import survives the loss of its worker before every other message to the database', async () => {
  expect(await dieAtMessages('before', 1, 2)).toBeGreaterThan(15)
}, 300_000)

test('and after those in between', async () => {
  expect(await dieAtMessages('after', 2, 2)).toBeGreaterThan(15)
}, 300_000)
